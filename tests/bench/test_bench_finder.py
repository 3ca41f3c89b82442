"""The benchmark of the loop finder runs, and its tables have a row for each question."""

from __future__ import annotations

from bench.finder import TYPED, completion, decks

from floorjudge.magic import CardLibrary, CardText
from tests.bench.test_bench_runs import TIME

NAMES = [f"Card of {letter}{other}" for letter in "abcdefghijklm" for other in "nopqrstuvw"]


def test_completion_is_measured_for_all_that_people_type() -> None:
    found = completion(NAMES, 3)
    assert [row[0] for row in found.rows[:-1]] == list(TYPED)
    assert all(TIME.fullmatch(cell) for row in found.rows[:-1] for cell in row[1:])


def test_decks_are_compared_with_few_and_many_combinations() -> None:
    library = CardLibrary.of_texts([CardText(name, "Artifact").side() for name in NAMES])
    found = decks(NAMES, library, (3, 200))
    assert [row[0] for row in found.rows] == ["3", "200"]
