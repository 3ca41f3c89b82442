"""The claims about a match in the words of people and programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from floorjudge.formats.claims import Claim
from floorjudge.formats.errors import NotAtTheTable
from floorjudge.formats.swiss.errors import GamesMissing
from floorjudge.formats.swiss.matches import BOTH_LEFT, INTENTIONAL_DRAW, Ending, Result, concession
from floorjudge.texts import Text, text


class Games(Claim, msgspec.Struct, frozen=True, tag="match-games", tag_field="kind"):
    """The games that each player has won, and the drawn games; `conceded_by` is the player who then conceded the match."""

    telltale = "games"
    games: dict[str, int]
    drawn: int = 0
    conceded_by: str | None = None

    def sentence(self) -> Text:
        """Return how the match ended."""
        games = tuple(f"{name} {number}" for name, number in self.games.items())
        if self.conceded_by is not None:
            return text("{games}; {player} conceded.", games=games, player=self.conceded_by)
        if self.drawn:
            return text("{games}; drawn: {drawn}.", games=games, drawn=self.drawn)
        return text("{games}.", games=games)

    def words(self) -> Iterator[str | Text]:
        """Yield the names and words by which a search among calls finds this claim."""
        yield from self.games
        yield self.sentence()


class AgreedDraw(Claim, msgspec.Struct, frozen=True, tag="match-agreed-draw", tag_field="kind"):
    """The players agreed on a draw."""

    telltale = "intentional_draw"

    def sentence(self) -> Text:
        """Return how the match ended."""
        return text("The players agreed on a draw.")


class Walkover(Claim, msgspec.Struct, frozen=True, tag="match-walkover", tag_field="kind"):
    """Players left during the match: `winner` is the one who stayed, None if both left."""

    # No command reports it: it follows from leaving.
    telltale: ClassVar[str | None] = None
    winner: str | None = None

    def sentence(self) -> Text:
        """Return how the match ended."""
        if self.winner is None:
            return text("Both players have left: the match has no winner.")
        return text("{player} wins the match, as the opponent has left.", player=self.winner)


def result_of(players: tuple[str, ...], claim: Games | AgreedDraw | Walkover, games_to_win: int) -> Result:
    """Return the result of a match between two players, in seat order, that a claim means.

    Raises BadInput if it names a player of another match, or only one of the two.
    Clauses: MTR 2.1, MTR 2.4, MTR 2.5, MTR 2.10
    """
    if isinstance(claim, AgreedDraw):
        return INTENTIONAL_DRAW
    if isinstance(claim, Walkover):
        if claim.winner is None:
            return BOTH_LEFT
        return replace(concession(1 - players.index(claim.winner), games_to_win), ending=Ending.OPPONENT_LEFT)
    for name in claim.games:
        if name not in players:
            raise NotAtTheTable(name, players, where=f"games.{name}")
    if missing := [name for name in players if name not in claim.games]:
        raise GamesMissing(missing[0])
    first, second = (claim.games[name] for name in players)
    if claim.conceded_by is None:
        return Result((first, second), claim.drawn)
    if claim.conceded_by not in players:
        raise NotAtTheTable(claim.conceded_by, players, where="conceded_by")
    return concession(players.index(claim.conceded_by), games_to_win, (first, second), claim.drawn)


def claim_of(players: tuple[str, ...], result: Result) -> Games | AgreedDraw | Walkover:
    """Return a claim that means a result."""
    winner = None if result.winner is None else players[result.winner]
    if result.ending is Ending.INTENTIONAL_DRAW:
        return AgreedDraw()
    if result.ending in {Ending.OPPONENT_LEFT, Ending.BOTH_LEFT}:
        return Walkover(winner)
    loser = None if winner is None else next(name for name in players if name != winner)
    conceded = loser if result.ending is Ending.CONCESSION else None
    return Games(dict(zip(players, result.games, strict=True)), result.drawn, conceded)
