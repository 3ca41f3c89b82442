"""The claims about a game: the winner, the players who reached 8 influence, or that no player won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from floorjudge.formats.claims import Claim
from floorjudge.texts import Text, Value, isolated, signed, text


class Won(Claim, msgspec.Struct, frozen=True, tag="won", tag_field="kind"):
    """One winner, and all final influences; `note` is why the winner had not reached the target."""

    winner: str
    influence: dict[str, int]
    note: str | None = None

    def same_as(self, other: Any) -> bool:
        """Return whether two claims agree; the notes may have different words."""
        return isinstance(other, Won) and self.winner == other.winner and self.influence == other.influence

    def sentence(self) -> Text:
        """Return how the game ended."""
        values: dict[str, Value] = {"winner": self.winner, "influence": influence_words(self.influence)}
        if self.note is not None:
            return text("{winner} won ({influence}). Note: “{note}”.", note=self.note, **values)
        return text("{winner} won ({influence}).", **values)

    def words(self) -> Iterator[str | Text]:
        """Yield every player's influence, and the note."""
        yield from (f"{name} {influence}" for name, influence in self.influence.items())
        yield self.note or ""


class ReachedEight(Claim, msgspec.Struct, frozen=True, tag="qualified", tag_field="kind"):
    """The players who left a readmission game for the final, in order."""

    telltale = "qualified"
    qualified: tuple[str, ...]

    def sentence(self) -> Text:
        """Return how the game ended."""
        return text("Qualified for the final: {players}.", players=self.qualified)

    def words(self) -> Iterator[str | Text]:
        """Yield the names."""
        yield from self.qualified


class NoWinner(Claim, msgspec.Struct, frozen=True, tag="drawn", tag_field="kind"):
    """The game was drawn and will be played again."""

    telltale = "drawn"

    def sentence(self) -> Text:
        """Return how the game ended."""
        return text("The game was drawn.")

    def words(self) -> Iterator[str | Text]:
        """Yield the word for a drawn game."""
        yield text("drawn")

    def as_report(self) -> dict[str, Any]:
        """Return the command that reports this claim, without its table."""
        return {"do": "drawn"}


class Alone(Claim, msgspec.Struct, frozen=True, tag="alone", tag_field="kind"):
    """All others of the table have left: the last one has won, without a count of influence. No player reports it."""

    winner: str

    def sentence(self) -> Text:
        """Return how the game ended."""
        return text("{player} is the only one left and wins.", player=self.winner)


def influence_words(influence: Mapping[str, int]) -> tuple[str, ...]:
    """Return `name number` for each player, for a list."""
    return tuple(f"{isolated(name)} {signed(number)}" for name, number in influence.items())
