"""Putting players into pods: against trying all ways, and where nobody has to meet again."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import get_args

import pytest

from floorjudge.formats.pods.seating import arranging
from floorjudge.formats.pods.seating.arranging import Field, Pods, Prefer, arranged
from floorjudge.formats.pods.seating.sizes import Remainder, sizes
from tests.formats.pods.slow_pods import again, partitions, spread


class Season:
    """Players by number who play round after round; a winner has 5 points, and each of a drawn pod 1."""

    def __init__(self, players: int, seed: int, remainder: Remainder = "byes") -> None:
        self.chance = random.Random(f"{players}/{seed}")
        self.points = [0] * players
        self.met: list[dict[int, int]] = [{} for _ in range(players)]
        self.remainder: Remainder = remainder
        self.playing: list[int] = []

    def field(self) -> Field:
        order = sorted(range(len(self.points)), key=lambda player: (-self.points[player], self.chance.random()))
        split = sizes(len(order), 4, self.remainder)
        self.playing = order[: sum(split.pods)]
        place = {player: number for number, player in enumerate(self.playing)}
        met = [{place[other]: times for other, times in self.met[one].items() if other in place} for one in place]
        return Field([self.points[player] for player in self.playing], met, split.pods)

    def play(self, pods: Pods) -> None:
        for pod in pods:
            members = [self.playing[number] for number in pod]
            for one, other in combinations(members, 2):
                self.met[one][other] = self.met[other][one] = self.met[one].get(other, 0) + 1
            if self.chance.random() < 0.1:
                for player in members:
                    self.points[player] += 1
            else:
                self.points[self.chance.choice(members)] += 5


def aims(field: Field, pods: Pods) -> tuple[int, int]:
    """Return how often players meet again, and how far apart their points are, as the field itself says."""
    found = again(pods, field.met), spread(pods, field.points)
    assert found == (field.again(pods), field.spread(pods))
    return found


@pytest.mark.clauses("MSTR 10.4A")
def test_up_to_ten_players_no_pods_are_better() -> None:
    states = 0
    for players in range(4, 11):
        for remainder in ("byes", "threes"):
            season = Season(players, 1, remainder)
            for _ in range(4):
                field = season.field()
                ways = [list(map(list, way)) for way in partitions(range(len(field.points)), field.sizes)]
                found = {aims(field, way) for way in ways}
                assert aims(field, arranged(field, "new_opponents")) == min(found)
                assert aims(field, arranged(field, "equal_points"))[::-1] == min(each[::-1] for each in found)
                states += 2
                season.play(arranged(field, "new_opponents"))
    assert states == 112


def test_costs_that_are_too_large_for_floats_give_the_same_pods(monkeypatch: pytest.MonkeyPatch) -> None:
    season = Season(22, 3)
    for _ in range(5):
        field = season.field()
        season.play(arranged(field, "new_opponents"))
        # Everything costs more in the same proportion, or no float is taken.
        far = field._replace(points=[10**9 * points for points in field.points])
        pods = {str(arranged(each, "equal_points")) for each in (field, far)}
        with monkeypatch.context() as patch:
            patch.setattr(arranging, "MOST_EXACT", 0)
            assert pods == {str(arranged(field, "equal_points"))}


@pytest.mark.clauses("MSTR 10.4A")
def test_from_32_players_nobody_meets_again_in_six_rounds(subtests: pytest.Subtests) -> None:
    for players in (32, 47, 64):
        with subtests.test(players=players):
            season = Season(players, 2, "threes")
            for _ in range(6):
                field = season.field()
                pods = arranged(field, "new_opponents")
                assert again(pods, field.met) == 0
                season.play(pods)


def test_pods_are_whole_and_ordered() -> None:
    season = Season(130, 3, "threes")
    for _ in range(4):
        field = season.field()
        pods = arranged(field, "new_opponents")
        assert again(pods, field.met) == 0
        assert [len(pod) for pod in pods] == list(field.sizes)
        assert sorted(player for pod in pods for player in pod) == list(range(130))
        assert all(pod == sorted(pod) for pod in pods)
        assert pods[0][0] == 0
        assert pods == sorted(pods, key=lambda pod: (-len(pod), pod))
        assert pods == arranged(field, "new_opponents")
        season.play(pods)


def test_without_any_history_neighbours_play_together() -> None:
    points = [9, 9, 9, 9, 5, 5, 5, 5, 0, 0, 0]
    for prefer in ("new_opponents", "equal_points"):
        pods = arranged(Field(points, [{}] * 11, (4, 4, 3)), prefer)
        assert pods == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]


def test_nobody_at_all() -> None:
    assert arranged(Field([], [], ()), "new_opponents") == []


def crowded() -> Field:
    """Return a large field in which all but the first hundred have met each other."""
    players = 140
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for one, other in combinations(range(100, players), 2):
        met[one][other] = met[other][one] = 1
    return Field([10] * 100 + [0] * 40, met, (4,) * 35)


def three_rounds(players: int) -> Iterator[Field]:
    season = Season(players, 7, "threes")
    for _ in range(3):
        field = season.field()
        yield field
        season.play(arranged(field, "new_opponents"))


def test_pods_stay_as_they_were_so_that_older_logs_verify(subtests: pytest.Subtests) -> None:
    """A log is verified by arranging its pods again: other pods, even better ones, would make honest logs look forged."""
    cases: list[tuple[Iterable[Field], str]] = [
        (three_rounds(7), "ba235150ed272357"),
        (three_rounds(14), "186788d0d7136d80"),
        (three_rounds(23), "92603351ac3c4f34"),
        (three_rounds(50), "644f5beeb46a37d0"),
        (three_rounds(96), "f3ac218794e7badc"),
        (three_rounds(130), "b84ace879370f51b"),
        ([crowded()], "fef068581bd24ae1"),
    ]
    for fields, digest in cases:
        made = [arranged(field, prefer) for field in fields for prefer in get_args(Prefer)]
        with subtests.test(players=sum(map(len, made[0]))):
            assert hashlib.sha256(json.dumps(made).encode()).hexdigest()[:16] == digest


def test_where_a_large_field_cannot_avoid_meetings_they_are_few() -> None:
    """The search goes on in the windows where those sit who have met."""
    field = crowded()
    pods = arranged(field, "new_opponents")
    # 40 in 35 pods: five pods at least have two of them.
    assert again(pods, field.met) <= 10
    equal = arranged(field, "equal_points")
    assert spread(equal, field.points) == 0
    assert again(equal, field.met) == 60


def test_the_top_is_served_first() -> None:
    """The leaders have met: each is kept with the nearest whom they have not met, and the last pod pays for it."""
    met: list[dict[int, int]] = [{} for _ in range(16)]
    met[0], met[1] = {1: 1}, {0: 1}
    points = [20, 20, 20, 20, 20, 15, 15, 15, 10, 10, 10, 10, 5, 5, 5, 5]
    pods = arranged(Field(points, met, (4,) * 4), "new_opponents")
    assert pods[0] == [0, 2, 3, 4]
