"""The state of a tournament: an immutable value, which only `evolve` changes."""

from __future__ import annotations

import msgspec
from rpds import HashTrieMap, List

from floorjudge.events.draw import commitment
from floorjudge.events.venue import Venue
from floorjudge.formats import format_of
from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.log import TournamentEvent
from floorjudge.formats.protocol import Format


class Trail(msgspec.Struct, frozen=True):
    """The history for undo: a stored state, and the events since then, newest first.

    The opening, every state before a grouping, and some in between are stored; of the tournament only, because an undo
    leaves the events around the tables.
    """

    base: State
    since: List[TournamentEvent]


class Lasting(msgspec.Struct, frozen=True):
    """The parts that no undo restores: used registration numbers, starts, and revealed seeds.

    `orders` has, for each number of a random order from 1, the digest of its things.
    """

    numbers: int = 0
    starts: int = 0
    revealed: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


class State(Competition, frozen=True, kw_only=True):
    """A tournament at one moment: the part that its format may see, see `Competition`, and that of every event.

    `looks` holds the players' names by their appearance, the newest first, see `floorjudge.events.lookalikes`; `decks`
    the number of lists that each player has handed in. `closed`: the list of players is closed; `roster` is the digest
    of the players at the start; `seed` is known only after the end. `orders` are the numbers of the random orders in
    force. `typed`, `draws`, `version`: see `EventOpened`; `opened_as` is the name at the opening. `venue` is the state
    around the tables.
    """

    name: str
    format: str
    commitment: str
    registered: int = 0
    looks: HashTrieMap[str, List[str]] = HashTrieMap()
    decks: HashTrieMap[str, int] = HashTrieMap()
    closed: bool = False
    public: str | None = None
    roster: str | None = None
    orders: tuple[int, ...] = ()
    seed: str | None = None
    typed: bool | None = None
    draws: int | None = None
    version: int | None = None
    opened_as: str = ""
    lasting: Lasting = Lasting()
    trail: Trail | None = None
    venue: Venue = Venue()

    @property
    def rules(self) -> Format:
        """The format by which the event is played."""
        return format_of(self.format)

    @property
    def draws_numbers(self) -> bool:
        """Whether draws use players' numbers; in older logs they use names."""
        return self.version is not None

    @property
    def start_can_be_undone(self) -> bool:
        """Whether an undo of the start would remove no result."""
        return self.phase is Phase.PLAYING and not self.past and not self.results

    @property
    def seed_is_public(self) -> bool:
        """Whether the seed promised now is public: then no further draw may use it."""
        return any(commitment(seed) == self.commitment for seed in self.lasting.revealed)

    @property
    def may_join(self) -> bool:
        """Whether players can register themselves now."""
        return self.venue.self_registration and self.phase is Phase.REGISTRATION and not self.closed

    @property
    def awaits_words(self) -> bool:
        """Whether public words are missing for a seed that was renewed."""
        return self.roster is not None and self.public is None and bool(self.lasting.revealed)

    def newest_event(self) -> TournamentEvent | None:
        """Return the last event in force; None if nothing has happened since the opening."""
        return next(iter(self.trail.since), None) if self.trail else None

    def before_stage(self, number: int) -> State:
        """Return the state in which the stage with this number, from 1, was made: the one before it had all its results."""
        state = self
        while state.trail and state.stage_number >= number:
            state = state.trail.base
        return state

    def places(self) -> dict[str, int]:
        """Return the places by player; there are none before the end."""
        return self.rules.places(self) if self.phase is Phase.FINISHED else {}
