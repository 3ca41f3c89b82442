"""What is told about a shortcut, in every language and with numbers of any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops import Choice, Proposal, Repeat, Taken, shortcut_answer
from floorjudge.loops.shortcuts.sequence import Steps, readable
from floorjudge.texts import LANGUAGES, Language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("iterations", [(), (0,), (1,), (10**100,), (10**5000 + 7, 3, 0)])
def test_a_shortened_shortcut_can_be_told_at_any_depth(language: Language, iterations: tuple[int, ...]) -> None:
    sequence: Steps = (Choice("Lope", "pass"),)
    place: tuple[int, ...] = (0,)
    for done in reversed(iterations):
        sequence, place = (Repeat(sequence, done + 1),), (0, done, *place)
    taken = Taken(Proposal(("Lope", "Bo"), "Bo", sequence, "Bo"), place, "Lope", "pass")
    answer = shortcut_answer(taken, language)
    assert "{" not in answer["text"]
    for part in ("Lope", "pass", *(readable(number) for number in iterations)):
        assert part in answer["text"]


@given(st.integers(0, 10**40 - 1))
def test_a_number_that_can_be_read_out_is_shown_whole(number: int) -> None:
    shown = readable(number)
    assert shown == str(number) or eval(shown.replace("^", "**")) == number  # noqa: S307 (our own number)


def test_a_long_number_is_shown_by_its_ends() -> None:
    assert readable(10**41 + 7) == "100000…000007"
    assert readable(10**5000) == "10^5000"
