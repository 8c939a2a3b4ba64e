"""Themes: every colour can be read on the background that it was chosen for."""

import pytest
from prompt_toolkit.styles import BaseStyle

from hlorepl.display.theme import NOTHING, READABLE, ROLES, TOKENS, WITHOUT_COLOURS, Theme, contrast, rgb_of, theme_for
from hlorepl.prompt.highlight import style

GREYS = [(grey, grey, grey) for grey in range(0, 256, 15)]
KNOWN = [
    (0, 43, 54),
    (253, 246, 227),
    (40, 42, 54),
    (30, 30, 46),
    (46, 52, 64),
    (0, 0, 128),
    (255, 255, 221),
    (46, 0, 46),
]
XTERM = {"TERM": "xterm-256color"}


def colours_of(text: str) -> list[str]:
    return [word for word in text.split() if word.startswith("#")]


@pytest.mark.parametrize("background", [*GREYS, *KNOWN], ids=str)
def test_colours_can_be_read(background):
    theme = Theme(background)
    for text in theme.styles.values():
        for colour in colours_of(text):
            assert contrast(rgb_of(colour), background) >= READABLE


def test_the_usual_backgrounds_have_every_colour():
    for background in ((0, 0, 0), (255, 255, 255), *KNOWN):
        styles = Theme(background).styles
        assert all(colours_of(styles[role]) for role, of in ROLES.items() if of.on_dark)


@pytest.mark.parametrize("theme", [WITHOUT_COLOURS, NOTHING])
def test_without_colours_there_are_bold_letters_and_underlines(theme):
    assert {word for text in theme.styles.values() for word in text.split()} <= {"bold", "underline"}


@pytest.mark.parametrize("background", [*GREYS[:4], *GREYS[-4:], *KNOWN, None], ids=str)
def test_whatever_the_prompt_writes_can_be_read(background):
    theme = Theme(background)
    found: BaseStyle = style(theme)
    for name, text in found.style_rules:
        words = text.split()
        behind = next((rgb_of(word.removeprefix("bg:")) for word in words if word.startswith("bg:")), background)
        for colour in colours_of(text):
            assert behind is not None
            assert contrast(rgb_of(colour), behind) >= READABLE, name
        if background is None:
            assert set(words) <= {"bold", "underline", "noinherit"}, name


def test_every_token_has_a_role():
    assert set(TOKENS.values()) <= set(ROLES)


@pytest.mark.parametrize(
    ("environment", "answer", "setting", "wanted"),
    [
        ({}, None, "auto", "nothing"),
        ({"TERM": "dumb"}, (0, 0, 0), "auto", "nothing"),
        (XTERM, None, "auto", "none"),
        (XTERM, (0, 0, 0), "auto", "dark"),
        (XTERM, (255, 255, 255), "auto", "light"),
        (XTERM, (255, 255, 255), "none", "none"),
        (XTERM, None, "dark", "dark"),
        (XTERM, (0, 0, 0), "light", "light"),
        (XTERM | {"COLORFGBG": "15;0"}, None, "auto", "dark"),
        (XTERM | {"COLORFGBG": "0;default;15"}, None, "auto", "light"),
        (XTERM | {"COLORFGBG": "0;default"}, None, "auto", "none"),
        (XTERM | {"COLORFGBG": "15"}, None, "auto", "none"),
        (XTERM | {"COLORFGBG": "15;0"}, (255, 255, 255), "auto", "light"),
        (XTERM | {"NO_COLOR": "1"}, (255, 255, 255), "dark", "none"),
        ({"TERM": "linux"}, (0, 0, 0), "auto", "none"),
        ({"TERM": "vt100"}, (0, 0, 0), "auto", "none"),
    ],
)
def test_which_theme_a_terminal_has(environment, answer, setting, wanted):
    theme = theme_for(answer, setting, environment)
    if not theme.has_colours:
        assert wanted == ("nothing" if theme is NOTHING else "none")
    else:
        assert wanted == ("dark" if theme.is_dark else "light")
