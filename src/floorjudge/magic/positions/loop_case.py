"""Cases of loops as JSON: a position, a body, and a number of times, in one object."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.exact import read_number
from floorjudge.magic.certifying import refusals
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.body_json import read_body
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.position import Position

_BESIDE = ("body", "before", "times", "maintained_by")
_FOR_READERS = ("about", "expected")


class LoopCase(msgspec.Struct, frozen=True):
    """A loop to certify.

    `before` is played once, `body` again and again, `times` times (0 or more); None is as often as it goes.
    `maintained_by` are the seats of those who keep it going as a judge says; None where that is to be found out.
    """

    position: Position
    body: Body
    times: int | None = None
    before: Body = ()
    maintained_by: tuple[int, ...] | None = None


def read_loop_case(given: object) -> LoopCase:
    """Return the case in a JSON value; what stands under `about` and `expected` is for readers of the file.

    Raises BadInput, with the place such as `body[1].source`, for anything that is not one.
    """
    position = read_position(given, beside=(*_BESIDE, *_FOR_READERS))
    fields: dict[str, Any] = given if isinstance(given, dict) else {}
    if "body" not in fields:
        raise refusals.no_body()
    body = read_body(fields["body"])
    if not body:
        raise refusals.no_body()
    times = None if fields.get("times") is None else read_number(fields["times"], "times")
    if times is not None and times < 0:
        raise refusals.times_below_nothing()
    before = read_body([] if fields.get("before") is None else fields["before"], "before")
    return LoopCase(position, body, times, before, _seats(fields.get("maintained_by"), position.players))


def _seats(given: object, players: int) -> tuple[int, ...] | None:
    if given is None:
        return None
    whole = isinstance(given, list) and all(isinstance(each, int) and not isinstance(each, bool) for each in given)
    if not isinstance(given, list) or not whole or not set(given) <= set(range(players)):
        raise refusals.no_seats(players)
    return tuple(sorted(set(given)))
