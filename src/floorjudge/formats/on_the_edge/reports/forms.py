"""The forms of On the Edge: the values for a result, and the result that values mean.

The fields, by seat from 1, are `influence-1`, or in a readmission game `place-1` (the order in which that player
qualified, empty for the others). `winner` is a seat, `note` is why it is a win, `how` is `drawn` if that button was
pressed. The form of a phone sends names with the numbers, as `name-1`, and needs a winner; at the desk the numbers may
determine the winner. `stood`, in a correction, is the winner that the page preselected.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from floorjudge.formats.display import Given
from floorjudge.formats.errors import BadNumber
from floorjudge.formats.on_the_edge.claims import ReachedEight, Won
from floorjudge.formats.on_the_edge.errors import NoWinnerNamed
from floorjudge.formats.on_the_edge.reports.typed import typed_result
from floorjudge.formats.on_the_edge.tables import Table, TableSet

_LONGEST_NUMBER = 9
_MOST_SEATS = 2_000


def as_given(table: Table, claim: Any) -> Given:
    """Return the values of the form for a claim; the winner is named if the numbers do not determine one."""
    if isinstance(claim, ReachedEight):
        return {f"place-{table.players.index(name) + 1}": str(place) for place, name in enumerate(claim.qualified, 1)}
    if not isinstance(claim, Won):
        return {}
    influence = [claim.influence.get(name, 0) for name in table.players]
    reached = [name for name, number in zip(table.players, influence, strict=True) if number >= table.target]
    winner = "" if reached == [claim.winner] else str(table.players.index(claim.winner) + 1)
    numbers = {f"influence-{seat}": str(number) for seat, number in enumerate(influence, 1)}
    return {**numbers, "winner": winner, "note": claim.note or ""}


def from_form(table: Table, given: Given) -> dict[str, Any]:
    """Return the fields of the claim that the values of the form mean.

    Raises BadInput when a number in it is none, or when it does not tell who won.
    """
    if given.get("how") == "drawn":
        return {"drawn": True}
    sent_with = tuple(takewhile(bool, (given.get(f"name-{seat}", "") for seat in range(1, _MOST_SEATS))))
    names = sent_with or table.players
    if table.set is TableSet.READMISSION or any(name.startswith("place-") for name in given):
        return {"qualified": _qualified(names, given)}
    note = {"note": given["note"].strip()} if given.get("note", "").strip() else {}
    winner = _seated(names, given.get("winner", ""))
    if sent_with:
        influence = {name: _whole(given, f"influence-{seat}", name) for seat, name in enumerate(names, 1)}
        if winner is None:
            raise NoWinnerNamed
        return {"winner": winner, "influence": influence, **note}
    return typed_result(table, [_word(given, f"influence-{seat}") for seat in range(1, len(names) + 1)], winner) | note


def as_corrected(before: Given, given: Given) -> Given:
    """Return a correction without the winner that the page preselected, if the numbers have changed."""
    rest = {name: value for name, value in given.items() if name != "stood"}
    numbers = [name for name in before if name.startswith("influence-")]
    chosen = given.get("stood") is not None and given.get("winner") == given["stood"]
    if chosen and any(given.get(name, "").strip() != before[name] for name in numbers):
        rest["winner"] = ""
    return rest


def _qualified(names: Iterable[str], given: Given) -> list[str]:
    places = [(f"place-{seat}", name) for seat, name in enumerate(names, 1)]
    numbered = [(_number(word, field), name) for field, name in places if (word := _word(given, field))]
    return [name for _, name in sorted(numbered, key=lambda entry: entry[0])]


def _seated(names: tuple[str, ...], seat: str) -> str | None:
    word = seat.strip()
    fits = word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER and 1 <= int(word) <= len(names)
    return names[int(word) - 1] if fits else None


def _word(given: Given, name: str) -> str:
    return given.get(name, "").strip().replace("\N{MINUS SIGN}", "-")


def _whole(given: Given, name: str, player: str) -> int:
    return _number(_word(given, name), f"influence.{player}")


def _number(word: str, where: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_NUMBER):
        raise BadNumber(word[:20], where=where)
    return int(word)
