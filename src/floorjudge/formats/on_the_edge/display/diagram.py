"""The diagram of the qualification: the positions of bars, seats and names, which the template draws as SVG.

From top to bottom: a bar for the players still in at each round, narrowing; the seats of the final; beside or below
them, the candidates. It is 360 units wide, so that the letters stay readable on the smallest phone.
"""

from __future__ import annotations

from math import sqrt

import msgspec

from floorjudge.formats.competition import Competition
from floorjudge.formats.on_the_edge.display.qualification import Qualification, Step, in_rounds, qualification_of
from floorjudge.formats.on_the_edge.rules.scoring import doubled_score, score_as_written, score_text
from floorjudge.formats.on_the_edge.tables import FINALISTS
from floorjudge.formats.players import Player

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
    return Path(found, diagram_of(found), in_rounds(event))


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
