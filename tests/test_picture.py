"""The picture of a session in README: what the script draws, and what a session answers."""

import html
import importlib.util
import re
from pathlib import Path

import hlorepl
from hlorepl.display.look import Look
from hlorepl.display.screen import Screen
from hlorepl.display.theme import NOTHING

DOCS = Path(__file__).parent.parent / "docs"


def words(svg: str) -> str:
    """The text in a picture, without blanks."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return "".join(html.unescape("".join(texts)).split())


def test_the_picture_shows_what_a_session_answers():
    spec = importlib.util.spec_from_file_location("session_picture", DOCS / "session_picture.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    kept = words((DOCS / "session.svg").read_text(encoding="utf-8"))
    assert kept == words(script.picture())
    session, screen = hlorepl.Session(), Screen(Look(width=script.WIDTH, theme=NOTHING, lines=30))
    for number, entry in enumerate(script.ENTRIES, 1):
        result = session.execute(entry, name=f"In[{number}]")
        lines = [line for item in result.shown for line in screen.lines(item)]
        lines += screen.error(result.error).split("\n") if result.error is not None else []
        assert "".join(f"hlo> {entry}".split()) in kept
        assert all("".join(line.split()) in kept for line in lines)


def test_the_picture_asks_nobody_for_fonts():
    assert "url(" not in (DOCS / "session.svg").read_text(encoding="utf-8").replace("url(#", "")
