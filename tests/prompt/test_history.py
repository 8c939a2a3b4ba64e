"""Entries of the prompt in their file: whole or not at all, whatever happens to the disk, the process or the file."""

import os
import signal
import sys
import warnings
from pathlib import Path

import pytest

from hlorepl.prompt.history import KeptHistory, open_history

ENTRIES = ["%x = 1", "# no\n\n+ 1\n", "", "é\n\ud800", "%long = [" + "1, " * 5000 + "1]"]


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "hlorepl" / "history"


def opened():
    told: list[str] = []
    history, trouble = open_history(tell=told.append)
    assert trouble == ""
    return history, told


def loaded() -> list[str]:
    return [*opened()[0].load_history_strings()]


def test_entries_come_back_the_newest_first(path):
    history, told = opened()
    for entry in ENTRIES:
        history.store_string(entry)
    assert loaded() == [entry.replace("\ud800", "?") for entry in reversed(ENTRIES) if entry]
    assert told == []


def test_entries_of_other_programs_are_read(path):
    path.parent.mkdir()
    path.write_text("\n# 2024-01-01 00:00:00.000000\n+%a = 1\n+%b = 2\n\n# 2024-01-01 00:00:01.000000\n+%c = 3\n")
    assert loaded() == ["%c = 3", "%a = 1\n%b = 2"]


def test_a_torn_entry_is_no_entry(path):
    history, _ = opened()
    history.store_string("%first = 1")
    before = path.stat().st_size
    history.store_string("%a = 1\n%b = 2")
    data = path.read_bytes()
    for size in range(before, len(data)):
        path.write_bytes(data[:size])
        # What misses its last newline only is all there.
        whole = ["%a = 1\n%b = 2"] if size == len(data) - 1 else []
        assert loaded() == [*whole, "%first = 1"]
        history.store_string("%last = 1")
        assert loaded() == ["%last = 1", *whole, "%first = 1"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs limits of a process of its own")
def test_a_full_disk_takes_nothing_and_is_told(path):
    history, _ = opened()
    history.store_string("%x = 1")
    before = path.read_bytes()
    for room in (0, 1, 30, 60):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            process = os.fork()
        if process == 0:
            try:
                import resource

                resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, resource.RLIM_INFINITY))
                history, told = opened()
                history.store_string("%y = 2\n" * 40)
                os._exit(0 if len(told) == 1 and "history is not kept" in told[0] else 1)
            finally:
                os._exit(1)
        assert os.waitpid(process, 0)[1] == 0
        assert path.read_bytes() == before


def test_what_is_no_file_is_left_alone(path):
    path.mkdir(parents=True)
    assert "it is no file" in open_history()[1]


def test_a_very_long_file_is_read_from_its_end(path):
    history, _ = opened()
    for number in range(20):
        history.store_string(f"%x{number} = [{'1, ' * 300_000}1]")
    found = loaded()
    assert 5 < len(found) < 12
    assert found[0].startswith("%x19 ")
    history.store_string("%long = [" + "1, " * 600_000)
    assert loaded() == found


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_ended_at_any_moment_it_has_the_entry_or_has_it_not(path):
    KeptHistory(path, print)
    opened()[0].store_string("%first = 1")
    status, moment = 1, 0
    while status:
        moment += 1
        count = len(loaded())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            process = os.fork()
        if process == 0:
            seen = 0

            def look(_frame, event, _called, moment=moment):
                nonlocal seen
                seen += event in ("c_call", "c_return")
                if seen == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

            history, _ = opened()
            sys.setprofile(look)
            history.store_string("%a = 1\n%b = 2")
            sys.setprofile(None)
            os._exit(0)
        status = os.waitpid(process, 0)[1]
        assert len(loaded()) - count in (0, 1)
        assert set(loaded()) <= {"%first = 1", "%a = 1\n%b = 2"}
    assert Path(path).stat().st_mode & 0o777 == 0o600
