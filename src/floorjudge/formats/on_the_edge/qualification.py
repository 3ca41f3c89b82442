"""Qualification: the players in the event after each round, the seats of the final, and the candidates for open seats.

And its diagram: the positions of bars, seats and names, which the template draws as SVG. From top to bottom: a bar for
the players still in at each round, narrowing; the seats of the final; beside or below them, the candidates. It is 360
units wide, so that the letters stay readable on the smallest phone.
"""

from __future__ import annotations

from math import sqrt

import msgspec

from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.on_the_edge.event import (
    in_readmission,
    members,
    memory_of,
    seated_in_final,
)
from floorjudge.formats.on_the_edge.grouping import group_sizes
from floorjudge.formats.on_the_edge.scoring import by_score, doubled_score, score_as_written, score_text
from floorjudge.formats.on_the_edge.stages import readmit
from floorjudge.formats.on_the_edge.tables import FINALISTS, Kind, PlayerSet, TableSet
from floorjudge.formats.players import Player

# an event of this format, such as State


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
    """Return the qualification for the final as it is now.

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
        # A player who has left is not active any more and cannot be beaten.
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
    while active > FINALISTS and _in_rounds(event):
        found.append(Step(number, active, expected=True, now=False))
        active, number = len(group_sizes(active)), number + 1
    if not _is_over(event) and number > 1:
        found.append(Step(number, FINALISTS, expected=True, now=False))
    return found, active


def _is_over(event: Competition) -> bool:
    """Return whether the final is being played, or was."""
    return event.phase is Phase.FINISHED or event.stage == Kind.FINAL


def _in_rounds(event: Competition) -> bool:
    """Return whether rounds of the active set are known to come."""
    return event.phase is Phase.REGISTRATION or event.stage == Kind.ROUND


def _seated(event: Competition) -> tuple[Player, ...]:
    """Return the players with a seat in the final, once the final comes next."""
    return tuple(event.players[name] for name in seated_in_final(event))


WIDTH = 360
LABEL = 92
BAR, GAP = 30, 14
SEAT = 40
LINE = 34
HEAD = 26
MOST_CANDIDATES = 6
LONGEST_NAME = 26
LONGEST_SCORE = 296


class Bar(msgspec.Struct, frozen=True):
    """A round: its bar from `x` to `x + width` at `y`, and the band to the next one as points of a polygon."""

    step: Step
    y: int
    x: int
    width: int
    band: str


class SeatBox(msgspec.Struct, frozen=True):
    """A seat of the final at `y`, with its player, None for an open one; `kind` is active, readmitted, open or waiting."""

    y: int
    name: str | None
    kind: str


class Candidate(msgspec.Struct, frozen=True):
    """A player of the inactive set at `y`; `width` of the score's bar; `fate` is in, tied or out."""

    player: Player
    name: str
    score: str
    y: int
    width: int
    fate: str


class Diagram(msgspec.Struct, frozen=True):
    """Two drawings and their heights: the rounds with the final below (from `final_y`), and the candidates."""

    height: int
    bars: tuple[Bar, ...]
    final_y: int
    seats: tuple[SeatBox, ...]
    candidates_height: int
    candidates: tuple[Candidate, ...]


class Path(msgspec.Struct, frozen=True):
    """The qualification and its diagram; `rounds_to_come` of the active set, after this one."""

    qualification: Qualification
    diagram: Diagram
    rounds_to_come: bool


def path_to_final(event: Competition) -> Path | None:
    """Return the qualification and its diagram; None if fewer players are present than the final has seats."""
    if len(event.in_event()) < FINALISTS:
        return None
    found = qualification_of(event)
    return Path(found, diagram_of(found), _in_rounds(event))


def diagram_of(qualification: Qualification) -> Diagram:
    """Return the positions in the diagram."""
    bars = _bars(qualification.steps)
    final_y = len(bars) * (BAR + GAP) + 8
    seats = tuple(SeatBox(final_y + 28 + index * (SEAT + 6), *seat) for index, seat in enumerate(_seats(qualification)))
    candidates = _candidates(qualification)
    height = final_y + 28 + FINALISTS * (SEAT + 6)
    return Diagram(height, bars, final_y, seats, HEAD + len(candidates) * LINE, candidates)


def _bars(steps: tuple[Step, ...]) -> tuple[Bar, ...]:
    """Return the bars of the rounds before the final, centred beside the labels."""
    rounds = steps[:-1] if steps else ()
    most = max((step.players for step in steps), default=1)
    room, middle = WIDTH - LABEL, LABEL + (WIDTH - LABEL) // 2
    widths = [max(30, int(room * sqrt(step.players / most))) for step in rounds]
    widths_after = [*widths[1:], 90][: len(widths)]
    found = []
    for index, (step, width, after) in enumerate(zip(rounds, widths, widths_after, strict=True)):
        y = index * (BAR + GAP)
        left, right = middle - width // 2, middle + width // 2
        band = f"{left},{y + BAR} {right},{y + BAR} {middle + after // 2},{y + BAR + GAP} {middle - after // 2},{y + BAR + GAP}"
        found.append(Bar(step, y, left, width, band))
    return tuple(found)


def _seats(qualification: Qualification) -> list[tuple[str | None, str]]:
    taken: list[tuple[str | None, str]] = [
        (_short(player.name), "readmitted" if player.name in qualification.readmitted else "active")
        for player in qualification.seated
    ]
    free = FINALISTS - len(taken)
    open_ones = min(free, qualification.open_seats)
    return [*taken, *[(None, "waiting")] * (free - open_ones), *[(None, "open")] * open_ones][:FINALISTS]


def _candidates(qualification: Qualification) -> tuple[Candidate, ...]:
    shown = qualification.candidates[
        : max(MOST_CANDIDATES, min(qualification.would_be_in + qualification.tied, 2 * MOST_CANDIDATES))
    ]
    best = max((doubled_score(player) for player in shown), default=0)
    return tuple(
        Candidate(
            player=player,
            name=_short(player.name),
            score=score_as_written(score_text(player)),
            y=HEAD + index * LINE,
            width=max(2, int(LONGEST_SCORE * max(0, doubled_score(player)) / best)) if best > 0 else 2,
            fate="in"
            if index < qualification.would_be_in
            else "tied"
            if index < qualification.would_be_in + qualification.tied
            else "out",
        )
        for index, player in enumerate(shown)
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
