"""The bound that is shown beside the meetings again: proved by a solver, which decides nothing."""

from __future__ import annotations

from typing import get_args

import pytest

from floorjudge.extras import PackageNotInstalled
from floorjudge.formats.pods.seating.arranging import Field, arranged
from floorjudge.formats.pods.seating.proof import fewest_again
from floorjudge.formats.pods.seating.sizes import Remainder
from tests.formats.pods.slow_pods import again, partitions
from tests.formats.pods.test_arranging import Season


@pytest.mark.clauses("MSTR 10.4A")
def test_below_24_players_pods_are_proved_to_be_the_best(subtests: pytest.Subtests) -> None:
    for players in (9, 12, 14, 16):
        with subtests.test(players=players):
            season = Season(players, 5, "threes")
            for _ in range(5):
                field = season.field()
                pods = arranged(field, "new_opponents")
                reached = again(pods, field.met)
                assert fewest_again(field) == reached
                season.play(pods)


@pytest.mark.exhaustive
def test_they_are_at_most_a_tenth_above_the_bound_in_every_field_below_24(subtests: pytest.Subtests) -> None:
    for players in range(6, 24):
        for remainder in get_args(Remainder):
            with subtests.test(players=players, remainder=remainder):
                season = Season(players, 9, remainder)
                for _ in range(5):
                    field = season.field()
                    pods = arranged(field, "new_opponents")
                    reached = again(pods, field.met)
                    bound = fewest_again(field)
                    assert bound is not None
                    assert bound <= reached <= 1.1 * bound
                    season.play(pods)


def test_the_bound_is_that_of_trying_everything(capfd: pytest.CaptureFixture[str]) -> None:
    """Pods that could be better have a bound below what they reach; the solver prints nothing among the answers of a program."""
    met: list[dict[int, int]] = [{} for _ in range(8)]
    for one in range(4):
        for other in range(4):
            if one != other:
                met[one][other] = 1
    field = Field([0] * 8, met, (4, 4))
    ways = [list(map(list, way)) for way in partitions(range(8), (4, 4))]
    # In each of the two pods two of those who know each other meet again.
    assert fewest_again(field) == min(again(way, met) for way in ways) == 2
    assert capfd.readouterr() == ("", "")


def test_what_needs_no_solver() -> None:
    assert fewest_again(Field([0] * 64, [{}] * 64, (4,) * 16)) == 0
    assert fewest_again(Field([0] * 64, [{1: 1}, {0: 1}, *[{}] * 62], (4,) * 16)) is None


def test_without_the_solver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str) -> None:
        raise ModuleNotFoundError(name=module)

    monkeypatch.setattr("floorjudge.extras.importlib.import_module", missing)
    with pytest.raises(PackageNotInstalled) as raised:
        fewest_again(Field([0] * 4, [{1: 1}, {0: 1}, {}, {}], (4,)))
    assert "floorjudge[proofs]" in raised.value.message("en")
