"""The deck lists that players have handed in, as they wrote them: the state keeps only verdicts, the log has the lists."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from floorjudge.events.service.log import Record


class _Step(msgspec.Struct):
    """As much of an event as says whose list it was."""

    event: str
    player: str | None = None
    list: str | None = None


_READ = msgspec.json.Decoder(_Step)
_UNDONE = "CommandUndone"
# What is taken back is the last event of one of these kinds that still stands; the log names it.
_ABOUT_LISTS = frozenset({"DeckSubmitted", "PlayerRegistered"})


class _Undone(msgspec.Struct):
    undone: str


def deck_lists(records: Iterable[Record]) -> dict[str, str]:
    """Return the list of each player who has handed one in, by name; what was taken back does not count."""
    standing: list[_Step] = []
    for record in records:
        step = _READ.decode(record.event)
        if step.event == _UNDONE:
            undone = msgspec.json.decode(record.event, type=_Undone).undone
            if undone in _ABOUT_LISTS and standing:
                standing.pop()
        elif step.event in _ABOUT_LISTS:
            standing.append(step)
    found: dict[str, str] = {}
    for step in standing:
        if step.player is None:
            continue
        # Who has left and comes back begins anew, without a list.
        found.pop(step.player, None)
        if step.list is not None:
            found[step.player] = step.list
    return found
