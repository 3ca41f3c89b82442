"""Famous loops, played on the engine and certified; what each should do was written from the card texts beforehand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import certificate_value
from floorjudge.magic.proof.certifying import certify
from tests.magic.cases import Example, begun, change, counted, examples
from tests.magic.loops_page import changes, kept_of

LOOPS = [case for case in examples() if case.expected["per_iteration"] is not None]
PLAYED = 3
SAID = ("verdict", "draw", "mandatory")


# The first of their kinds, which take seconds.
HEAVY = {"dockside-extortionist-emiel", "aggravated-assault-bear-umbra"}


def one_of_each_kind() -> Iterator[object]:
    """Yield all examples, those that are heavy or not the first of their kind marked as needing the engine for longer."""
    kinds: set[str] = set()
    for case in examples():
        kind = case.given["about"]["kind"]
        yield pytest.param(case, id=case.name, marks=pytest.mark.engine if kind in kinds or case.name in HEAVY else ())
        kinds.add(kind)


def test_every_iteration_does_what_the_cards_say(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for case in LOOPS:
        with subtests.test(name=case.name):
            table = begun(case, library)
            before = counted(table)
            for _ in range(PLAYED):
                assert play_body(table, case.body).open_question is None
                after = counted(table)
                assert change(before, after, case) == case.per_iteration
                before = after


# What is kept of a loop but for how far it was confirmed is the same with less work.
BUDGET = 0.05
KEPT = ("evidence", "verdict", "per_iteration", "period")


@pytest.mark.clauses("MTR 4.4.3", "CR shortcuts.4")
@pytest.mark.parametrize("case", list(one_of_each_kind()))
def test_the_certificate_says_what_the_cards_say(case: Example, library: CardLibrary) -> None:
    # The book has it with another life than the example where that is certified: it may be over sooner.
    kept = kept_of(case).facts
    found = certify(read_loop_case(kept["case"]), library, budget=BUDGET)
    now = certificate_value(found, "en")
    if found.verdict == "undecided":
        assert kept["verdict"] == "undecided"
        assert case.given["about"]["open"]
        return
    assert {name: kept[name] for name in KEPT} == {name: now[name] for name in KEPT}
    assert changes(found, case) == case.per_iteration
    assert found.evidence in {"certified", "extended"}
    assert {name: getattr(found, name) for name in SAID} == {name: case.expected[name] for name in SAID}
    assert list(found.maintained_by) == case.expected["maintained_by"]
    assert (found.stopped_by and found.stopped_by.kind) == case.expected.get("stopped_by")


def test_what_the_engine_cannot_do_yet_is_still_so(library: CardLibrary, subtests: pytest.Subtests) -> None:
    """When this fails, the engine has learnt something, and the example belongs among the loops."""
    for case in examples("gaps"):
        with subtests.test(name=case.name):
            assert case.given["about"]["gap"]
            assert not _goes_as_the_cards_say(case, library)


def _goes_as_the_cards_say(case: Example, library: CardLibrary) -> bool:
    try:
        table = begun(case, library)
        before = counted(table)
        for _ in range(PLAYED):
            play_body(table, case.body)
            after = counted(table)
            if change(before, after, case) != case.per_iteration:
                return False
            before = after
    except FloorjudgeError as error:
        return error.code not in {"not_possible", "empty_stack", "not_their_step", "answer_needed"}
    return True


def test_every_kind_of_loop_is_among_the_famous_ones() -> None:
    kinds = {case.given["about"]["kind"] for case in LOOPS}
    assert kinds >= set("mana tokens life mill damage blink turns combats persist undying copy".split())
    assert len(LOOPS) >= 40
