"""A round of pods: byes, pods, seats, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from math import gcd
from typing import NamedTuple

from floorjudge.formats.competition import Draw
from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.rules.records import Record, seat_of
from floorjudge.formats.pods.rules.standings import compare
from floorjudge.formats.pods.seating.arranging import Field, arranged
from floorjudge.formats.pods.seating.sizes import sizes
from floorjudge.formats.pods.tables import DrawnPod, Pod, RankedPod, Why

# How much the first and the last seat count, and the others.
ENDS, MIDDLE = 3, 1


class Paired(NamedTuple):
    """The pods of a round, the best players' first, and the players with a bye, the best one first."""

    pods: tuple[Pod, ...]
    byes: tuple[str, ...]


def in_order(
    records: Mapping[str, Record], roster: Mapping[str, str], options: Options, draw: Draw, label: str
) -> list[str]:
    """Return players by their standing, equal ones in the order of a draw.

    `roster` has the players who take part, by their names in draws; `records` are those of all players, also of
    opponents who left.
    Clauses: MSTR 10.4A
    """
    keys = compare(records, options).numbers
    drawn = [roster[known_as] for known_as in draw.in_order(label, roster)]
    # Sorting keeps the order of equals in reverse, too.
    return sorted(drawn, key=keys.__getitem__, reverse=True)


def paired(
    records: Mapping[str, Record], roster: Mapping[str, str], options: Options, draw: Draw, round_number: int
) -> Paired:
    """Return the next round.

    `records` are those of all players, `roster` the players who play on, by their names in draws. The lowest of the
    players with the fewest byes have one.
    Clauses: MSTR 10.4A, MSTR X.1B
    """
    ranked = in_order(records, roster, options, draw, f"round {round_number}/order")
    split = sizes(len(ranked), options.pod, options.remainder)
    places = sorted(range(len(ranked)), key=lambda place: (records[ranked[place]].score.byes, -place))
    byes = {ranked[place] for place in places[: split.byes]}
    playing = [name for name in ranked if name not in byes]
    field = field_of(records, playing, split.pods)
    pods = arranged(field, options.prefer)
    known_as = {name: drawn_as for drawn_as, name in roster.items()}
    in_seats = draw.in_order(f"round {round_number}/seats", [known_as[name] for name in playing])
    place_drawn = {roster[drawn_as]: place for place, drawn_as in enumerate(in_seats)}
    counts = {name: records[name].seats for name in playing}
    return Paired(
        tuple(
            Pod(
                number,
                seated(sorted((playing[one] for one in pod), key=place_drawn.__getitem__), counts, options.pod),
                _why(field, playing, pod, first=round_number == 1),
            )
            for number, pod in enumerate(pods, 1)
        ),
        tuple(name for name in ranked if name in byes),
    )


def field_of(records: Mapping[str, Record], playing: Sequence[str], pods: Sequence[int]) -> Field:
    """Return the players to arrange into pods, by their places among them."""
    place = {name: number for number, name in enumerate(playing)}
    points = [records[name].score.parts for name in playing]
    unit = gcd(*points) or 1
    met = []
    for name in playing:
        times: dict[int, int] = {}
        for opponent in records[name].opponents:
            if opponent in place:
                other = place[opponent]
                times[other] = times.get(other, 0) + 1
        met.append(times)
    return Field([each // unit for each in points], met, pods)


def _why(field: Field, playing: Sequence[str], pod: Sequence[int], *, first: bool) -> Why:
    if first:
        return DrawnPod()
    again = tuple(playing[one] for one in pod if any(other in field.met[one] for other in pod))
    return RankedPod(min(pod) + 1, max(pod) + 1, len(playing), again)


def seated(players: Sequence[str], seats: Mapping[str, Sequence[int]], pod: int) -> tuple[str, ...]:
    """Return the players of a pod in seat order.

    `players` come in the order of a draw; `seats` count how often each of them had each seat of a full pod of `pod`
    players. Of all orders it is the one that adds least to the unevenness of the seats, where the two ends count three
    times as much as the middle; of equal ones the first, beginning with the order of the draw.
    Clauses: MSTR 2.2A, MSTR X.3A
    """
    counted = [seat_of(seat, len(players), pod) for seat in range(len(players))]
    costs = [
        [(MIDDLE if 0 < seat < pod - 1 else ENDS) * (2 * seats[name][seat] + 1) for seat in counted] for name in players
    ]
    best = min(_orders(len(players)), key=lambda order: sum([costs[one][seat] for seat, one in enumerate(order)]))
    return tuple(players[one] for one in best)


@cache
def _orders(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(players)))
