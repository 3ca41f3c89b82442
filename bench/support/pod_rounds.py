"""The last round of an event of pods: ours, the way of EDH_matchmaker written anew, and krcg where it is installed.

All get the same players with the same past.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from typing import Any, NamedTuple

from bench.support.measuring import Spent, alone, growth, timed
from bench.support.report import Findings, mib, seconds
from bench.support.swiss_rounds import Shuffle
from floorjudge.extras import PackageNotInstalled
from floorjudge.formats.pods.options import Options, proposed
from floorjudge.formats.pods.results import Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.rules.pairing import paired
from floorjudge.formats.pods.rules.records import Record, records
from floorjudge.formats.pods.rules.scoring import PARTS
from floorjudge.formats.pods.seating.arranging import Field, arranged
from floorjudge.formats.pods.seating.proof import fewest_again
from floorjudge.formats.pods.tables import Pod

OPTIONS = proposed(Options(remainder="threes", rounds=6, cut=0), 64)
KRCG_ITERATIONS = 20_000


class Past(NamedTuple):
    """Players by what draws know them by, and what they have done in rounds that none of them has left."""

    records: dict[str, Record]
    roster: dict[str, str]
    rounds: list[PlayedRound]


class PlayedRound(NamedTuple):
    """A round that is over."""

    tables: tuple[Pod, ...]
    results: dict[int, Outcome]
    sitting_out: tuple[str, ...]


class Quality(NamedTuple):
    """How often players meet again, and the sum of squared differences of points within pods."""

    again: int
    squares: int


class Seated(NamedTuple):
    """What seating a round took, and how good the pods are."""

    spent: Spent
    quality: Quality


def played(number: int, rounds: int) -> Past:
    """Return players with the past of so many rounds; a tenth of the games was drawn."""
    chance = random.Random(number)
    roster = {f"p{each:05}": f"p{each:05}" for each in range(number)}
    past: list[PlayedRound] = []
    for each in range(1, rounds + 1):
        made = paired(records(roster, past, OPTIONS.points, OPTIONS.pod), roster, OPTIONS, Shuffle(), each)
        results: dict[int, Outcome] = {
            pod.table: PodDrawn() if chance.random() < 0.1 else PodWon(chance.choice(pod.players)) for pod in made.pods
        }
        past.append(PlayedRound(made.pods, results, made.byes))
    return Past(records(roster, past, OPTIONS.points, OPTIONS.pod), roster, past)


def _quality(past: Past, pods: Sequence[Sequence[str]]) -> Quality:
    known = past.records
    pairs = [pair for pod in pods for pair in combinations(pod, 2)]
    again = sum(known[one].opponents.count(other) for one, other in pairs)
    squares = sum(((known[one].score.parts - known[other].score.parts) // PARTS) ** 2 for one, other in pairs)
    return Quality(again, squares)


def ours(number: int, rounds: int, repeats: int) -> Seated:
    """Make the next round by the whole decision: the standings, who plays with whom, in which seats, and why."""
    past = played(number, rounds)
    made = paired(past.records, past.roster, OPTIONS, Shuffle(), rounds + 1)
    spent = timed(lambda: paired(past.records, past.roster, OPTIONS, Shuffle(), rounds + 1), repeats)
    return Seated(spent, _quality(past, [pod.players for pod in made.pods]))


def naive(number: int, rounds: int, repeats: int) -> Seated:
    """Make the next round as EDH_matchmaker does: each player in turn goes to the pod where the fewest know them."""
    past = played(number, rounds)
    found: list[list[list[str]]] = []
    spent = timed(lambda: found.append(_pod_by_pod(past)), 1 if number > 300 else repeats)
    return Seated(spent, _quality(past, found[-1]))


def _pod_by_pod(past: Past) -> list[list[str]]:
    known = past.records
    capacities = [len(pod.players) for pod in past.rounds[-1].tables]
    met = {name: {other: record.opponents.count(other) for other in record.opponents} for name, record in known.items()}
    in_order = sorted(known, key=lambda name: (len(met[name]), -known[name].score.parts))
    pods: list[list[str]] = [[] for _ in capacities]
    for name in in_order:
        theirs = met[name]
        best, most = -1, 1
        for number, pod in enumerate(pods):
            if len(pod) < capacities[number]:
                worth = -sum(theirs.get(other, 0) ** 2 for other in pod)
                if most > 0 or worth > most:
                    best, most = number, worth
        pods[best].append(name)
    return pods


def krcg(number: int, rounds: int, repeats: int) -> Seated:
    """Make the next round by annealing: of pods of four and five, from the rounds that were played."""
    del repeats
    seating: Any = importlib.import_module("krcg.seating")
    past = played(number, rounds)
    numbers = {name: place for place, name in enumerate(past.roster)}
    before = [seating.Round([[numbers[name] for name in pod.players] for pod in each.tables]) for each in past.rounds]
    [following] = seating.get_rounds(list(range(number)), 1)
    found: list[Any] = []
    spent = timed(lambda: found.append(seating.optimise([*before, following], KRCG_ITERATIONS, fixed=rounds)))
    names = list(past.roster)
    made = found[-1][0][-1]
    return Seated(spent, _quality(past, [[names[place] for place in pod] for pod in made]))


def last_rounds(sizes: Sequence[int], rounds: int, repeats: int) -> Findings:
    """Measure our last round for each number of players, and how it grows."""
    rows, times = [], []
    for size in sizes:
        made = alone(ours, size, rounds, repeats)
        times.append(made.spent.cpu)
        rows.append((f"{size:,}", seconds(made.spent.cpu), mib(made.spent.peak), *_as_words(made.quality)))
    rows.append(("growth", f"n^{growth(sizes, times):.2f}", "", "", ""))
    return Findings(f"Pods: round {rounds + 1}", ("players", "CPU", "memory", *HEADS), rows)


HEADS = ("meet again", "squares")


def _as_words(quality: Quality) -> tuple[str, str]:
    return f"{quality.again:,}", f"{quality.squares:,}"


def beside_others(sizes: Sequence[int], rounds: int, repeats: int) -> Findings:
    """Measure the same round of each peer, of the naive way and of ours."""
    rows = []
    ways: tuple[tuple[str | None, str, Callable[[int, int, int], Seated]], ...] = (
        (None, "the whole decision, seats and reasons", ours),
        (None, "each player to the pod that knows them least", naive),
        ("krcg", f"pods of four and five, annealed in {KRCG_ITERATIONS:,} steps", krcg),
    )
    for size in sizes:
        for name, what, way in ways:
            if way is not krcg or size == sizes[0]:
                rows.append(_row(name, what, way, (size, rounds, repeats)))
    heads = ("who", "what it gives", "players", "CPU", *HEADS)
    return Findings(f"Pods: round {rounds + 1}, beside others", heads, rows, words=2)


def _row(
    name: str | None, what: str, way: Callable[[int, int, int], Seated], asked: tuple[int, int, int]
) -> tuple[str, ...]:
    who = name or ("floorjudge" if way is ours else "the way of EDH_matchmaker")
    if name is not None:
        try:
            who = f"{name} {version(name)}"
        except PackageNotFoundError:
            return (who, what, f"{asked[0]:,}", "not installed", "", "")
    made = alone(way, *asked)
    return (who, what, f"{asked[0]:,}", seconds(made.spent.cpu), *_as_words(made.quality))


def small_fields(most: int, rounds: int, repeats: int) -> Findings:
    """Measure how far pods of few players are from what is proved to be possible."""
    rows = []
    for size in range(8, most + 1, 4):
        reached, bound, spent = alone(proved, size, rounds, repeats)
        rows.append((f"{size:,}", seconds(spent.cpu), f"{reached:,}", f"{bound:,}" if bound is not None else "–"))
    return Findings(f"Pods: round {rounds + 1} of few players", ("players", "CPU", "meet again", "at least"), rows)


def proved(number: int, rounds: int, repeats: int) -> tuple[int, int | None, Spent]:
    """Return how often players meet again, how often they do at least in any pods (None: not known), and what it took."""
    past = played(number, rounds)
    place = {name: each for each, name in enumerate(past.roster)}
    met = [
        {place[other]: past.records[name].opponents.count(other) for other in past.records[name].opponents}
        for name in past.roster
    ]
    field = Field(
        [past.records[name].score.parts // PARTS for name in past.roster],
        met,
        [len(pod.players) for pod in past.rounds[-1].tables],
    )
    spent = timed(lambda: arranged(field, "new_opponents"), repeats)
    reached = field.again(arranged(field, "new_opponents"))
    try:
        return reached, fewest_again(field), spent
    except PackageNotInstalled:
        return reached, None, spent
