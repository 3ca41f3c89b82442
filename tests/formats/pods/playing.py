"""Whole events of pods played on the pure functions: chance of a named seed, players who leave, come late, draw."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping

import msgspec

from floorjudge.formats.pods.options import Options, proposed
from floorjudge.formats.pods.results import Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.rules.pairing import Paired, paired
from floorjudge.formats.pods.rules.records import Record, records
from floorjudge.formats.pods.tables import Pod
from tests.formats.pods import slow_pods


class Hashed:
    """A draw by hashes, as the real one is; it keeps the labels that it was asked for."""

    def __init__(self, seed: str = "seed") -> None:
        self.seed = seed
        self.labels: list[str] = []

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        self.labels.append(label)
        return sorted(names, key=lambda name: hashlib.sha256(f"{self.seed}\n{label}\n{name}".encode()).digest())


class Round(msgspec.Struct, frozen=True):
    """A round as the functions take it."""

    tables: tuple[Pod, ...]
    results: dict[int, Outcome]
    sitting_out: tuple[str, ...] = ()


OPTIONS = proposed(Options(rounds=4, cut=0), 8)
THREES = proposed(Options(rounds=4, cut=0, remainder="threes"), 8)
BY_WINS = proposed(Options(rounds=4, cut=0, tie_break="opponents_match_win", floor=33), 8)


class Event(msgspec.Struct):
    """An event that goes on; players are drawn as their number."""

    options: Options
    names: list[str]
    present: set[str]
    rounds: list[Round] = []

    def records(self) -> dict[str, Record]:
        return records(self.names, self.rounds, self.options.points, self.options.pod)

    def roster(self) -> dict[str, str]:
        return {str(number): name for number, name in enumerate(self.names, 1) if name in self.present}

    def next(self, draw: Hashed) -> Paired:
        return paired(self.records(), self.roster(), self.options, draw, len(self.rounds) + 1)

    def play(self, made: Paired, results: Mapping[int, Outcome]) -> None:
        self.rounds.append(Round(made.pods, dict(results), made.byes))

    def slow(self) -> list[slow_pods.Round]:
        return [
            (
                [
                    (table.players, outcome.winner if isinstance(outcome, PodWon) else None)
                    for table in played.tables
                    for outcome in [played.results[table.table]]
                ],
                list(played.sitting_out),
            )
            for played in self.rounds
        ]


def event(players: int, options: Options = OPTIONS) -> Event:
    names = [f"p{number}" for number in range(1, players + 1)]
    return Event(options, names, set(names), [])


def some_results(made: Paired, chance: random.Random) -> dict[int, Outcome]:
    """Return results of which a tenth are draws."""
    return {pod.table: PodDrawn() if chance.random() < 0.1 else PodWon(chance.choice(pod.players)) for pod in made.pods}


def come_and_go(played: Event, chance: random.Random) -> None:
    """Let a few players leave, a few of them come back, and somebody enter late."""
    for name in sorted(played.present):
        if chance.random() < 0.03 and len(played.present) > 3:
            played.present.discard(name)
    for name in played.names:
        if name not in played.present and chance.random() < 0.2:
            played.present.add(name)
    if chance.random() < 0.3:
        late = f"p{len(played.names) + 1}"
        played.names.append(late)
        played.present.add(late)


def corrected(played: Event, chance: random.Random) -> None:
    """Give another result to a game of any round."""
    where = chance.randrange(len(played.rounds))
    table = chance.choice(played.rounds[where].tables)
    results = played.rounds[where].results | {table.table: PodWon(chance.choice(table.players))}
    played.rounds[where] = msgspec.structs.replace(played.rounds[where], results=results)
