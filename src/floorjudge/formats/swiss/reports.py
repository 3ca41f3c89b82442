"""The result of a match as typed words, and as the fields of a form by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.formats.display import Choice, Field, Flag, Form, Given, Number, Option, Quick
from floorjudge.formats.protocol import JsonObject
from floorjudge.formats.swiss.claims import AgreedDraw, Games
from floorjudge.formats.swiss.errors import WholeLine
from floorjudge.formats.swiss.matches import MOST_DRAWN, Result, possible
from floorjudge.formats.swiss.tables import Match, Seeded
from floorjudge.formats.typed_words import is_whole
from floorjudge.texts import text

_DRAW_WORDS = frozenset({"d", "draw", "drawn", "id", "empate", "nul", "nulle", "tablas"})


def from_words(table: Match, words: Sequence[str]) -> JsonObject:
    """Return the report that typed words mean: `2 1`, `2-1`, `1 1 1`; one word that is no number is an agreed draw.

    Raises BadInput if they mean none.
    """
    numbers = [part for word in words for part in word.split("-")]
    if len(numbers) == 1 and numbers[0].casefold() in _DRAW_WORDS:
        return {"intentional_draw": True}
    if len(numbers) not in {2, 3} or not all(map(is_whole, numbers)):
        raise WholeLine
    first, second, *drawn = map(int, numbers)
    return {"games": dict(zip(table.players, (first, second), strict=True)), "drawn": sum(drawn)}


def form(table: Match, needed: int, drawn: int) -> Form:
    """Return one-touch answers for the usual results, and fields for all possible ones.

    `needed` is the number of games that win the match, `drawn` that of drawn games to fill in.
    """
    playoff, drawn = isinstance(table.why, Seeded), min(drawn, MOST_DRAWN)
    usual = [result for result in possible(needed, playoff=playoff, drawn=drawn) if _is_usual(result, needed)]
    quick = [_quick(table, result) for result in sorted(usual, key=lambda result: (_seat(result), min(result.games)))]
    if not playoff:
        quick.append(Quick(text("Agreed draw"), {"agreed": "yes"}))
    fields: list[Field] = [
        Number(f"games-{seat}", text("Games won by {player}", player=name), name, 0, needed)
        for seat, name in enumerate(table.players, 1)
    ]
    fields.append(Number("drawn", text("Drawn games"), None, 0, MOST_DRAWN, drawn, required=False))
    conceded = tuple(Option(name, name) for name in table.players)
    fields.append(Choice("conceded", text("Conceded by"), (Option("", text("no player")), *conceded), required=False))
    if not playoff:
        fields.append(Flag("agreed", text("The players agreed on a draw")))
    return Form(tuple(fields), tuple(quick))


def as_given(table: Match, claim: Any) -> Given:
    """Return the values of the form for a claim."""
    if isinstance(claim, AgreedDraw):
        return {"agreed": "yes"}
    if isinstance(claim, Games):
        games = {f"games-{seat}": str(claim.games.get(name, 0)) for seat, name in enumerate(table.players, 1)}
        return {**games, "drawn": str(claim.drawn), "conceded": claim.conceded_by or ""}
    return {}


def from_form(table: Match, given: Given) -> JsonObject:
    """Return a claim from the values of the form.

    Raises BadInput if a number in it is none.
    """
    if given.get("agreed"):
        return {"intentional_draw": True}
    games: JsonObject = {
        name: _number(given.get(f"games-{seat}", ""))
        for seat, name in enumerate(table.players, 1)
        if given.get(f"games-{seat}", "").strip()
    }
    conceded = given.get("conceded", "")
    fields: JsonObject = {"games": games, "drawn": _number(given.get("drawn", "") or "0")}
    return {**fields, "conceded_by": conceded} if conceded else fields


def _is_usual(result: Result, needed: int) -> bool:
    """Return whether this is a usual result: a player has won all games that it takes, or both have won one less."""
    return max(result.games) == needed or result.games == (needed - 1, needed - 1)


def _seat(result: Result) -> int:
    """Return the seat of the winner, 2 for a draw: the order of the answers."""
    return 2 if result.winner is None else result.winner


def _quick(table: Match, result: Result) -> Quick:
    first, second = result.games
    given = {"games-1": str(first), "games-2": str(second), "drawn": str(result.drawn), "conceded": ""}
    score = "–".join(map(str, [max(result.games), min(result.games)] + [result.drawn] * bool(result.drawn)))
    if result.winner is None:
        return Quick(score, given, help=text("a draw: time ran out"))
    return Quick(score, given, table.players[result.winner])


def _number(word: str) -> int:
    if not is_whole(word.strip()):
        raise WholeLine(where="games")
    return int(word)
