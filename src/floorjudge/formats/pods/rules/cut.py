"""The cut: its players, those who wait, the pods, the winners, and the places at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from floorjudge.formats.pods.options import cuts
from floorjudge.formats.pods.results import Outcome, PodWon
from floorjudge.formats.pods.rules.standings import Row
from floorjudge.formats.pods.tables import CutPod, Pod


class CutRound(NamedTuple):
    """A round of the cut: the number of the best players who wait for the next one, and the number of pods of the others."""

    waiting: int
    pods: int


class Bracket(NamedTuple):
    """The pods of a round of the cut, and the players who wait for the next one, the highest seed first."""

    pods: tuple[Pod, ...]
    waiting: tuple[str, ...]


def plan(cut: int, pod: int) -> tuple[CutRound, ...]:
    """Return the rounds of a cut to a number of players; the last one is the final.

    A round leaves as many players as fill one pod, or as many pods as a pod has seats. In a cut to 40 the first eight
    wait for the second round.
    Clauses: MSTR 10.4A, MSTR appendix E
    """
    rounds = []
    while cut > pod:
        left = pod if cut <= pod * pod else pod * pod
        # All but one player of each pod are eliminated: this number of pods reduces the field to the number to be left.
        pods = (cut - left) // (pod - 1)
        rounds.append(CutRound(cut - pods * pod, pods))
        cut = left
    return (*rounds, CutRound(0, 1))


def fitting(cut: int, players: int, pod: int) -> int:
    """Return the cut for the number of players who are left: the planned one, or the largest one that they fill.

    If they do not fill one pod, it is that of one pod with all of them.
    """
    return max((size for size in cuts(pod) if size <= min(cut, players)), default=pod)


def bracket(seeds: Mapping[str, int], in_it: Iterable[str], rounds: CutRound, pod: int) -> Bracket:
    """Return a round of the cut.

    `seeds` are those of all players of the cut, `in_it` the players still in it. The best wait; the others are dealt to
    the pods to and fro: in a cut to 16 the seeds 1, 8, 9 and 16 play together. A player who left after the cut
    was made is not replaced: the pods of the highest seeds are smaller, and a single player waits too. Seats are in the
    order of the seeds.
    Clauses: MSTR 2.2A, MSTR 10.4A
    """
    ranked = sorted(in_it, key=seeds.__getitem__)
    if len(ranked) <= pod:
        rounds = CutRound(0, 1)
    waiting, playing = ranked[: rounds.waiting], ranked[rounds.waiting :]
    dealt: list[list[str]] = [[] for _ in range(rounds.pods)]
    for place, name in enumerate(playing):
        row, column = divmod(place, rounds.pods)
        dealt[column if row % 2 == 0 else -1 - column].append(name)
    pods = tuple(
        Pod(number, tuple(names), CutPod(tuple(seeds[name] for name in names)))
        for number, names in enumerate((names for names in dealt if len(names) > 1), 1)
    )
    alone = [names[0] for names in dealt if len(names) == 1]
    return Bracket(pods, tuple(sorted(waiting + alone, key=seeds.__getitem__)))


def winner(pod: Pod, outcome: Outcome) -> str | None:
    """Return the player who advances from a pod of the cut: the winner, or after a draw that stands the highest seed that did not lose.

    None if all have lost.
    Clauses: MSTR 2.1A
    """
    if isinstance(outcome, PodWon):
        return outcome.winner
    gone = {*outcome.lost, *(name for group in outcome.out for name in group)}
    return next((name for name in pod.players if name not in gone), None)


def places(rows: Sequence[Row], reached: Mapping[str, int], champion: str | None) -> dict[str, int]:
    """Return the place of each player at the end.

    `rows` are the standings after the rounds; `reached` is for each player of the cut the last of its rounds, from 1,
    that they reached. The winner of the final is first. The others of the cut are ordered by that round and then, like
    all other players, by the standings; equal ones share a place.
    Clauses: MSTR 10.4A
    """
    by_rank = sorted(rows, key=lambda row: (row.name != champion, -reached.get(row.name, 0), row.rank))
    found: dict[str, int] = {}
    before = None
    for place, row in enumerate(by_rank, 1):
        level = row.name == champion, reached.get(row.name, 0), row.rank
        found[row.name] = found[by_rank[place - 2].name] if level == before else place
        before = level
    return found
