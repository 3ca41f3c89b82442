"""The result of a game of a pod: a winner, or a draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeAlias

import msgspec

from floorjudge.formats.claims import Claim
from floorjudge.formats.errors import NameTwice, NotAtTheTable
from floorjudge.formats.pods import errors
from floorjudge.texts import Text, counted, text

Groups: TypeAlias = tuple[tuple[str, ...], ...]


class PodWon(Claim, msgspec.Struct, frozen=True, tag="pod-won", tag_field="kind", omit_defaults=True):
    """A player won; with points by elimination, `out` are the others in the order in which they were eliminated.

    Players who were eliminated at once stand together.
    """

    telltale: ClassVar[str | None] = "winner"
    winner: str
    out: Groups = ()

    def sentence(self) -> Text:
        """Return who won."""
        if self.out:
            return counted(
                "{player} won; eliminated: {out}.",
                "{player} won; eliminated in this order: {out}.",
                count=len(self.out),
                player=self.winner,
                out=_order(self.out),
            )
        return text("{player} won.", player=self.winner)


class PodDrawn(Claim, msgspec.Struct, frozen=True, tag="pod-drawn", tag_field="kind", omit_defaults=True):
    """A draw between all players of the table except those who `lost`: they conceded the match, or lost it as a penalty."""

    telltale: ClassVar[str | None] = "draw"
    lost: tuple[str, ...] = ()
    out: Groups = ()

    def sentence(self) -> Text:
        """Return that the game is a draw, and for which players it is not one."""
        if self.lost and self.out:
            return counted(
                "A draw; these have lost: {players}; eliminated: {out}.",
                "A draw; these have lost: {players}; eliminated in this order: {out}.",
                count=len(self.out),
                players=self.lost,
                out=_order(self.out),
            )
        if self.lost:
            return text("A draw; these have lost: {players}.", players=self.lost)
        if self.out:
            return counted(
                "A draw; eliminated: {out}.",
                "A draw; eliminated in this order: {out}.",
                count=len(self.out),
                out=_order(self.out),
            )
        return text("A draw.")


class LastLeft(PodWon, frozen=True, tag="pod-last-left", tag_field="kind", omit_defaults=True):
    """All others left during the game, so `winner` has won it. No command reports it."""

    telltale = None

    def sentence(self) -> Text:
        """Return who won, and why."""
        return text("{player} wins the game, as the others have left.", player=self.winner)


class AllLeft(PodDrawn, frozen=True, tag="pod-all-left", tag_field="kind", omit_defaults=True):
    """All players left during the game, so all have lost it. No command reports it."""

    telltale = None

    def sentence(self) -> Text:
        """Return that no player has won, and why."""
        return text("All players of this table have left: the game has no winner.")


Outcome: TypeAlias = PodWon | PodDrawn


def _order(out: Groups) -> tuple[str | Text, ...]:
    """Return groups of players in order, each group in one phrase."""
    return tuple(group[0] if len(group) == 1 else text("{players} at once", players=group) for group in out)


def check(players: Sequence[str], outcome: Outcome, *, by_elimination: bool) -> None:
    """Check that a game of these players can have this result.

    `by_elimination`: in this event the others score by the order in which they are eliminated.
    Raises BadInput, with the place of the problem.
    Clauses: MSTR 2.1A
    """
    for place, name in _named(outcome):
        if name not in players:
            raise NotAtTheTable(name, tuple(players), where=place)
    named = [name for _, name in _named(outcome)]
    if len(set(named)) < len(named):
        _check_named_twice(outcome, named)
    if outcome.out and not by_elimination:
        raise errors.EliminationNotAsked
    if isinstance(outcome, PodDrawn):
        _check_drawn(players, outcome)
    elif by_elimination and (missing := tuple(name for name in players if name not in named)):
        raise errors.EliminationIncomplete(missing)


def _named(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield every name of an outcome with its place."""
    if isinstance(outcome, PodWon):
        yield "winner", outcome.winner
    else:
        yield from ((f"lost[{index}]", name) for index, name in enumerate(outcome.lost))
    yield from ((f"out[{index}]", name) for index, group in enumerate(outcome.out) for name in group)


def _check_named_twice(outcome: Outcome, named: Sequence[str]) -> None:
    if isinstance(outcome, PodWon) and named.count(outcome.winner) > 1:
        raise errors.WonAndLost(outcome.winner)
    raise NameTwice(tuple(named), where="out" if outcome.out else "lost")


def _check_drawn(players: Sequence[str], drawn: PodDrawn) -> None:
    """Check that at least two players share a draw.

    Clauses: MSTR 2.1A
    """
    gone = {*drawn.lost, *(name for group in drawn.out for name in group)}
    left = [name for name in players if name not in gone]
    if len(left) == 1:
        raise errors.OneLeftHasWon(left[0])
    if not left:
        raise errors.NobodyDrew
