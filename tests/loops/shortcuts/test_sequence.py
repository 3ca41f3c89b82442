"""Counting choices and finding places, against the sequence written out in full."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts import sequence as counting
from floorjudge.loops.shortcuts.sequence import (
    Choice,
    Place,
    Steps,
    _most_bits,
    before,
    choice_at,
    count_choices,
    place_of,
    unpredictable_places,
    written_count,
)
from tests.loops.shortcuts.slow_model import sequences, unrolled
from tests.support.refusals import error_of

PASS = Choice("Bo", "pass")
TAP = Choice("Ana", "tap")
GOOGOL = 10**100


@pytest.mark.clauses("CR shortcuts.1", "CR shortcuts.1b")
@given(sequences)
def test_choices_are_counted_as_if_they_were_made(sequence: Steps) -> None:
    assert count_choices(sequence) == len(unrolled(sequence))
    assert written_count(sequence) == str(len(unrolled(sequence)))


@pytest.mark.clauses("CR shortcuts.2b")
@given(sequences)
def test_every_choice_has_one_place_and_places_stand_in_order(sequence: Steps) -> None:
    made = unrolled(sequence)
    places = [place for place, _ in made]
    assert places == sorted(set(places))
    for number, (place, choice) in enumerate(made):
        assert place_of(sequence, number) == place
        assert choice_at(sequence, place) == choice
    with pytest.raises(IndexError):
        place_of(sequence, len(made))


@pytest.mark.clauses("CR shortcuts.2b")
@given(sequences)
def test_a_sequence_that_ends_before_a_place_has_just_the_choices_before_it(sequence: Steps) -> None:
    made = [choice for _, choice in unrolled(sequence)]
    for number, (place, _) in enumerate(unrolled(sequence)):
        shorter = before(sequence, place)
        assert [choice for _, choice in unrolled(shorter)] == made[:number]
        assert count_choices(shorter) == number


@given(sequences, st.lists(st.integers(-1, 4), max_size=6).map(tuple))
def test_whatever_is_no_place_of_a_choice_is_refused(sequence: Steps, path: Place) -> None:
    known = dict(unrolled(sequence))
    if path in known:
        assert choice_at(sequence, path) == known[path]
    else:
        assert (error_of(BadInput, choice_at, sequence, path, "stop_at").where or "").startswith("stop_at")


def test_a_wrong_place_is_told_where_it_goes_wrong(subtests: pytest.Subtests) -> None:
    for path, code, where in [
        ((), "ends_at_a_repeat", "place"),
        ((2,), "no_such_item", "place[0]"),
        ((-1,), "no_such_item", "place[0]"),
        ((1,), "ends_at_a_repeat", "place"),
        ((1, 4), "ends_at_a_repeat", "place"),
        ((1, 5), "no_such_iteration", "place[1]"),
        ((1, 5, 0), "no_such_iteration", "place[1]"),
        ((1, -1, 0), "no_such_iteration", "place[1]"),
        ((1, 4, 2), "no_such_item", "place[2]"),
        ((1, 4, 1, 0), "nothing_inside", "place[3]"),
        ((0, 0), "nothing_inside", "place[1]"),
    ]:
        with subtests.test(path=path, code=code, where=where):
            refused = error_of(BadInput, choice_at, (TAP, Repeat((TAP, PASS), 5)), path)
            assert (refused.code, refused.where) == (code, where)


def test_repeats_of_a_googol_inside_each_other_are_ordinary() -> None:
    inner = Repeat((TAP, PASS, PASS), GOOGOL)
    sequence = (TAP, Repeat((TAP, inner, Repeat((inner, PASS), GOOGOL)), GOOGOL), PASS)
    once = 1 + 3 * GOOGOL + (3 * GOOGOL + 1) * GOOGOL
    assert count_choices(sequence) == 2 + once * GOOGOL
    place = (1, GOOGOL - 1, 2, 7, 0, GOOGOL // 2, 1)
    number = 1 + (GOOGOL - 1) * once + 1 + 3 * GOOGOL + 7 * (3 * GOOGOL + 1) + 3 * (GOOGOL // 2) + 1
    assert choice_at(sequence, place) == PASS
    assert count_choices(before(sequence, place)) == number
    assert place_of(sequence, number) == place
    assert place_of(sequence, 1 + once * GOOGOL) == (2,)


@given(sequences)
def test_a_closed_form_has_the_value_that_it_stands_for(sequence: Steps) -> None:
    longer = (*sequence, Repeat((PASS,), 10**9))
    written = written_count(longer, 3)
    assert isinstance(written, dict)
    assert eval(str(written["closed_form"]).replace("^", "**")) == count_choices(longer)  # noqa: S307 (our own answer)


@given(sequences, st.integers(0, 10**30))
def test_a_count_is_never_longer_than_it_was_taken_for(sequence: Steps, times: int) -> None:
    repeat = Repeat(sequence, times)
    for steps in (sequence, (repeat,), (*sequence, repeat)):
        assert count_choices(steps).bit_length() <= _most_bits(steps)


NEVER: Repeat[Choice] = Repeat((TAP,), 0)
NEVER_NINE_TIMES: Repeat[Choice] = Repeat((NEVER,), 9)


def test_a_closed_form_is_what_people_would_write(subtests: pytest.Subtests) -> None:
    for sequence, closed in [
        ((Repeat((TAP, Repeat((TAP, PASS), 10**9)), 10**8), PASS), "1 + 10^8*(1 + 10^9*2)"),
        ((Repeat((PASS,), 10**9), NEVER, NEVER_NINE_TIMES), "10^9"),
    ]:
        with subtests.test(closed=closed):
            assert written_count(sequence, 5) == {"closed_form": closed}


def test_a_count_at_the_budget_is_still_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_ALWAYS_COMPUTED", 0)
    sequence = (Repeat((PASS,), 99999),)
    assert written_count(sequence, 5) == "99999"
    assert written_count((*sequence, PASS), 5) == {"closed_form": "1 + 99999"}


def test_numbers_that_nobody_could_write_are_not_even_computed() -> None:
    sequence: Steps = (PASS,)
    for _ in range(10):
        sequence = (Repeat(sequence, 10**90_000), PASS)
    written = written_count(sequence)
    assert isinstance(written, dict)
    assert str(written["closed_form"]).startswith("1 + 10^90000*(1 + 10^90000*(")


def _conditional(sequence: Steps) -> Steps:
    """Return a sequence whose untapping is conditional."""
    return tuple(
        Repeat(_conditional(step.body), step.times)
        if isinstance(step, Repeat)
        else Choice(step.by, step.do, step.do == "untap")
        for step in sequence
    )


@pytest.mark.clauses("CR shortcuts.2a")
@given(sequences)
def test_every_conditional_choice_is_found_however_often_it_is_made(sequence: Steps) -> None:
    marked = _conditional(sequence)
    found = list(unpredictable_places(marked))
    assert len(found) == repr(marked).count("conditional=True")
    known = dict(unrolled(marked))
    assert all(known.get(place, choice) == choice for place, choice in found)
    assert [(place, choice) for place, choice in known.items() if choice.conditional][:1] == [
        (place, choice) for place, choice in found if place in known
    ][:1]
