"""Values and programs as HTML."""

import html
import re

import pytest

import hlorepl


def shown(text: str) -> str:
    result = hlorepl.Session().execute(text)
    assert result.error is None, str(result.error)
    return result.values[-1]._repr_html_()


def cells(text: str) -> list[list[str]]:
    return [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", shown(text))]


def test_a_matrix_is_a_table():
    assert cells("%x = [[1, 2], [3, 4]] : i32") == [["1", "2"], ["3", "4"]]
    assert cells("%x = [1.5, nan, -inf]") == [["1.5", "nan", "-inf"]]
    assert cells("%x = [true, false]") == [["true", "false"]]


def test_name_and_type_are_escaped():
    assert "%x : tensor&lt;2xf32&gt;" in shown("%x = [1.0, 2.0]")
    assert "<2xf32>" not in shown("%x = [1.0, 2.0]")


@pytest.mark.parametrize(
    "text", ["%x = 1.5", "%x = [[[1, 2]]] : i8", "%x = iota dim = 0 : tensor<1000xi32>", "%x = [] : tensor<0xf32>"]
)
def test_what_is_no_table_is_the_terminals_text(text):
    result = hlorepl.Session().execute(text)
    assert result.error is None, str(result.error)
    page = result.values[-1]._repr_html_()
    assert "<table>" not in page
    numbers = result.text.partition("=")[2].strip().split("\n")[0]
    assert numbers in html.unescape(page)


def test_a_module_is_its_text_in_colours():
    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}"
    page = hlorepl.parse(text)._repr_html_()
    assert "<span style=" in page
    assert "func.func @main(%x: tensor<2xf32>)" in html.unescape(re.sub("<.*?>", "", page)).replace("\xa0", " ")


def test_a_program_shows_its_comments():
    text = "// top\n\nmodule {\n  // above\n  func.func @main() { // open\n    return // beside\n  }\n}\n// bottom\n"
    page = hlorepl.parse(text)._repr_html_()
    for word in ("// top", "// above", "// open", "// beside", "// bottom"):
        assert word in page
