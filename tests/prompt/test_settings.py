"""Settings of the file: each is checked, and none is ignored."""

import pytest

from hlorepl import config
from hlorepl.errors import HloError
from hlorepl.prompt.highlight import style


@pytest.fixture
def written(tmp_path, monkeypatch):
    path = tmp_path / "config.toml"
    monkeypatch.setenv("HLOREPL_CONFIG", str(path))
    return path


def text_of(key: str, value: str) -> str:
    table, _, name = key.rpartition(".")
    return f"[{table}]\n{name} = {value}\n" if table else f"{name} = {value}\n"


@pytest.mark.parametrize("key", config.CHOICES)
def test_a_word_is_one_of_those_that_there_are(key, written):
    for word in config.CHOICES[key]:
        written.write_text(text_of(key, f'"{word}"'))
        assert config.load()[key] == word
    written.write_text(text_of(key, '"nonesuch"'))
    with pytest.raises(HloError, match=f"{key} must be one of") as caught:
        config.load()
    assert caught.value.code == "config.value"


@pytest.mark.parametrize("key", [key for key, (of, _) in config.KEYS.items() if of is int])
def test_numbers_are_not_below_zero(key, written):
    written.write_text(text_of(key, "7"))
    assert config.load()[key] == 7
    written.write_text(text_of(key, "-1"))
    with pytest.raises(HloError, match="below zero"):
        config.load()


@pytest.mark.parametrize("key", config.KEYS)
def test_the_type_is_checked_and_the_default_holds(key, written):
    written.write_text("")
    assert config.load()[key] == config.KEYS[key][1]
    config.check(key, config.KEYS[key][1])
    written.write_text(text_of(key, "1.5"))
    with pytest.raises(HloError, match="must be a"):
        config.load()


def test_a_style_that_is_not_there_is_said():
    with pytest.raises(HloError, match="no Pygments style monokia") as caught:
        style("monokia")
    assert any("monokai" in line for line in caught.value.help)
