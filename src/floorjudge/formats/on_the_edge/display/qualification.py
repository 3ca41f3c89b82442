"""Qualification: the players in the event after each round, the seats of the final, and the candidates for open seats."""

from __future__ import annotations

import msgspec

from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.on_the_edge.rules.event import in_readmission, members, memory_of, seated_in_final
from floorjudge.formats.on_the_edge.rules.grouping import group_sizes
from floorjudge.formats.on_the_edge.rules.scoring import by_score
from floorjudge.formats.on_the_edge.rules.stages import readmit
from floorjudge.formats.on_the_edge.tables import FINALISTS, Kind, PlayerSet, TableSet
from floorjudge.formats.players import Player


class Step(msgspec.Struct, frozen=True):
    """The number of active players at the start of a round; `expected` if it has not been grouped yet, `now` if it is being played."""

    round: int
    players: int
    expected: bool
    now: bool


class Qualification(msgspec.Struct, frozen=True):
    """The qualification for the final.

    `steps` are the rounds before it; `seated` are in the final by now; `open_seats` will be filled from the inactive
    set, as far as is known: more if active players leave. `candidates` are inactive players by score; the first
    `would_be_in` of them would take the open seats now, `tied` more are level with the last of those.
    """

    steps: tuple[Step, ...]
    seated: tuple[Player, ...]
    readmitted: tuple[str, ...]
    open_seats: int
    candidates: tuple[Player, ...]
    would_be_in: int
    tied: int

    @property
    def names_seated(self) -> tuple[str, ...]:
        """The names of the players in the final by now."""
        return tuple(player.name for player in self.seated)


def qualification_of(event: Competition) -> Qualification:
    """Return the present qualification for the final.

    A round leaves one active player at each table; when three or fewer are left, the final comes next.
    Clauses: OTE 2.4, OTE 2.8
    """
    played = _played_steps(event)
    expected, left = _expected_steps(event)
    steps = (*played, *expected)
    if _is_over(event):
        return Qualification(steps, _seated(event), memory_of(event).readmitted, 0, (), 0, 0)
    seated = _seated(event) if in_readmission(event) or left == len(members(event, PlayerSet.ACTIVE)) else ()
    open_seats = max(0, FINALISTS - (len(seated) or left))
    waiting = [player for player in members(event, PlayerSet.INACTIVE) if player not in seated]
    chosen = readmit(waiting, open_seats)
    return Qualification(
        steps,
        seated,
        memory_of(event).readmitted,
        open_seats,
        tuple(by_score(waiting)),
        len(chosen.by_score),
        len(chosen.tied),
    )


def _played_steps(event: Competition) -> list[Step]:
    """Return the rounds that were grouped, the one being played last."""
    return [
        Step(
            played.round,
            sum(len(table.players) for table in played.tables if table.set in {TableSet.ACTIVE, TableSet.FINAL}),
            expected=False,
            now=played.tables is event.tables and event.phase is not Phase.FINISHED,
        )
        for played in event.stages()
        if played.kind != Kind.READMISSION
    ]


def _expected_steps(event: Competition) -> tuple[list[Step], int]:
    """Return the rounds still to come before the final, and the number of active players left for it."""
    active = len(members(event, PlayerSet.ACTIVE))
    if event.stage == Kind.ROUND:
        # A player who left is not active any more and cannot be beaten.
        active -= sum(
            max(0, len(table.players) - len(event.absent(table)) - 1)
            for table in event.open_tables()
            if table.set is TableSet.ACTIVE
        )
    number = event.round + 1
    found: list[Step] = []
    if event.phase is Phase.REGISTRATION and active >= FINALISTS:
        found.append(Step(number, active, expected=True, now=False))
        active, number = len(group_sizes(active)), number + 1
    while active > FINALISTS and in_rounds(event):
        found.append(Step(number, active, expected=True, now=False))
        active, number = len(group_sizes(active)), number + 1
    if not _is_over(event) and number > 1:
        found.append(Step(number, FINALISTS, expected=True, now=False))
    return found, active


def _is_over(event: Competition) -> bool:
    """Return whether the final is being played, or was."""
    return event.phase is Phase.FINISHED or event.stage == Kind.FINAL


def in_rounds(event: Competition) -> bool:
    """Return whether rounds of the active set are known to come."""
    return event.phase is Phase.REGISTRATION or event.stage == Kind.ROUND


def _seated(event: Competition) -> tuple[Player, ...]:
    """Return the players with a seat in the final, once the final comes next."""
    return tuple(event.players[name] for name in seated_in_final(event))
