"""What all tests share: programs that check themselves as cases, and golden files."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from program_cases import programs

# The same examples on every run, so that a change is judged by what it changes. --hypothesis-profile=search looks
# further.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("repeatable")


# Where the tests were started in the background, interrupts may be ignored; programs that they start inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the golden files anew instead of comparing")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, folders in (("good", ("ops", "parallel")), ("bad", ("errors",))):
        if name in metafunc.fixturenames:
            found = [pytest.param(program, id=program.id) for folder in folders for program in programs(folder)]
            assert len({each.id for each in found}) == len(found), "two files of one name"  # goldens go by them
            metafunc.parametrize(name, found)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """``golden(path, text)`` compares with a file, or writes it where ``--update-goldens`` was given."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-goldens"):
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no {path.name}: run pytest --update-goldens and read what it writes"
        assert text == path.read_text(encoding="utf-8"), f"{path.name} differs (pytest --update-goldens rewrites it)"

    return compare
