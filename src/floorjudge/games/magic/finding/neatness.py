"""Making a sequence that was found read as somebody would tell it: beginning with nothing on the stack, without needless preludes."""

from __future__ import annotations

import msgspec

from floorjudge.games.magic.bodies import Body
from floorjudge.games.magic.finding.searching import Candidate


def neater(candidate: Candidate) -> Candidate:
    """Return the same loop, begun where nothing waits on the stack if there is such a place, and not played beforehand."""
    before, body = candidate.before, candidate.body
    if candidate.idle and candidate.idle[-1] != len(body):
        at = candidate.idle[-1]
        before, body = before + body[:at], body[at:] + body[:at]
    return msgspec.structs.replace(candidate, before=_without_rounds(before, body), body=body)


def _without_rounds(before: Body, body: Body) -> Body:
    """Return what is done before a loop without whole rounds of the loop itself."""
    while body and before[-len(body) :] == body:
        before = before[: -len(body)]
    return before
