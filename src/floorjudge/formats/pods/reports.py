"""The result of a pod as typed words, and as the fields of a form by seat."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.formats.display import Choice, Field, Flag, Form, Given, Number, Option, Quick
from floorjudge.formats.pods.errors import WhoWon
from floorjudge.formats.pods.results import Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.tables import Pod
from floorjudge.formats.protocol import JsonObject
from floorjudge.formats.typed_words import is_whole, seat_of
from floorjudge.texts import Text, text

DRAW = "draw"
_DRAW_WORDS = frozenset({DRAW, "drawn", "empate", "nul", "nulle", "tablas"})


def from_words(table: Pod, words: Sequence[str], *, by_elimination: bool) -> JsonObject:
    """Return the report that typed words mean: `Ana`, `1`, `draw`; after `draw` come the players who have lost nevertheless.

    With points by elimination, the others follow the winner, from the first to be eliminated; `+` joins those who were
    eliminated at once.
    """
    if not words:
        raise WhoWon
    first, *others = words
    if first.casefold() in _DRAW_WORDS:
        groups = _groups(table, others)
        if by_elimination:
            return {"draw": True, "out": groups} if groups else {"draw": True}
        return {"draw": True, "lost": [name for group in groups for name in group]} if groups else {"draw": True}
    if by_elimination:
        return {"winner": seat_of(table, first), "out": _groups(table, others)}
    return {"winner": seat_of(table, " ".join(words))}


def _groups(table: Pod, words: Sequence[str]) -> list[list[str]]:
    return [[seat_of(table, part) for part in word.split("+")] for word in words]


def form(table: Pod, *, by_elimination: bool, again: bool) -> Form:
    """Return a button for each player and one for a draw, and fields for all other results.

    `again`: a draw is played again. With points by elimination, a winner alone is no result, and there are fields only.
    """
    seats = [(str(seat), name) for seat, name in enumerate(table.players, 1)]
    drawn = text("A drawn game")
    winner = Choice("winner", text("Winner"), (*(Option(seat, name) for seat, name in seats), Option(DRAW, drawn)))
    if by_elimination:
        out: list[Field] = [
            Number(
                f"out-{seat}",
                text("{player} was eliminated as number", player=name),
                name,
                1,
                len(seats),
                required=False,
            )
            for seat, name in seats
        ]
        return Form((winner, *out))
    replayed = text("The game is played again.") if again else None
    quick = [Quick(name, {"winner": seat}, name) for seat, name in seats]
    quick.append(Quick(drawn, {"winner": DRAW}, help=replayed))
    lost = (Flag(f"lost-{seat}", text("A draw of the others: {player} has lost", player=name)) for seat, name in seats)
    return Form((winner, *lost), tuple(quick))


def form_help(*, by_elimination: bool) -> Text | None:
    """Return a help text for the form; None if it needs none."""
    if not by_elimination:
        return None
    return text(
        "Number those who did not win in the order in which they were eliminated, from 1; players who were eliminated at once have "
        "the same number."
    )


def as_given(table: Pod, outcome: Outcome) -> Given:
    """Return the values of the form for a result."""
    seat = {name: str(number) for number, name in enumerate(table.players, 1)}
    found = {"winner": seat.get(outcome.winner, "") if isinstance(outcome, PodWon) else DRAW}
    for number, group in enumerate(outcome.out, 1):
        found |= {f"out-{seat[name]}": str(number) for name in group if name in seat}
    if isinstance(outcome, PodDrawn):
        found |= {f"lost-{seat[name]}": "yes" for name in outcome.lost if name in seat}
    return found


def from_form(table: Pod, given: Given, *, by_elimination: bool) -> JsonObject:
    """Return a report from the values of the form."""
    seats = {str(seat): name for seat, name in enumerate(table.players, 1)}
    winner = given.get("winner", "")
    out = _numbered(seats, given) if by_elimination else []
    if winner == DRAW:
        lost = [name for seat, name in seats.items() if given.get(f"lost-{seat}")]
        return {"draw": True, **({"lost": lost} if lost else {}), **({"out": out} if out else {})}
    if winner not in seats:
        raise WhoWon(where="winner")
    return {"winner": seats[winner], **({"out": out} if out else {})}


def _numbered(seats: dict[str, str], given: Given) -> list[list[str]]:
    """Return the players with a number, in its order; those with the same number together."""
    numbers = {seat: given.get(f"out-{seat}", "").strip() for seat in seats}
    by_number: dict[int, list[str]] = {}
    for seat, number in numbers.items():
        if is_whole(number):
            by_number.setdefault(int(number), []).append(seats[seat])
    return [by_number[number] for number in sorted(by_number)]
