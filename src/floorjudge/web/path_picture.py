"""The way to the final as a picture: where each bar, seat and name stands. The template draws it, as SVG.

Read from top to bottom: a bar for the players still in it at each round, narrowing; the seats of the final. Beside or
below it, who would take the open ones. 360 units wide, so that its letters stay readable on the smallest phone.
"""

from __future__ import annotations

from math import sqrt

import msgspec

from floorjudge.formats.on_the_edge.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import FINALISTS, Player
from floorjudge.texts import Language
from floorjudge.web.languages import score_words
from floorjudge.web.path import Path, Step

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
    """A round: its bar from `x` to `x + width` at `y`, and the band that leads to the next one as points of a polygon."""

    step: Step
    y: int
    x: int
    width: int
    band: str


class SeatBox(msgspec.Struct, frozen=True):
    """A seat of the final at `y`, with who has it, None while it is open; `kind` is active, readmitted, open or waiting."""

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


class Picture(msgspec.Struct, frozen=True):
    """Two drawings, and how high they are: the rounds with the final below (from `final_y`), and the candidates."""

    height: int
    bars: tuple[Bar, ...]
    final_y: int
    seats: tuple[SeatBox, ...]
    candidates_height: int
    candidates: tuple[Candidate, ...]


def picture_of(path: Path, language: Language) -> Picture:
    """Return where everything stands."""
    bars = _bars(path.steps)
    final_y = len(bars) * (BAR + GAP) + 8
    seats = tuple(SeatBox(final_y + 28 + index * (SEAT + 6), *seat) for index, seat in enumerate(_seats(path)))
    candidates = _candidates(path, language)
    height = final_y + 28 + FINALISTS * (SEAT + 6)
    return Picture(height, bars, final_y, seats, HEAD + len(candidates) * LINE, candidates)


def _bars(steps: tuple[Step, ...]) -> tuple[Bar, ...]:
    """Return the bars of the rounds before the final, in the middle of what is left of the labels."""
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


def _seats(path: Path) -> list[tuple[str | None, str]]:
    taken: list[tuple[str | None, str]] = [
        (_short(player.name), "readmitted" if player.name in path.readmitted else "active") for player in path.seated
    ]
    free = FINALISTS - len(taken)
    open_ones = min(free, path.open_seats)
    return [*taken, *[(None, "waiting")] * (free - open_ones), *[(None, "open")] * open_ones][:FINALISTS]


def _candidates(path: Path, language: Language) -> tuple[Candidate, ...]:
    shown = path.candidates[: max(MOST_CANDIDATES, min(path.would_be_in + path.tied, 2 * MOST_CANDIDATES))]
    best = max((doubled_score(player) for player in shown), default=0)
    return tuple(
        Candidate(
            player=player,
            name=_short(player.name),
            score=score_words(player, language),
            y=HEAD + index * LINE,
            width=max(2, int(LONGEST_SCORE * max(0, doubled_score(player)) / best)) if best > 0 else 2,
            fate="in" if index < path.would_be_in else "tied" if index < path.would_be_in + path.tied else "out",
        )
        for index, player in enumerate(shown)
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
