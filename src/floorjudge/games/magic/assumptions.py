"""What a certificate rests on beside what the engine has confirmed, in words."""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.exact import digits
from floorjudge.games.magic.chance import SEEDS
from floorjudge.games.magic.comparing import compared_in
from floorjudge.games.magic.courses import Course
from floorjudge.games.magic.iterating import Moment
from floorjudge.games.magic.reading_past import graveyards_are_read
from floorjudge.texts import Text, text


def assumptions(course: Course, start: Moment) -> tuple[Text, ...]:
    """Return what is taken for granted, most important first."""
    return tuple(_assumed(course, start))


def _assumed(course: Course, start: Moment) -> Iterator[Text]:
    yield text("The rules engine plays these cards as the rules say.")
    if course.evidence == "extended" and (course.done is None or course.done > course.checked_to):
        yield text(
            "After iteration {checked} the same law goes on: no condition of a card asks for an exact number, for an even or odd one, "
            "or for a number that is larger than what the engine can hold.",
            checked=digits(course.checked_to),
        )
    elif course.law is not None and not course.law.stands_still and course.evidence != "observed":
        yield text(
            "Between the iterations that were tried on the engine, no condition of a card asks for an exact number, or for an even or "
            "odd one."
        )
    exact = compared_in(course.base.state["state"]).exact
    if exact and course.law is not None and not course.law.stands_still and course.evidence != "observed":
        yield text(
            "These ask for an exact number, a half, or whether a number is even: {cards}. The iterations in which an amount reaches a "
            "number in their words were tried as well; that they ask nowhere else is taken for granted.",
            cards=exact,
        )
    if course.law is not None and not course.law.constant:
        yield text(
            "The change grows as a polynomial does; that was fitted to the first iterations and tried at later ones."
        )
    if course.one is not None and course.one.end.chance != course.base.chance and not course.chance:
        yield text("An iteration uses chance, and it decided nothing in {seeds} tries with other seeds.", seeds=SEEDS)
    kept = start.split.kept_for
    if kept:
        yield text(
            "What happened earlier in the turn is compared too, because these may look it up: {cards}.", cards=kept
        )
    else:
        yield text(
            "What happened earlier in the turn or the game (spells cast, creatures that died and the like) is not compared, because "
            "no card here looks it up."
        )
    if not graveyards_are_read(start.state["state"]):
        yield text("The order of graveyards does not matter, because no card here looks at it.")
    yield text("Permanents that look the same in everything are one pile; when each of them arrived does not matter.")
