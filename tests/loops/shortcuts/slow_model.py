"""The slow and obvious way to look at a sequence: every choice of it in a list."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.sequence import Choice, Place, Steps

PLAYERS = ("Ana", "Bo", "Cy")

choices = st.builds(Choice, by=st.sampled_from(PLAYERS), do=st.sampled_from(("pass", "tap", "untap")))


def _repeats(inner: st.SearchStrategy[Choice | Repeat[Choice]]) -> st.SearchStrategy[Repeat[Choice]]:
    return st.builds(Repeat, body=st.lists(inner, min_size=1, max_size=3).map(tuple), times=st.integers(0, 3))


steps = st.recursive(choices, _repeats, max_leaves=6)
sequences: st.SearchStrategy[Steps] = st.lists(choices | steps, min_size=1, max_size=4).map(tuple)


def unrolled(sequence: Steps) -> list[tuple[Place, Choice]]:
    """Return every choice in the order in which it is made, with its place."""
    return list(_unrolled(sequence))


def _unrolled(sequence: Steps) -> Iterator[tuple[Place, Choice]]:
    for index, step in enumerate(sequence):
        if isinstance(step, Choice):
            yield (index,), step
            continue
        for iteration in range(step.times):
            for place, choice in _unrolled(step.body):
                yield (index, iteration, *place), choice
