"""The next stage of an event: a Swiss round, a round of the playoff, or the end."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.formats.competition import Draw
from floorjudge.formats.swiss.pairing.pairing import Pairing, pair
from floorjudge.formats.swiss.rules.history import Participant, Past, Round
from floorjudge.formats.swiss.rules.playoff import (
    PlayoffRound,
    Slots,
    advancing,
    bracket,
    cut,
    drawn_bracket,
    in_order_of_standing,
    places,
    playoff_round,
)
from floorjudge.formats.swiss.rules.rounds import Options, Plan
from floorjudge.formats.swiss.rules.standings import Row, compare, standings


class PlayoffPlayed(msgspec.Struct, frozen=True):
    """A round of the playoff with the winners of its tables; None if both players have dropped."""

    round: PlayoffRound
    winners: Mapping[int, str | None]


class Event(msgspec.Struct, frozen=True):
    """An event so far. `seeds` are those of the playoff after it has begun, the first seed first."""

    options: Options
    plan: Plan
    participants: tuple[Participant, ...]
    rounds: tuple[Round, ...] = ()
    seeds: tuple[str, ...] = ()
    playoff: tuple[PlayoffPlayed, ...] = ()

    def past(self) -> Past:
        """Return the sums of the Swiss rounds for each player."""
        return Past(self.participants, self.rounds, self.options.games_to_win)

    def standings(self) -> list[Row]:
        """Return the standings after the Swiss rounds so far."""
        return standings(self.past().records())

    def ranks(self) -> dict[str, int]:
        """Return the ranks only, which need no fractions."""
        return compare(self.past().records()).ranks()

    def present(self) -> set[str]:
        """Return the players who have not dropped."""
        return {player.name for player in self.participants if player.present}


class Begun(msgspec.Struct, frozen=True):
    """The first round of the playoff, and its seeds."""

    seeds: tuple[str, ...]
    round: PlayoffRound


def next_stage(event: Event, draw: Draw) -> Pairing | Begun | PlayoffRound | None:
    """Return the stage after one whose matches all have results; None at the end.

    Clauses: MTR 2.10, MTR 10.2, MTR 10.4
    """
    present = event.present()
    if event.playoff:
        return playoff_round(_slots_after(event.playoff[-1]), present, event.seeds)
    number = len(event.rounds) + 1
    if number <= event.plan.rounds and len(present) > 1:
        last = event.options.last_round == "standings" and number == event.plan.rounds
        order = _by_standings(event, draw) if last else ()
        return pair(event.past().entrants(), draw, number, standings=order)
    if event.plan.cut == 0:
        return None
    names = [player.name for player in event.participants if player.present]
    seeds = cut(event.ranks(), present, event.plan.cut, draw) if event.plan.rounds else drawn_bracket(names, draw)
    made = playoff_round(bracket(seeds, event.plan.cut), present, seeds)
    return None if made is None else Begun(seeds, made)


def _by_standings(event: Event, draw: Draw) -> tuple[str, ...]:
    label = f"round {event.plan.rounds}/standings"
    return in_order_of_standing(event.ranks(), event.present(), draw, label)


def _slots_after(played: PlayoffPlayed) -> Slots:
    return advancing(played.round, played.winners)


def final_places(event: Event) -> dict[str, int]:
    """Return the place of each player at the end.

    Clauses: MTR 3.1, MTR 10.4
    """
    present = event.present()
    if event.playoff:
        slots = [bracket(event.seeds, event.plan.cut)]
        for played in event.playoff:
            slots += [played.round.slots, _slots_after(played)]
    else:
        # A playoff did not begin because at most one player was left, and has won.
        slots = [tuple(present)] if event.plan.cut and len(present) == 1 else []
    return places(slots, present, event.standings())
