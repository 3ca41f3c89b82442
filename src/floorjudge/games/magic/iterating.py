"""One iteration of a body on the engine, from an exported position to the next."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.games.magic.bodies import Body
from floorjudge.games.magic.playing import Decision, play
from floorjudge.games.magic.state_split import Split, split
from floorjudge.games.magic.table import Table
from floorjudge.texts import Text, text

StopKind: TypeAlias = Literal["game over", "life", "step", "library"]


class Stop(msgspec.Struct, frozen=True):
    """Why a loop does not go on: the game is over, a step is not possible, or a library has run out.

    `step` is the index in the body of the step at which that came, None when it came at the end of an iteration;
    `seat` is the player whom it concerns (who won, whose library it is), None where it is nobody in particular.
    """

    kind: StopKind
    said: Text
    step: int | None = None
    seat: int | None = None


class Made(msgspec.Struct, frozen=True):
    """A decision, and the step of the body in which it was made."""

    step: int
    decision: Decision


class Moment(msgspec.Struct, frozen=True):
    """A position on the engine: its export, its split, and what the labels mean."""

    state: dict[str, Any]
    split: Split
    labels: Mapping[str, int]

    @property
    def same(self) -> Hashable:
        """Return what must come back for a loop to have come round: the shape, and in which piles the labelled objects are."""
        pile_of = {node.number: pile for node, pile in zip(self.split.nodes, self.split.piled, strict=True)}
        return self.split.shape, tuple((label, pile_of.get(self.labels[label], -1)) for label in sorted(self.labels))

    @property
    def turn(self) -> int:
        """Return the number of the turn."""
        number: int = self.state["state"]["turn_number"]
        return number

    @property
    def chance(self) -> int:
        """Return how much chance has been used up to here."""
        position: int = self.state["state"]["rng_word_pos"]
        return position


class Iteration(msgspec.Struct, frozen=True):
    """What one iteration did: where it ended, the decisions in it, and why it was not finished, if it was not."""

    end: Moment
    made: tuple[Made, ...]
    stop: Stop | None = None


class Loop(msgspec.Struct, frozen=True):
    """A body on an engine; `names` are the players'."""

    engine: Any
    body: Body
    names: tuple[str, ...]

    def repeated(self, times: int) -> Loop:
        """Return the loop whose body is this one so many times; 1 or more."""
        return msgspec.structs.replace(self, body=self.body * times)

    def table(self, moment: Moment) -> Table:
        """Return a table on which the game goes on from a moment. Raises ValueError when the engine does not take it."""
        return Table.of_state(self.engine, moment.state, moment.labels, self.names)

    def iterate(self, start: Moment) -> Iteration:
        """Return what the body does, once. Raises ValueError when the engine does not take the position."""
        return self.iterate_on(self.table(start))

    def iterate_on(self, table: Table) -> Iteration:
        """Return what the body does on a table, once; the table goes on from there."""
        made: list[Made] = []
        stop: Stop | None = None
        for index, step in enumerate(self.body):
            try:
                played = play(table, step, f"body[{index}]")
            except FloorjudgeError as error:
                stop = Stop("step", error.said, index, None)
                break
            made += (Made(index, decision) for decision in played.decisions)
            if (over := _game_over(table, index)) is not None:
                stop = over
                break
        return Iteration(moment_of(table), tuple(made), stop)


def moment_of(table: Table) -> Moment:
    """Return the position on a table."""
    state = table.state()
    return Moment(state, split(state), dict(table.labels))


def _game_over(table: Table, index: int) -> Stop | None:
    asked = table.game.waiting_for()
    if asked["type"] != "GameOver":
        return None
    winner = (asked.get("data") or {}).get("winner")
    if winner is None:
        return Stop("game over", text("The game is over: it is a draw."), index)
    name = table.names[winner] if winner < len(table.names) else str(winner)
    return Stop("game over", text("The game is over: {player} has won.", player=name), index, winner)
