"""The last round of a Swiss event: ours, the naive way, and other people's programs, as far as they are installed.

All but one pair the same players with the same past. cardarena-tournament-core cannot be given a past: it plays its own rounds first.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from bench.support.measuring import Spent, alone, growth, timed
from bench.support.report import Findings, mib, seconds
from floorjudge.formats.swiss.matches import Result
from floorjudge.formats.swiss.pairing.pairing import Bye, Entrant, Pairing, pair
from floorjudge.formats.swiss.rules.percentages import Score, credit
from floorjudge.formats.swiss.rules.standings import Record, standings
from floorjudge.formats.swiss.tables import Match, Why

# One match in 17 is drawn.
RESULTS = [*map(Result, [(2, 0), (2, 1), (1, 2), (0, 2)] * 4), Result((1, 1))]


class Criteria(NamedTuple):
    """The quality of a pairing: the criteria of `floorjudge.formats.swiss.pairing.groups.best`; less is better."""

    rematches: int
    bye: tuple[int, int]
    squares: int
    unequal: int
    pair_downs: int


def criteria(entrants: Iterable[Entrant], pairing: Pairing) -> Criteria:
    """Return the quality of any pairing of the entrants."""
    by_name = {entrant.name: entrant for entrant in entrants}
    differences = [first - second for first, second in (table.points for table in pairing.tables)]
    down = [name for name in (table.paired_down for table in pairing.tables) if name is not None]
    bye = (by_name[pairing.bye.player].byes, pairing.bye.points) if pairing.bye is not None else (0, 0)
    return Criteria(
        pairing.rematches,
        bye,
        sum(difference * difference for difference in differences),
        len(down),
        sum(by_name[name].pair_downs for name in down),
    )


class Paired(NamedTuple):
    """What pairing a round took, and how good the pairing is."""

    spent: Spent
    quality: Criteria


class Shuffle:
    """A draw that is quick and the same for the same label."""

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return names in an order that follows from the label."""
        order = sorted(names)
        random.Random(label).shuffle(order)
        return order


def played(number: int, rounds: int) -> list[Entrant]:
    """Return players with the past of so many rounds, which nobody has left."""
    chance = random.Random(number)
    players = {name: Entrant(name) for name in (f"p{each:05}" for each in range(number))}
    for each in range(1, rounds + 1):
        pairing = pair(list(players.values()), Shuffle(), each)
        for table in pairing.tables:
            for name, opponent, score in zip(
                table.players, table.players[::-1], credit(chance.choice(RESULTS)), strict=True
            ):
                down = name == table.paired_down
                players[name] = _after(players[name], score.match_points, frozenset({opponent}), pair_down=down)
        if pairing.bye is not None:
            players[pairing.bye.player] = _after(players[pairing.bye.player], 3, frozenset(), bye=True)
    return list(players.values())


def _after(
    player: Entrant, points: int, opponents: frozenset[str], *, bye: bool = False, pair_down: bool = False
) -> Entrant:
    return Entrant(
        player.name,
        player.points + points,
        player.opponents | opponents,
        player.byes + bye,
        player.pair_downs + pair_down,
    )


def ours(number: int, rounds: int, repeats: int) -> Paired:
    """Pair the next round by the whole decision: who plays whom, who begins, at which table, and why."""
    entrants = played(number, rounds)
    pair(played(8, 2), Shuffle(), 3)  # so that the library is imported
    spent = timed(lambda: pair(entrants, Shuffle(), rounds + 1), repeats)
    return Paired(spent, criteria(entrants, pair(entrants, Shuffle(), rounds + 1)))


def naive(number: int, rounds: int, repeats: int) -> Paired:
    """Pair the next round from the top down, each player with the next one whom they have not met."""
    entrants = played(number, rounds)
    found: list[list[tuple[str, str]]] = []
    spent = timed(lambda: found.append(_from_the_top(entrants)), repeats)
    return Paired(spent, _quality(entrants, found[-1]))


def _from_the_top(entrants: Sequence[Entrant]) -> list[tuple[str, str]]:
    waiting = list(entrants)
    random.Random(1).shuffle(waiting)
    waiting.sort(key=lambda entrant: -entrant.points)
    pairs = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        place = next((place for place, other in enumerate(waiting) if other.name not in first.opponents), 0)
        pairs.append((first.name, waiting.pop(place).name))
    return pairs


def _quality(entrants: Sequence[Entrant], pairs: Iterable[tuple[str, str]]) -> Criteria:
    by_name = {entrant.name: entrant for entrant in entrants}
    tables = []
    for number, (one, other) in enumerate(pairs, 1):
        points = by_name[one].points, by_name[other].points
        tables.append(Match(number, (one, other), Why(points, other in by_name[one].opponents)))
    without = set(by_name) - {name for table in tables for name in table.players}
    bye = next((Bye(name, by_name[name].points) for name in without), None)
    return criteria(entrants, Pairing(tuple(tables), bye))


def swisspair(number: int, rounds: int, repeats: int) -> Paired:
    """Pair the next round of players with the same past."""
    library: Any = importlib.import_module("swisspair")
    entrants = played(number, rounds)
    ranked = sorted(entrants, key=lambda entrant: -entrant.points)
    players = [
        library.Player(
            id=entrant.name, points=entrant.points, rank=rank, cannot_be_paired_against_ids=set(entrant.opponents)
        )
        for rank, entrant in enumerate(ranked, 1)
    ]
    found: list[Any] = []
    spent = timed(lambda: found.append(library.create_matches(players)), repeats)
    pairs = [(match.p1.id, match.p2.id) for match in found[-1] if match.p2 is not None]
    return Paired(spent, _quality(entrants, pairs))


def cardarena(number: int, rounds: int, repeats: int) -> Paired:
    """Pair the next round of an event that it has paired itself so far."""
    library: Any = importlib.import_module("cardarena_tournament_core")
    chance = random.Random(number)
    swiss = library.Swiss([library.Player(id=f"p{each:05}", name=f"p{each:05}") for each in range(number)])
    players = {f"p{each:05}": Entrant(f"p{each:05}") for each in range(number)}
    for _ in range(rounds):
        made = swiss.pair()
        for game in made.matchups:
            if game.player2 is None:
                continue
            first, second = credit(chance.choice(RESULTS))
            won = library.MatchupOutcome
            game.outcome = (
                won.DRAW
                if first.match_points == second.match_points
                else won.PLAYER1_WINS
                if first.match_points > second.match_points
                else won.PLAYER2_WINS
            )
            _meet(players, (game.player1.id, game.player2.id), (first, second))
        swiss.submit_results(made)
    found: list[Any] = []
    spent = timed(lambda: found.append(swiss.pair()), repeats)
    pairs = [(game.player1.id, game.player2.id) for game in found[-1].matchups if game.player2 is not None]
    return Paired(spent, _quality(list(players.values()), pairs))


def _meet(players: dict[str, Entrant], names: tuple[str, str], scores: tuple[Score, Score]) -> None:
    before = [players[name].points for name in names]
    for name, opponent, score, theirs, others in zip(names, names[::-1], scores, before, before[::-1], strict=True):
        players[name] = _after(players[name], score.match_points, frozenset({opponent}), pair_down=theirs > others)


def last_rounds(sizes: Sequence[int], rounds: int, repeats: int) -> Findings:
    """Measure our last round for each number of players, and how it grows."""
    rows, times = [], []
    for size in sizes:
        paired = alone(ours, size, rounds, repeats)
        times.append(paired.spent.cpu)
        rows.append((f"{size:,}", seconds(paired.spent.cpu), mib(paired.spent.peak), *_as_words(paired.quality)))
    rows.append(("growth", f"n^{growth(sizes, times):.2f}", "", "", "", "", ""))
    heads = ("players", "CPU", "memory", *HEADS)
    return Findings(f"Swiss: round {rounds + 1}, the best pairing", heads, rows)


HEADS = ("rematches", "squares", "unequal tables", "paired down before")


def _as_words(quality: Criteria) -> tuple[str, str, str, str]:
    return str(quality.rematches), f"{quality.squares:,}", f"{quality.unequal:,}", f"{quality.pair_downs:,}"


def beside_others(sizes: Sequence[int], rounds: int, repeats: int) -> Findings:
    """Measure the same round of each peer, of the naive way and of ours."""
    rows = []
    ways: tuple[tuple[str | None, str, Callable[[int, int, int], Paired]], ...] = (
        (None, "the best pairing, explained, provable", ours),
        (None, "from the top, the next not met", naive),
        ("swisspair", "cheapest matching by points", swisspair),
        ("cardarena-tournament-core", "greedy by points, after rounds of its own", cardarena),
    )
    for size in sizes:
        for name, what, way in ways:
            rows.append(_row(name, what, way, (size, rounds, repeats)))
    heads = ("who", "what it gives", "players", "CPU", *HEADS)
    return Findings(f"Swiss: round {rounds + 1}, beside others", heads, rows, words=2)


def _row(
    name: str | None, what: str, way: Callable[[int, int, int], Paired], asked: tuple[int, int, int]
) -> tuple[str, ...]:
    who = name or ("floorjudge" if way is ours else "the naive way")
    if name is not None:
        try:
            who = f"{name} {version(name)}"
        except PackageNotFoundError:
            return (who, what, f"{asked[0]:,}", "not installed", "", "", "", "")
    paired = alone(way, *asked)
    return (who, what, f"{asked[0]:,}", seconds(paired.spent.cpu), *_as_words(paired.quality))


def standings_after(sizes: Sequence[int], rounds: int, repeats: int) -> Findings:
    """Measure the standings with all tie-breaks, as exact fractions."""
    times = [alone(_standings, size, rounds, repeats) for size in sizes]
    rows = [(f"{size:,}", seconds(spent.cpu), mib(spent.peak)) for size, spent in zip(sizes, times, strict=True)]
    rows.append(("growth", f"n^{growth(sizes, [spent.cpu for spent in times]):.2f}", ""))
    return Findings(f"Swiss: the standings after {rounds} rounds", ("players", "CPU", "memory"), rows)


def _standings(number: int, rounds: int, repeats: int) -> Spent:
    chance = random.Random(number)
    names = [f"p{each:05}" for each in range(number)]
    scores, opponents = dict.fromkeys(names, Score()), {name: list[str]() for name in names}
    for _ in range(rounds):
        chance.shuffle(names)
        for pair_ in zip(names[::2], names[1::2], strict=False):
            for name, opponent, score in zip(pair_, pair_[::-1], credit(chance.choice(RESULTS)), strict=True):
                scores[name] += score
                opponents[name].append(opponent)
    records = [Record(name, scores[name], tuple(opponents[name])) for name in names]
    return timed(lambda: standings(records), repeats)
