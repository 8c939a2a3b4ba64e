"""Settings: each is checked, in the file and by ``:set``; none is ignored."""

import subprocess
import sys
from pathlib import Path

import pytest

import hlorepl
from hlorepl import config
from hlorepl.config import SETTINGS, Settings
from hlorepl.errors import HloError

EVERY = list(SETTINGS.values())


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.delenv("HLOREPL_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "hlorepl" / "config.toml"
    path.parent.mkdir()
    return path


def toml(key: str, value: str) -> str:
    table, _, name = key.rpartition(".")
    return f"[{table}]\n{name} = {value}\n" if table else f"{name} = {value}\n"


@pytest.mark.parametrize("setting", EVERY, ids=lambda each: each.key)
def test_what_a_setting_says_of_itself_is_read_back(setting, file):
    line = Settings().line(setting.key).partition(" = ")[2]
    file.write_text(toml(setting.key, line))
    assert config.load()[setting.key] == setting.default
    assert setting.about


@pytest.mark.parametrize("setting", EVERY, ids=lambda each: each.key)
@pytest.mark.parametrize("value", ["[1]", "2.5", "-3", '"no such word"', "true", "{}"])
def test_a_value_is_one_of_those_that_it_may_be_or_an_error(setting, value, file):
    wanted = type(setting.default)
    fits = {bool: value == "true", int: False, str: value.startswith('"') and not setting.choices}[wanted]
    file.write_text(toml(setting.key, value))
    if value == "{}":  # an empty table says nothing
        assert config.load()[setting.key] == setting.default
    elif fits:
        assert config.load()[setting.key] is not None
    else:
        with pytest.raises(HloError) as found:
            config.load()
        assert found.value.code == "config.value"
        assert setting.key in found.value.message
        assert str(file) in found.value.message


@pytest.mark.parametrize("setting", [each for each in EVERY if each.choices], ids=lambda each: each.key)
def test_every_word_of_a_choice_is_taken(setting):
    session = hlorepl.Session()
    for word in setting.choices:
        error = session.execute(f":set {setting.key} {word}").error
        assert (error is not None) is setting.for_start
        assert error is None or "when hlorepl starts" in error.message
        assert session.execute(f":set {setting.key}").text.startswith(f"{setting.key} = ")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("colour = 1", "config.key"),
        ("[promt]\nstyle = 'x'", "config.key"),
        ("[prompt.style]\nx = 1", "config.key"),
        ("[prompt]\nediting_mode = 'vim'", "config.value"),
        ("[prompt", "config.file"),
    ],
)
def test_wrong_files_are_refused(text, code, file):
    file.write_text(text)
    with pytest.raises(HloError) as found:
        config.load()
    assert found.value.code == code


def test_near_names_are_offered(file):
    file.write_text("[prompt]\nstyel = 'x'")
    with pytest.raises(HloError, match=r"no setting prompt\.styel") as found:
        config.load()
    assert found.value.help == ["did you mean prompt.style?"]


def test_settings_are_shown_and_changed_in_a_session():
    session = hlorepl.Session()
    told: list[str] = []
    session.settings.changed.append(told.append)
    shown = session.execute(":set").text
    assert all(each.key in shown and each.about in shown for each in EVERY)
    assert session.execute(":set prompt.editing_mode vi").text == 'prompt.editing_mode = "vi"'
    assert session.execute(":set prompt.hints = off").text == "prompt.hints = false"
    assert session.execute(":set display.lines 12").text == "display.lines = 12"
    assert told == ["prompt.editing_mode", "prompt.hints", "display.lines"]
    for line in (
        ":set prompt.editing_mode vim",
        ":set prompt.hnts off",
        ":set display.lines many",
        ":set backend cupy",
    ):
        error = session.execute(line).error
        assert error is not None
        assert error.code in ("config.value", "config.key")
    assert session.settings["prompt.editing_mode"] == "vi"


def test_where_settings_are_is_said_where_one_looks(tmp_path):
    helped = subprocess.run([sys.executable, "-m", "hlorepl", "--help"], capture_output=True, text=True, check=True)
    assert "config.toml" in helped.stdout
    assert "HLOREPL_CONFIG" in helped.stdout
    for text in (":help set", ":help"):
        said = hlorepl.Session().execute(text).text
        assert "config.toml" in said
        assert "HLOREPL_CONFIG" in said
    assert "config.toml" in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("setting", EVERY, ids=lambda each: each.key)
def test_a_settings_words_are_completed(setting):
    from hlorepl.session.completion import complete

    session = hlorepl.Session()
    line = f":set {setting.key[:-1]}"
    assert setting.key in [each.text for each in complete(line, len(line), session)]
    line = f":set {setting.key} "
    assert [each.text for each in complete(line, len(line), session)] == sorted(setting.choices)[:500]


def test_the_page_about_the_prompt_has_every_setting():
    page = (Path(__file__).parents[2] / "docs" / "prompt.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(" `"): line for line in page.splitlines() if line.startswith("| `")}
    assert set(rows) == set(SETTINGS)
    for key, row in rows.items():
        assert Settings().line(key).partition(" = ")[2] in row
        assert SETTINGS[key].about in row
