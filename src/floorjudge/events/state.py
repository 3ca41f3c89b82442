"""The state of a tournament: a value, reached only by `evolve` from events."""

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
    """The way back: a state that was kept whole, and what happened since, newest first.

    The opened event is kept, every state before a grouping, and one now and then in between; of the tournament only, for
    what happened around the tables is not taken back with it.
    """

    base: State
    since: List[TournamentEvent]


class Lasting(msgspec.Struct, frozen=True):
    """What no undo takes back: registration numbers that were given, starts that were made, seeds that were revealed.

    `orders` has, for each number of a random order from 1, the digest of the things that were drawn with it.
    """

    numbers: int = 0
    starts: int = 0
    revealed: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


class State(Competition, frozen=True, kw_only=True):
    """A tournament at one moment: what its format may see of it, see `Competition`, and what is every event's own.

    `looks` holds the players' names, the newest first, by what they look like, see
    `floorjudge.events.lookalikes`, `decks` how many lists each player has handed in. `closed`: the list of players is;
    `roster` is the digest of the players at the start, `seed` is known only when the event is finished. `orders` are the numbers of
    the random orders that stand. `typed`, `draws`, `version`: see `EventOpened`; `opened_as`: the name at the opening. `venue` is
    what happens around the tables.
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
        """Whether draws are made among players' numbers; in older logs it is among their names."""
        return self.version is not None

    @property
    def start_can_be_undone(self) -> bool:
        """Whether the start can be taken back without taking a result with it."""
        return self.phase is Phase.PLAYING and not self.past and not self.results

    @property
    def seed_is_public(self) -> bool:
        """Whether all may know the seed that is promised now: then nothing may be drawn with it any more."""
        return any(commitment(seed) == self.commitment for seed in self.lasting.revealed)

    @property
    def may_join(self) -> bool:
        """Whether players can register themselves now."""
        return self.venue.self_registration and self.phase is Phase.REGISTRATION and not self.closed

    @property
    def awaits_words(self) -> bool:
        """Whether public words are to be said for a seed that was renewed."""
        return self.roster is not None and self.public is None and bool(self.lasting.revealed)

    def newest_event(self) -> TournamentEvent | None:
        """Return the last event that still stands; None if nothing has happened since the opening."""
        return next(iter(self.trail.since), None) if self.trail else None

    def places(self) -> dict[str, int]:
        """Return the place of each player who has one; no player has one before the event is finished."""
        return self.rules.places(self) if self.phase is Phase.FINISHED else {}
