"""What people reported of other programs, each report a case by its number; all are public.

Byes that do not go round (ANRTournament 22, Hexo 102, lila 6619), standings that change when a player drops (sendou.ink 2637 and
2869), players who are seated after they left (tournament-organizer 10): `test_events.py` looks for them in every round. Cuts that
lose players (EDH_matchmaker 18): `test_cut.py` plays every cut.
"""

from __future__ import annotations

import random

import pytest

from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.rules.standings import standings
from floorjudge.formats.pods.tables import RankedPod
from tests.formats.pods.playing import OPTIONS, Event, Hashed, event, some_results


def played(players: int, rounds: int, options: Options = OPTIONS, seed: int = 1) -> Event:
    chance, draw, going_on = random.Random(seed), Hashed(), event(players, options)
    for _ in range(rounds):
        made = going_on.next(draw)
        going_on.play(made, some_results(made, chance))
    return going_on


@pytest.mark.clauses("MSTR 10.4A")
def test_edh_matchmaker_2_the_top_seeds_are_matched_first_and_the_last_have_the_byes() -> None:
    going_on = played(23, 2)
    rows = standings(going_on.records(), OPTIONS)
    made = going_on.next(Hashed())
    points = {row.name: row.values[0] for row in rows}
    # Who has most sits at the first table, beside others with most; the byes are among the lowest points.
    assert rows[0].name in made.pods[0].players
    assert {points[name] for name in made.byes} == {min(points.values())}
    why = made.pods[0].why
    assert isinstance(why, RankedPod)
    assert why.first == 1


@pytest.mark.clauses("MSTR 10.4A")
def test_phase_7718_two_players_who_are_left_have_a_bye_each() -> None:
    going_on = event(4)
    going_on.present = {"p1", "p2"}
    made = going_on.next(Hashed())
    assert (made.pods, sorted(made.byes)) == ((), ["p1", "p2"])


@pytest.mark.clauses("MSTR 10.4A")
def test_cobra_521_those_with_byes_are_not_kept_together() -> None:
    """Who had a bye has points as others have, and nothing pulls them to each other: points and meetings decide."""
    going_on, draw = played(26, 1), Hashed()
    with_bye = set(going_on.rounds[0].sitting_out)
    made = going_on.next(draw)
    points = {name: record.score.parts for name, record in going_on.records().items()}
    for pod in made.pods:
        if with_bye & set(pod.players):
            assert len({points[name] for name in pod.players}) <= 2
