"""A live game of the engine, with the names of its objects for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from floorjudge.magic.engine.actions import Action
from floorjudge.magic.engine.objects import Ability, GameObject, Player, StackObject
from floorjudge.magic.engine.readings.wording import Activated
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.work import CountedEngine, CountedGame, Work


class Place(NamedTuple):
    """A place in the game on a table: the number of moves since it was loaded, and the labels."""

    moves: int
    labels: Mapping[str, int]


class Table:
    """A game on the engine.

    `game` is the engine's own game, which every action changes; `labels` are the names that the position gave to
    objects, with the engine's numbers of these objects; `names` are the players' names in the order of seats.
    """

    def __init__(
        self,
        engine: CountedEngine,
        game: CountedGame,
        labels: Mapping[str, int],
        names: tuple[str, ...],
        activated: Activated | None = None,
    ) -> None:
        self.engine = engine
        self.game = game
        self.labels = dict(labels)
        self.names = names
        self._activated = activated

    @property
    def work(self) -> Work:
        """Return the work in which this table's questions to the engine are counted."""
        return self.engine.work

    def counted_in(self, work: Work) -> Table:
        """Return a table in the same position, whose questions to the engine are counted in this work from now on."""
        engine = CountedEngine(self.engine.engine, work)
        game = CountedGame(self.game.game, work, self.game.kilobytes, self.game.loaded, self.game.moves)
        return Table(engine, game, self.labels, self.names, self._activated)

    @classmethod
    def at(
        cls, engine: CountedEngine, snapshot: Snapshot | str, labels: Mapping[str, int], names: tuple[str, ...]
    ) -> Table:
        """Return a table on which a game goes on from a position, or from one that `Snapshot.as_json` has written.

        Raises ValueError, in the engine's words, for a position that the engine does not accept.
        """
        exported = snapshot if isinstance(snapshot, str) else snapshot.export
        activated = None if isinstance(snapshot, str) else snapshot.activated
        return cls(engine, engine.load_game(exported), labels, names, activated)

    def snapshot(self) -> Snapshot:
        """Return the position on the table."""
        return Snapshot(self.game.state(), dict(self.labels), self._activated)

    def clone(self) -> Table:
        """Return another table in the same position; playing on one does not change the other."""
        return Table(self.engine, self.engine.load_game(self.game.state()), self.labels, self.names, self._activated)

    def become(self, other: Table) -> None:
        """Continue the game of another table, which must not be played on after this."""
        self.game, self.labels = other.game, other.labels

    @property
    def place(self) -> Place:
        """Return the place in the game to which `go_back` leads."""
        return Place(len(self.game.moves), dict(self.labels))

    def go_back(self, place: Place) -> None:
        """Continue the game from an earlier place in it."""
        if place.moves < len(self.game.moves):
            self.game = self.engine.again(self.game, place.moves)
        self.labels = dict(place.labels)

    @property
    def turn(self) -> int:
        """Return the number of the turn."""
        return int(self.game.turn)

    @property
    def phase(self) -> str:
        """Return the engine's word for the step or phase."""
        return str(self.game.phase)

    def object(self, number: int) -> GameObject | None:
        """Return an object, None if its number is unknown."""
        # The engine sometimes writes a number below 0 for nothing, and accepts no question about it.
        if number < 0:
            return None
        try:
            raw = self.game.ask("object", number)
        except ValueError:  # a token that has left the battlefield no longer exists
            return None
        return GameObject(raw) if raw else None

    def ability(self, action: Action) -> Ability | None:
        """Return the ability that an action activates, None if it activates none."""
        thing = self.object(action.source) if action.is_activation else None
        return None if thing is None or action.ability is None else thing.ability(action.ability)

    def name(self, number: int | None) -> str:
        """Return the engine's name of an object, empty if it is unknown."""
        thing = None if number is None else self.object(number)
        return "" if thing is None else thing.name

    def player(self, seat: int) -> Player:
        """Return the player at a seat."""
        return Player(self.game.ask("player", seat))

    def battlefield(self) -> tuple[GameObject, ...]:
        """Return the permanents."""
        return tuple(map(GameObject, self.game.ask("battlefield")))

    def hand(self, seat: int) -> tuple[GameObject, ...]:
        """Return the cards in a player's hand."""
        return tuple(map(GameObject, self.game.ask("hand", seat)))

    def graveyard(self, seat: int) -> tuple[GameObject, ...]:
        """Return the cards in a player's graveyard, in order."""
        return tuple(map(GameObject, self.game.ask("graveyard", seat)))

    def exile(self) -> tuple[GameObject, ...]:
        """Return the cards in exile."""
        return tuple(map(GameObject, self.game.ask("exile")))

    def stack(self) -> tuple[StackObject, ...]:
        """Return the objects on the stack; the one that resolves first is last."""
        return tuple(map(StackObject, self.game.ask("stack")))

    def gone(self) -> tuple[int, ...]:
        """Return the seats of the players who have left a game of more than two; one of two players ends it by leaving."""
        seats = range(len(self.names))
        return tuple(seat for seat in seats if self.player(seat).is_out) if len(seats) > 2 else ()
