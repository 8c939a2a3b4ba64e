"""``fmt`` in each of its forms, over changed programs: what is wrong stays wrong, what is right stays so, no comment is lost."""

import re
from argparse import Namespace
from random import Random

import pytest
from hostile.text_mutation import codes, mutated, read, texts

from hlorepl.batch.fmt import format_text
from hlorepl.errors import HloError
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

FORMS = {
    "pretty": {"generic": False, "canonical_names": False},
    "generic": {"generic": True, "canonical_names": False},
    "canonical names": {"generic": False, "canonical_names": True},
}
NOTE = re.compile(r"// note \d+")
SEEDS = 400


def laid_out(text: str, form: str) -> str:
    return format_text(text, "mutant.mlir", Namespace(kind="mlir", **FORMS[form]))


def with_notes(random: Random, text: str) -> str:
    """The text with comments behind lines and between them."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if random.random() < 0.25:
            lines[number] = f"{line}{random.choice(('  ', chr(10)))}// note {number}"
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_no_form_changes_what_a_program_is(form: str):
    asked = wrong = 0
    refused: set[str] = set()
    for seed in range(SEEDS):
        random = Random(seed)
        text = with_notes(random, mutated(random, random.choice(texts())))
        module = read(text)
        if module is None:
            with pytest.raises(HloError):
                laid_out(text, form)
            continue
        problems = codes(module)
        try:
            found = laid_out(text, form)
        except HloError as error:  # a constant is looked at when its numbers are first needed
            refused.add(error.code)
            continue
        asked += 1
        wrong += bool(problems)
        assert codes(parse(Source(found, "mutant.mlir"))) == problems, seed
        assert sorted(NOTE.findall(found)) == sorted(NOTE.findall(text)), seed
        assert laid_out(found, form) == found, seed
    assert refused <= {"syntax.literal"}
    assert asked > SEEDS / 5
    assert wrong > SEEDS / 20
