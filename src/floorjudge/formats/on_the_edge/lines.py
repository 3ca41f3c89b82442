"""On the Edge on the command line: lists of tables and players, and results as typed answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from floorjudge.formats.competition import Competition
from floorjudge.formats.display import Column, Further
from floorjudge.formats.on_the_edge.tables import Kind, Outcome, Qualified, Table, TableSet
from floorjudge.formats.on_the_edge.typed import drawn_words, typed_result
from floorjudge.texts import Text, isolated, text

TABLE_COLUMNS = (
    (Column("set", text("Set"), text("Set")),),
    (Column("target", text("Target"), text("Target")),),
)
LIST_COLUMNS = (
    (Column("set", text("Set"), text("Set")),),
    (Column("off_numbered_games", text("Off-numbered games"), text("Off-numbered games")),),
)
ASKING = text(
    "For each table type the final influence in the order shown, such as 16 7 -2; nothing to skip it, “{drawn}” when no player won.",
    drawn=text("drawn"),
)
LEGEND = text("★ won; then each player's influence and, in brackets, victory points.")


def heading(name: str, kind: str, round_number: int) -> Text:
    """Return the name of an event and its stage, as a heading."""
    sentences = {
        "registration": text("{name}: registration", name=name),
        Kind.ROUND: text("{name}: round {round}", name=name, round=round_number),
        Kind.READMISSION: text("{name}: readmission after round {round}", name=name, round=round_number),
        Kind.FINAL: text("{name}: round {round}, the final", name=name, round=round_number),
        "finished": text("{name}: finished after round {round}", name=name, round=round_number),
    }
    return sentences[kind]


def result_words(outcome: Outcome, players: tuple[str, ...]) -> Text | None:
    """Return a result in words: that of a readmission game; None for one with numbers."""
    if isinstance(outcome, Qualified):
        return text("{players}; qualified: {qualified}", players=players, qualified=outcome.players)
    return None


def question(table: Table) -> Text:
    """Return the prompt for the result of a table."""
    if table.set is not TableSet.READMISSION:
        return text("Table {table}: {players}", table=table.table, players=table.players)
    return text(
        "Table {table}: {players}. Who reached 8? Numbers of the players, in order.",
        table=table.table,
        players=_numbered(table),
    )


def _numbered(table: Table) -> tuple[str, ...]:
    return tuple(f"{number} {isolated(name)}" for number, name in enumerate(table.players, 1))


def from_words(table: Table, words: Sequence[str], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a report from words and options: winner, influence and note, or the players who qualified; or that no player won.

    Raises BadInput if the words are not numbers for the players of the table, or do not determine a winner.
    """
    if _is_drawn(words):
        return {"do": "drawn"}
    qualified = extra.get("qualified") or ()
    if table.set is TableSet.READMISSION or qualified:
        return {"qualified": list(qualified or (_seat(table, word) for word in words))}
    note = {"note": extra["note"]} if extra.get("note") else {}
    return typed_result(table, words, extra.get("winner"), ()) | note


def _is_drawn(words: Sequence[str]) -> bool:
    return len(words) == 1 and words[0].casefold() in drawn_words()


def _seat(table: Table, word: str) -> str:
    """Return the player whose number was typed, or the word itself."""
    return table.players[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(table.players) else word


def further(_: Competition, table: Table, words: Sequence[str], extra: Mapping[str, Any]) -> Further | None:
    """Return a further question: for the winner if the numbers do not determine one, for the reason of a win below the target."""
    if _is_drawn(words) or table.set is TableSet.READMISSION:
        return None
    if "winner" not in extra and not _tells_winner(table, words):
        sentence = text(
            "No player, or more than one, reached {target}. Who won? {players}",
            target=table.target,
            players=_numbered(table),
        )
        return Further("winner", sentence, seat=True)
    fields = from_words(table, words, extra)
    winner = fields["winner"]
    if "note" in extra or fields["influence"].get(winner, table.target) >= table.target:
        return None
    sentence = text(
        "{winner} had not reached {target}. Why is that a win? For example: the others conceded.",
        winner=winner,
        target=table.target,
    )
    return Further("note", sentence)


def _tells_winner(table: Table, words: Sequence[str]) -> bool:
    """Return whether the numbers determine the winner; words that are no numbers are refused later."""
    try:
        return sum(int(word) >= table.target for word in words) == 1
    except ValueError:
        return True
