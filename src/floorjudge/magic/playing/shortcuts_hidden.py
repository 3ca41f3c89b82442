"""What a proposer cannot know: which cards another player holds."""

from __future__ import annotations

from collections.abc import Iterable

from floorjudge.magic.phase.prompts import ABOUT_HIDDEN_CARDS, asked
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Step

_FROM_HAND = frozenset({"cast", "play"})


def needs_hidden_cards(table: Table, step: Step, proposer: int) -> bool:
    """Say whether a step by another player rests on cards that the proposer cannot see.

    It never depends on which cards these are: to cast or play something is enough, and to choose where the engine asks
    about a hand or a library.
    """
    question = asked(table)
    return question[1] != proposer and (step.do in _FROM_HAND or asks_for_hidden_cards([question], proposer))


def asks_for_hidden_cards(questions: Iterable[tuple[str, int]], proposer: int) -> bool:
    """Say whether another player was asked about a hand or a library; the answer, even the only one, would tell of it."""
    return any(kind in ABOUT_HIDDEN_CARDS and seat != proposer for kind, seat in questions)
