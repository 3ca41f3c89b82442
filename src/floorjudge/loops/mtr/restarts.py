"""Which loops of a game have been settled, and whether one of them may start again (MTR 4.4 ¶9)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Literal, TypeAlias

import msgspec

Body: TypeAlias = tuple[Hashable, ...]
Restart: TypeAlias = Literal["new", "changed", "unchanged", "ask_judge"]

_NOTHING = object()


class SettledLoop(msgspec.Struct, frozen=True):
    """A loop that was settled.

    `body` are its choices. `uses` names what the body reads or writes, None where nobody knows. `left` is the position
    in which the game was left, by the same names.
    """

    body: Body
    uses: frozenset[str] | None
    left: Mapping[str, object]


class SettledLoops(msgspec.Struct, frozen=True):
    """The loops of one game that were settled so far."""

    loops: tuple[SettledLoop, ...] = ()

    def with_settled(self, body: Body, left: Mapping[str, object], uses: frozenset[str] | None = None) -> SettledLoops:
        """Return the memory with one more loop; the same loop settled earlier is forgotten.

        `left` is the position after the shortcut: values by name. `uses` are the names of those that the body reads or
        writes, None when that is not known.
        """
        others = tuple(loop for loop in self.loops if not _same_cycle(loop.body, body))
        return SettledLoops((*others, SettledLoop(body, uses, dict(left))))

    def restart(self, body: Body, now: Mapping[str, object], *, judge_says_changed: bool | None = None) -> Restart:
        """Say whether a loop may start in the position `now`.

        `new`: it was not settled before. `changed`: it was, and the game has changed since in a relevant way, so it may
        start. `unchanged`: it may not. `ask_judge`: something has changed, and only a judge can say whether it is
        relevant, because nobody knows what the body uses. A judge's word goes before anything that is found here.

        The same choices begun at another of them, or written out several times, are the same loop.

        Clauses: MTR 4.4.9
        """
        before = next((loop for loop in self.loops if _same_cycle(loop.body, body)), None)
        if before is None:
            return "new"
        if judge_says_changed is not None:
            return "changed" if judge_says_changed else "unchanged"
        looked_at = {*before.left, *now} if before.uses is None else before.uses
        if all(before.left.get(name, _NOTHING) == now.get(name, _NOTHING) for name in looked_at):
            return "unchanged"
        return "ask_judge" if before.uses is None else "changed"


def _same_cycle(one: Body, other: Body) -> bool:
    one, other = _once(one), _once(other)
    return len(one) == len(other) and any(one[start:] + one[:start] == other for start in range(len(one) or 1))


def _once(body: Body) -> Body:
    """Return the shortest part of which a body consists entirely."""
    lengths = (length for length in range(1, len(body)) if len(body) % length == 0)
    return next((body[:length] for length in lengths if body[:length] * (len(body) // length) == body), body)
