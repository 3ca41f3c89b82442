"""Making a sequence that was found read as somebody would tell it: beginning with nothing on the stack, without needless preludes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.searching.confirming import comes_back
from floorjudge.magic.searching.searching import Candidate


def neatest(candidate: Candidate, seat: int) -> Candidate:
    """Return the same loop begun in the position itself where that can be, else where nothing waits on the stack."""
    root = list(candidate.start.line())[-1]
    turned = list(_turned(candidate))
    for each in turned if candidate.before else ():
        at_once = msgspec.structs.replace(each, before=(), start=root, end=root)
        if comes_back(at_once, seat):
            return at_once
    return turned[0]


def _turned(candidate: Candidate) -> Iterator[Candidate]:
    """Yield the same loop begun at other places at which nothing waits on the stack, and last as it is."""
    before, body = candidate.before, candidate.body
    for at in (*reversed(candidate.idle), 0):
        around = body[at:] + body[:at]
        yield msgspec.structs.replace(
            candidate, before=_without_rounds(before + body[: at % len(body)], around), body=around
        )


def _without_rounds(before: Body, body: Body) -> Body:
    """Return what is done before a loop without whole rounds of the loop itself."""
    while body and before[-len(body) :] == body:
        before = before[: -len(body)]
    return before
