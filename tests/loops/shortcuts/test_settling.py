"""Answers to a proposal, against a sequence that is written out in full."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, Refused
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.sequence import Choice, Steps, count_choices
from floorjudge.loops.shortcuts.settling import (
    Answer,
    AnswerAwaited,
    Proposal,
    Settled,
    Taken,
    asked_in_order,
    check_different,
    settle,
)
from tests.loops.shortcuts.slow_model import PLAYERS, sequences, unrolled
from tests.support.refusals import error_of

GOOGOL = 10**100
PASS = Choice("Bo", "pass")
TAP = Choice("Ana", "tap")

proposals = st.builds(
    Proposal,
    turn_order=st.permutations(PLAYERS).map(tuple),
    proposer=st.sampled_from(PLAYERS),
    sequence=sequences,
    end_priority=st.sampled_from(PLAYERS),
)


def taken_with(proposal: Proposal, *answers: Answer) -> Taken:
    settled = settle(proposal, answers)
    assert isinstance(settled, Taken)
    return settled


@st.composite
def answered(draw: st.DrawFn) -> tuple[Proposal, tuple[Answer, ...], int | None]:
    """Draw a proposal, good answers of some players, and how many choices are made in the end (None: all)."""
    proposal = draw(proposals)
    made = unrolled(proposal.sequence)
    end: int | None = None
    answers = []
    for player in asked_in_order(proposal)[: draw(st.integers(0, 2))]:
        theirs = [number for number, (_, choice) in enumerate(made[:end]) if choice.by == player]
        number = draw(st.sampled_from([None, *theirs]))
        answers.append(Answer(player, None if number is None else made[number][0]))
        end = end if number is None else number
    return proposal, tuple(answers), end


@pytest.mark.clauses("CR shortcuts.2", "CR shortcuts.2b", "CR shortcuts.2c")
@given(answered())
def test_the_last_place_named_is_where_it_ends(given_: tuple[Proposal, tuple[Answer, ...], int | None]) -> None:
    proposal, answers, end = given_
    made = unrolled(proposal.sequence)
    settled = settle(proposal, answers)
    place = None if end is None else made[end][0]
    if len(answers) < 2:
        assert settled == AnswerAwaited(asked_in_order(proposal)[len(answers)], place)
        return
    assert isinstance(settled, Taken)
    assert settled.stopped_at == place
    assert count_choices(settled.sequence) == (len(made) if end is None else end)
    assert [each for _, each in unrolled(settled.sequence)] == [each for _, each in made[:end]]
    if end is None:
        assert (settled.player, settled.must_differ_from) == (proposal.end_priority, None)
    else:
        assert (settled.player, settled.must_differ_from) == (made[end][1].by, made[end][1].do)


@pytest.mark.clauses("CR shortcuts.2b")
@given(proposals, st.data())
def test_only_a_choice_of_ones_own_before_the_end_can_be_named(proposal: Proposal, data: st.DataObject) -> None:
    made = unrolled(proposal.sequence)
    assume(made)
    first, second = asked_in_order(proposal)
    early, late = (data.draw(st.integers(0, len(made) - 1)) for _ in range(2))
    answers = (Answer(first, made[early][0]), Answer(second, made[late][0]))
    if made[early][1].by != first:
        wrong = ("not_their_choice", "answers[0].stop_at")
    elif made[late][1].by != second:
        wrong = ("not_their_choice", "answers[1].stop_at")
    elif late >= early:
        wrong = ("not_before_the_end", "answers[1].stop_at")
    else:
        assert isinstance(settle(proposal, answers), Taken)
        return
    refused = error_of(BadInput, settle, proposal, answers)
    assert (refused.code, refused.where) == wrong


@pytest.mark.clauses("CR shortcuts.2c")
def test_who_cut_it_short_must_do_something_else() -> None:
    proposal = Proposal(("Ana", "Bo"), "Ana", (TAP, PASS), "Ana")
    stopped = taken_with(proposal, Answer("Bo", (1,)))
    check_different(stopped, "cast a spell")
    check_different(taken_with(proposal, Answer("Bo")), "pass")
    refused = error_of(Refused, check_different, stopped, "pass")
    assert refused.clauses == ("CR shortcuts.2c",)
    assert (
        refused.message("en")
        == "Bo stopped the shortcut here to do something else than “pass”, and must. (CR shortcuts.2c)"
    )


@pytest.mark.clauses("CR shortcuts.2b")
def test_who_cannot_stop_at_a_place_is_told_whose_choice_it_is() -> None:
    theirs = error_of(BadInput, _settled, (Answer("Bo", (0,)),))
    assert (
        theirs.message("en")
        == "It is Ana who chooses at this place; Bo can stop only where Bo chooses. (CR shortcuts.2b)"
    )
    nobodys = error_of(BadInput, _settled, (Answer("Bo", (0,)),), sequence=(Choice(None, "untap"),))
    assert (
        nobodys.message("en") == "No player chooses at this place; Bo can stop only where Bo chooses. (CR shortcuts.2b)"
    )
    beyond = error_of(BadInput, _settled, (Answer("Bo", (2,)),))
    assert beyond.message("en") == "There are 2 items here; the first has the index 0."
    too_many = error_of(BadInput, _settled, (Answer("Bo", (0, 5, 0)),), sequence=(Repeat((PASS,), 5),))
    assert "below the times of the repeat: 5" in too_many.message("en")


@pytest.mark.clauses("CR shortcuts.2b", "CR shortcuts.2c")
def test_places_deep_within_a_googol_are_compared_at_once() -> None:
    sequence = (Repeat((TAP, Repeat((PASS, Choice("Cy", "pass")), GOOGOL)), GOOGOL),)
    proposal = Proposal(PLAYERS, "Ana", sequence, "Ana")
    bo = Answer("Bo", (0, GOOGOL - 1, 1, GOOGOL // 3, 0))
    settled = taken_with(proposal, bo, Answer("Cy", (0, GOOGOL - 1, 1, GOOGOL // 3 - 1, 1)))
    assert count_choices(settled.sequence) == (GOOGOL - 1) * (1 + 2 * GOOGOL) + 1 + 2 * (GOOGOL // 3 - 1) + 1
    refused = error_of(BadInput, settle, proposal, (bo, Answer("Cy", (0, GOOGOL - 1, 1, GOOGOL // 3, 1))))
    assert (refused.code, refused.where) == ("not_before_the_end", "answers[1].stop_at")


def test_the_answers_to_a_refused_shortcut_are_checked_as_any(subtests: pytest.Subtests) -> None:
    maybe = Choice("Bo", "counter it", conditional=True)
    for answer, wrong in (
        (Answer("Dee"), ("not_a_player", "answers[0].player")),
        (Answer("Cy"), ("not_asked", "answers[0].player")),
        (Answer("Bo", (7,)), ("no_such_item", "answers[0].stop_at[0]")),
        (Answer("Bo", (0,)), ("not_their_choice", "answers[0].stop_at")),
    ):
        with subtests.test(answer=str(answer)):
            refused = error_of(BadInput, _settled, (answer,), sequence=(TAP, maybe))
            assert (refused.code, refused.where) == wrong


def _settled(answers: tuple[Answer, ...], **changed: object) -> Settled:
    fields = {"turn_order": PLAYERS, "proposer": "Ana", "sequence": (TAP, PASS), "end_priority": "Ana"}
    return settle(Proposal(**(fields | changed)), answers)  # type: ignore[arg-type]  # each case changes one field


def test_what_does_not_fit_together_is_named(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, ...]] = [
        ({"turn_order": ()}, (), "no_players", "turn_order"),
        ({"turn_order": ("Ana", "Bo", "Ana")}, (), "named_twice", "turn_order[2]"),
        ({"proposer": "Di"}, (), "not_a_player", "proposer"),
        ({"end_priority": "Di"}, (), "not_a_player", "end_priority"),
        ({"sequence": ()}, (), "nothing_proposed", "sequence"),
        ({"sequence": (TAP, Choice("Di", "pass"))}, (), "not_a_player", "sequence[1].by"),
        ({"sequence": (TAP, Repeat((), 3))}, (), "nothing_proposed", "sequence[1].repeat"),
        ({"sequence": (TAP, Repeat((TAP,), -1))}, (), "negative_times", "sequence[1].times"),
        ({"sequence": (Repeat((Repeat((), 3),), 3),)}, (), "nothing_proposed", "sequence[0].repeat[0].repeat"),
        ({"sequence": (Choice(None, "untap"),)}, (Answer("Bo", (0,)),), "nobodys_choice", "answers[0].stop_at"),
        ({}, (Answer("Cy"),), "not_asked", "answers[0].player"),
        ({}, (Answer("Bo"), Answer("Bo")), "not_asked", "answers[1].player"),
        ({}, (Answer("Di"),), "not_a_player", "answers[0].player"),
        ({}, (Answer("Bo"), Answer("Cy"), Answer("Ana")), "nobody_asked", "answers[2].player"),
        ({}, (Answer("Bo", (2,)),), "no_such_item", "answers[0].stop_at[0]"),
        ({}, (Answer("Bo", (1,)), Answer("Cy", (1, 0))), "nothing_inside", "answers[1].stop_at[1]"),
    ]
    for changed, answers, code, where in cases:
        with subtests.test(changed=changed, answers=answers, code=code, where=where):
            refused = error_of(BadInput, _settled, answers, **changed)
            assert (refused.code, refused.where) == (code, where)


def test_repeats_cannot_stand_inside_each_other_for_ever() -> None:
    sequence: Steps = (TAP,)
    for _ in range(100):
        sequence = (Repeat(sequence, 2),)
    assert isinstance(_settled((), sequence=sequence), AnswerAwaited)
    refused = error_of(BadInput, _settled, (), sequence=(Repeat(sequence, 2),))
    assert (refused.code, refused.where) == ("too_deep", "sequence" + "[0].repeat" * 101)
    assert "up to 100 deep" in refused.message("en")
