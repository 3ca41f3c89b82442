"""Compares the changes in the first iterations of a loop with those in the later ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.counter_names import told_amounts
from floorjudge.texts import Text

# The highest order of differences that may be constant.
_MOST_DEGREE = 4


class FirstChanges(msgspec.Struct, frozen=True):
    """The changes of an amount in the first iterations, in order, if they do not all follow the later pattern.

    All amounts of a loop have equally many `changes`. `key` names the amount for programs, `said` for people.
    """

    key: str
    said: Text
    changes: tuple[int, ...]


def first_changes(
    positions: Sequence[Snapshot], warm_up: int, period: int, players: tuple[str, ...], lines: Collection[str]
) -> tuple[FirstChanges, ...]:
    """Return the changes in the first iterations that differ from those in the later ones.

    `positions` are those before the first iteration and after each one; after `warm_up` of them a recurrence holds, and
    `period` iterations together change the same. `lines` are the names of the lines of the loop. A difference that only
    the engine sees is in no amount, so fewer iterations may be returned than `warm_up`.
    """
    told = [told_amounts(position, players, lines) for position in positions]
    said = {key: words for amounts in told for key, (words, _) in amounts.items()}
    developments = {key: [_amount(amounts, key) for amounts in told] for key in said}
    begins = {key: _steady_from(amounts, warm_up, period) for key, amounts in developments.items()}
    many = max(begins.values(), default=0)
    return tuple(
        FirstChanges(key, said[key], tuple(_difference(*amounts[at : at + 2]) or 0 for at in range(many)))
        for key, amounts in developments.items()
        if begins[key]
    )


def _amount(told: dict[str, tuple[Text, int]], key: str) -> int | None:
    """Return an amount of a position, 0 if it is missing; None for a missing size."""
    amount = told.get(key)
    if amount is not None:
        return amount[1]
    return None if key.startswith(("power.", "toughness.", "loyalty.", "defense.", "damage.")) else 0


def _difference(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before


def _steady_from(amounts: Sequence[int | None], warm_up: int, period: int) -> int:
    """Return the number of iterations, at most `warm_up`, after which an amount follows its later pattern."""
    changes = list(amounts)
    for _ in range(_MOST_DEGREE):
        changes = [_difference(*pair) for pair in zip(changes, changes[period:], strict=False)]
        steady = set(changes[warm_up:]) - {None}
        if not steady:
            return 0
        if len(steady) == 1:
            begins = warm_up
            while begins and changes[begins - 1] in (None, *steady):
                begins -= 1
            return begins
    return warm_up
