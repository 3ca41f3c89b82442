"""Cases of loops as JSON: a position, a body, and a number of times, in one object."""

from __future__ import annotations

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import read_number, short
from floorjudge.magic.playing.bodies import Body, body_value, read_body
from floorjudge.magic.positions.json_form import position_value, read_position
from floorjudge.magic.positions.position import Position
from floorjudge.reading import JsonObject, is_whole
from floorjudge.texts import text

_BESIDE = ("body", "before", "times", "maintained_by")
_FOR_READERS = ("about", "expected")


class NoBody(BadInput):
    place = "body"
    sentence = text(
        "A loop needs a “body”: the steps that are repeated, such as {example}.",
        example='[{"by": 0, "do": "activate", "source": "bear"}]',
    )


class TimesBelowNothing(BadInput):
    place = "times"
    sentence = text("A loop is repeated 0 times or more.")


class NoSeats(BadInput):
    place = "maintained_by"
    sentence = text(
        "The players who keep a loop going are a list of their numbers, 0 to {last}, such as {example}; an empty list means no player.",
        example="[0]",
    )
    last: int


class LoopCase(msgspec.Struct, frozen=True):
    """A loop to certify.

    `before` is played once, `body` again and again, `times` times (0 or more); None is as often as it goes.
    `maintained_by` are the seats of its maintainers by a judge's word, None to find them out.
    """

    position: Position
    body: Body
    times: int | None = None
    before: Body = ()
    maintained_by: tuple[int, ...] | None = None


def read_loop_case(given: object) -> LoopCase:
    """Return the case in a JSON value; `about` and `expected` are for readers of the file.

    Raises BadInput, with the place such as `body[1].source`, for any other value.
    """
    position = read_position(given, beside=(*_BESIDE, *_FOR_READERS))
    fields = given if isinstance(given, dict) else {}
    body = read_body(fields["body"]) if "body" in fields else ()
    if not body:
        raise NoBody
    times = None if fields.get("times") is None else read_number(fields["times"], "times")
    if times is not None and times < 0:
        raise TimesBelowNothing
    before = read_body([] if fields.get("before") is None else fields["before"], "before")
    return LoopCase(position, body, times, before, _seats(fields.get("maintained_by"), position.players))


def _seats(given: object, players: int) -> tuple[int, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(is_whole(each) and 0 <= each < players for each in given):
        raise NoSeats(players - 1)
    return tuple(sorted(set(given)))


def case_value(case: LoopCase) -> JsonObject:
    """Return the JSON value of a case, which `read_loop_case` reads."""
    value = position_value(case.position)
    if case.before:
        value["before"] = body_value(case.before)
    value["body"] = body_value(case.body)
    if case.times is not None:
        value["times"] = short(case.times)
    if case.maintained_by is not None:
        value["maintained_by"] = list(case.maintained_by)
    return value
