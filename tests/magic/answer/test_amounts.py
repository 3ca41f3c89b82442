"""The amounts that a loop changes: where growing changes begin, and what goes on otherwise after a break."""

from __future__ import annotations

from typing import Any

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer.amounts import Amounts, Later, amounts_of
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate, Line, Segment
from floorjudge.texts import render, text
from tests.magic.made_up import GAIN, watched

NAMES = {"life.0": text("life"), "library.1": text("cards")}


def amounts(change: tuple[int, ...], *segments: Segment, **more: Any) -> Amounts:
    """Return the amounts of a loop that changes life so at first, and takes one card from a library each time."""
    case = read_loop_case({**watched(GAIN), "times": 99})
    lines = (Line("life.0", NAMES["life.0"], change), Line("library.1", NAMES["library.1"], (-1,)))
    certificate = Certificate(
        case=case, players=case.position.names, sentences=(), lines=lines, segments=segments, **more
    )
    return amounts_of(case, certificate, CardLibrary.of_texts([]))


def broken(after: int, life: tuple[int, ...], *, last: int = 1, odd: bool = False, done: bool = False) -> Segment:
    """Return the iterations after a break, in which no card is taken from the library any more."""
    return Segment(after, {"life.0": last, "library.1": -1}, 0, max(1, len(life)), {"life.0": life}, NAMES, odd, done)


def names(later: Later) -> list[str]:
    """Return the names of the amounts that change after a break."""
    return [render(each.label, "en") for each in later.amounts]


def test_an_amount_that_goes_on_as_before_a_break_is_left_out() -> None:
    (one,) = amounts((1,), broken(6, (1,))).later
    assert (names(one), one.begins) == (["cards"], "7")
    (one,) = amounts((1,), broken(6, (2,))).later
    assert names(one) == ["life", "cards"]


def test_a_last_iteration_that_differs_is_told() -> None:
    (one,) = amounts((1,), broken(6, (1,), last=3, odd=True)).later
    assert names(one) == ["life", "cards"]
    (one,) = amounts((1,), broken(6, (), last=3, odd=True, done=True)).later
    assert names(one) == ["life"]


def test_a_break_after_which_nothing_differs_is_left_out() -> None:
    first = broken(6, (1,))
    again = Segment(9, {"life.0": 1}, 0, 1, {"life.0": (1,)}, NAMES, last_is_odd=False, is_done=False)
    assert [names(each) for each in amounts((1,), first, again).later] == [["cards"]]


def test_changes_of_another_number_of_iterations_are_told() -> None:
    (one,) = amounts((1,), broken(6, (1, 1))).later
    assert names(one) == ["life", "cards"]


def test_growing_changes_have_the_iteration_that_they_begin_with() -> None:
    growing = amounts((3, 4, 5), warm_up=2)
    assert growing.grows
    assert growing.growing_from == "3"
    assert not amounts((1,)).grows
