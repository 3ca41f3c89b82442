"""A Swiss event in the terms of its pairing and its standings.

Draws use a player's `roster_name`, everything else the current name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import MappingProxyType

import msgspec

from floorjudge.formats.competition import Competition, Draw, Finished, Played
from floorjudge.formats.log import Seats
from floorjudge.formats.made_of import MadeOf
from floorjudge.formats.ranking import Compared
from floorjudge.formats.seating import before_this_stage
from floorjudge.formats.swiss.log import Made, Memory
from floorjudge.formats.swiss.pairing.pairing import Pairing, met_by_hand
from floorjudge.formats.swiss.rules.history import Participant, Past, Round
from floorjudge.formats.swiss.rules.playoff import PlayoffRound, Slots
from floorjudge.formats.swiss.rules.rounds import Options, Plan
from floorjudge.formats.swiss.rules.stages import Begun, Event, PlayoffPlayed, final_places, next_stage
from floorjudge.formats.swiss.rules.standings import compare
from floorjudge.formats.swiss.tables import Match

# The kinds of stages: a Swiss round, and each round of the playoff by its number of places.
ROUND = "round"
PLAYOFF = MappingProxyType({2: "final", 4: "semifinals", 8: "quarterfinals", 16: "round-of-16", 32: "round-of-32"})


def compared(event: Competition) -> Compared:
    """Return the values that rank the players after the Swiss rounds so far."""
    return compare(_past(event).records())


def is_playoff(kind: str) -> bool:
    """Return whether stages of a kind belong to the playoff."""
    return kind in PLAYOFF.values()


def had_bye(event: Competition, player: str) -> bool:
    """Return whether a player had a bye in a Swiss round before the one being played."""
    return any(player in stage.sitting_out for stage in event.past if stage.kind == ROUND)


class _ByNames(msgspec.Struct, frozen=True):
    """A draw among players by their current names, made with the names of the roster."""

    draw: Draw
    known: dict[str, str]

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return names in the order of the draw."""
        now = {self.known[name]: name for name in names}
        return [now[name] for name in self.draw.in_order(label, now)]


def following(event: Competition, draw: Draw) -> Made | Finished:
    """Return the next stage: a Swiss round, a round of the playoff, or the end.

    Clauses: MTR 10.2, MTR 10.4
    """
    made = next_stage(
        as_played(event), _ByNames(draw, {player.name: player.roster_name for player in event.all_players()})
    )
    number = event.round + 1
    if made is None:
        return Finished()
    if isinstance(made, Pairing):
        byes = () if made.bye is None else (made.bye.player,)
        return Made(ROUND, number, made.tables, byes, bye_again=made.bye is not None and made.bye.again)
    if isinstance(made, Begun):
        return _playoff(number, made.round, made.seeds, made.seeds)
    return _playoff(number, made, event.memory.in_playoff, ())


def by_hand(event: Competition, seats: Seats, reason: str) -> Match:
    """Return the match of two players whom an organiser seated together in a Swiss round."""
    entrants = {entrant.name: entrant for entrant in _past(before_this_stage(event)).entrants()}
    one, other = seats.players
    return Match(seats.table, (one, other), met_by_hand(entrants[one], entrants[other]), reason)


def places(event: Competition) -> dict[str, int]:
    """Return the place of each player at the end.

    Clauses: MTR 3.1, MTR 10.4
    """
    return final_places(as_played(event))


def still_in_playoff(event: Competition) -> frozenset[str]:
    """Return the players of the playoff being played who have neither lost nor left; none at any other time."""
    if not is_playoff(event.stage):
        return frozenset()
    memory: Memory = event.memory
    here = {memory.in_playoff[seed - 1] for seed in memory.slots[-1] if seed}
    lost = {
        name
        for table in event.tables
        if table.table in event.results
        for seat, name in enumerate(table.players)
        if seat != event.results[table.table].winner
    }
    return frozenset(name for name in here - lost if not event.has_left(name))


def as_played(event: Competition) -> Event:
    """Return the event in the terms of its pairing and its standings."""
    options: Options = event.options
    memory: Memory = event.memory
    stages = event.stages()
    played = [stage for stage in stages if is_playoff(stage.kind)]
    return Event(
        options,
        Plan(options.rounds or 0, options.cut or 0),
        _participants(event),
        tuple(_round(stage) for stage in stages if stage.kind == ROUND),
        memory.in_playoff,
        tuple(
            _playoff_played(stage, slots, memory.in_playoff) for stage, slots in zip(played, memory.slots, strict=True)
        ),
    )


def _past(event: Competition) -> Past:
    rounds = [_round(stage) for stage in event.stages() if stage.kind == ROUND]
    return Past(_participants(event), rounds, event.options.games_to_win)


def _participants(event: Competition) -> tuple[Participant, ...]:
    return tuple(Participant(player.name, player.present) for player in event.all_players())


def _round(stage: Played) -> Round:
    return _made_round(MadeOf(stage, stage.tables, stage.results, stage.sitting_out))


# A round stays the same object as long as its stage does, so its sums are computed once.
@lru_cache(100)
def _made_round(played: MadeOf[Played]) -> Round:
    stage = played.value
    return Round(stage.tables, stage.results, next(iter(stage.sitting_out), None))


def _playoff_played(stage: Played, slots: Sequence[int], seeds: Sequence[str]) -> PlayoffPlayed:
    filled: Slots = tuple(seeds[seed - 1] if seed else None for seed in slots)
    winners: dict[int, str | None] = {}
    for table in stage.tables:
        result = stage.results.get(table.table)
        winners[table.table] = None if result is None or result.winner is None else table.players[result.winner]
    return PlayoffPlayed(PlayoffRound(filled, stage.tables), winners)


def _playoff(number: int, made: PlayoffRound, seeds: Sequence[str], begun_with: tuple[str, ...]) -> Made:
    """Return a round of the playoff; `begun_with` are the names of its seeds when it begins."""
    numbers = {name: seed for seed, name in enumerate(seeds, 1)}
    return Made(
        PLAYOFF[len(made.slots)],
        number,
        made.tables,
        made.byes,
        in_playoff=begun_with,
        slots=tuple(0 if name is None else numbers[name] for name in made.slots),
    )
