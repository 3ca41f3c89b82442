"""The bracket of a format that has one, for the wall."""

from __future__ import annotations

from typing import Any

from floorjudge.events.state import State
from floorjudge.formats.display import Bracket, Match
from floorjudge.texts import text
from floorjudge.web.common.formats import sheet_for
from floorjudge.web.errors import NothingGroupedYet
from floorjudge.web.print.job import Job, compile_sheet


def bracket_of(state: State) -> Bracket | None:
    """Return the bracket of an event; None if there is none (yet)."""
    path = state.rules.path(state)
    return path if isinstance(path, Bracket) else None


def bracket(job: Job) -> bytes:
    """Return the known part of the bracket.

    Raises Refused while there is none.
    """
    found = bracket_of(job.state)
    if found is None:
        raise NothingGroupedYet
    document = job.head(text("Bracket")) | {
        "rounds": [
            {"title": job.say(each.title), "matches": [_match(job, match) for match in each.matches]}
            for each in found.rounds
        ]
    }
    return compile_sheet(sheet_for(job.state.format, "bracket"), document, job.at)


def _match(job: Job, match: Match) -> list[dict[str, Any]]:
    """Return the lines of a match, one for each player."""
    empty = (None,) * len(match.players)
    rows = zip(match.players, match.seeds or empty, match.results or empty, strict=True)
    return [
        {
            "name": name or "",
            "seed": "" if seed is None else job.number(seed),
            "result": result or "",
            "won": name is not None and name in match.winners,
        }
        for name, seed, result in rows
    ]
