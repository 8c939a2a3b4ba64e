"""Undo goes back to all of what was: models, recordings, settings, random numbers; what fails or is interrupted has done nothing."""

import pytest
from hostile import interrupts

import hlorepl


@pytest.fixture
def session(monkeypatch):
    monkeypatch.chdir(interrupts.folder())
    return interrupts.replayed([":load model.yaml", ":mdf step"])


CHANGES = [
    *(":mdf step", ":mdf step 0.5", ":mdf run 4 0.1", ":mdf run 5 rows.npz", ":mdf set n.a 5", ":mdf record n.a"),
    *(":mdf watch n.a", ":mdf reset", ":mdf sweep n.a=0:1:3", ":mdf integrate 1 5", ":seed 3", ":load model.yaml", ":load model.onnx"),
    *(interrupts.RANDOM, ":mdf step\n:mdf step\n:mdf take n.o t"),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_undo_takes_back_what_became_of_models_and_random_numbers(session, change):
    before = interrupts.contents(session)
    result = session.execute(change)
    assert result.error is None or change == ":mdf integrate 1 5"
    after = interrupts.contents(session)
    assert (after != before) == (result.error is None)
    for _ in range(2 if result.error is None else 0):
        assert session.undo()
        assert interrupts.model_of(session) == before[3]
        assert interrupts.drawn(session) == before[-1]
        assert session.redo()
        assert interrupts.model_of(session) == after[3]
        assert interrupts.drawn(session) == after[-1]


def test_what_runs_after_undo_is_what_would_have_run(session):
    run = ":mdf run 7 0.5\n:mdf take n.o rows"
    other = interrupts.replayed([":load model.yaml", ":mdf step"])
    assert other.execute(run).error is None
    for entry in (":mdf run 300", ":mdf set n.a 5", ":seed 4", ":mdf step", ":mdf reset", ":load model.yaml"):
        assert session.execute(entry).error is None
    while session.models["mdf"].runner.trials != 1 or len(session.history) > 3:
        assert session.undo()
    assert session.execute(run).error is None
    assert session["rows"].tolist() == other["rows"].tolist()


@pytest.mark.parametrize(
    "command", [":mdf step bad=1", ":mdf set n.b 1", ":mdf record n.x", ":mdf watch q.x", ":mdf run 3 0.1 n.q=2"]
)
def test_a_command_that_fails_has_changed_nothing(session, command):
    before = interrupts.contents(session)
    assert session.execute(command).error is not None
    assert interrupts.contents(session) == before


def test_a_value_that_is_drawn_twice_is_the_same_after_undo(session):
    session.execute(interrupts.RANDOM)
    first = session["r"].tolist()
    session.execute(interrupts.RANDOM)
    second = session["r"].tolist()
    session.execute(":undo")
    session.execute(interrupts.RANDOM)
    assert session["r"].tolist() == second != first


def test_conditions_that_hold_a_number_of_times_hold_it_again_after_undo(tmp_path):
    text = interrupts.MODEL.replace(
        "{type: EveryNCalls, kwargs: {dependencies: n, n: 2}}",
        "{type: NWhen, kwargs: {n: 2, condition: {type: EveryNCalls, kwargs: {dependencies: n, n: 1}}}}",
    )
    path = tmp_path / "model.yaml"
    path.write_text(text + "      # NWhen\n")
    session = hlorepl.Session()
    assert session.execute(f":load {path}\n:mdf step").error is None
    seen = interrupts.model_of(session)
    for _ in range(3):
        session.execute(":mdf run 1")
        after = interrupts.model_of(session)
        session.undo()
        assert interrupts.model_of(session) == seen
        session.redo()
        assert interrupts.model_of(session) == after
        session.undo()


def test_another_backend_is_the_same_session(session):
    session.execute("%x = 3\n%x = 4")
    before = interrupts.contents(session)
    assert session.execute(":backend numpy").error is None
    # The command is noted; all else is as it was.
    assert interrupts.contents(session)[1:] == before[1:]
    assert session.undo()


@pytest.mark.slow
# Python itself drops an interrupt that meets a generator while that is closed.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("entry", [":seed 3", interrupts.RANDOM, ":mdf step"])
def test_an_interrupt_at_any_moment_finds_it_before_or_after(entry, monkeypatch):
    monkeypatch.chdir(interrupts.folder())
    first, parts = [":load model.yaml", ":mdf step"] if "mdf" in entry else [], entry.split("\n")
    ways = [["\n".join(parts[:count])] if count else [] for count in range(len(parts) + 1)]
    answers = [interrupts.contents(interrupts.replayed([*first, *way])) for way in ways]
    for at in range(1, 3000):
        session = interrupts.replayed(first)
        if not interrupts.interrupted(session, entry, at):
            break
        assert interrupts.contents(session) in answers, at
    assert at > 100
