"""States the changes of amounts in a loop: in each iteration, in different first ones, and after each break."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile

from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.counter_names import (
    amounts_by_name,
    changed_since,
    changes_between,
    main_amounts,
    names_of,
    shown_amounts,
)
from floorjudge.magic.playing.iterating import Iteration
from floorjudge.magic.proof.certificates import Line, Segment
from floorjudge.magic.proof.extent import Extent
from floorjudge.magic.proof.recurrences import ON_LINE, ON_POLYNOMIAL
from floorjudge.magic.state import CounterName
from floorjudge.texts import Text

# The number of changes written for a change that grows.
_SHOWN_CHANGES = 3
# The highest order of differences that may be constant.
_MOST_DEGREE = 4


def lines_of(extent: Extent) -> Iterator[Line]:
    """Yield the lines of the loop, and then those that only its last position has."""
    base, end, changes, players = extent.base, extent.end, _changes(extent), extent.loop.names
    in_the_end = {} if end is None else amounts_by_name(*end, players)
    known = set()
    for named in names_of(base, players):
        known.add(named.key)
        change, after = changes.get(named.key, ()), in_the_end.get(named.key)
        gone = end is not None and after is None
        if gone and named.part:
            # The objects of a group may still be there, and not look like that group any more.
            if change:
                yield Line(named.key, named.label, change, None, named.part)
        elif change or not named.quiet or changed_since(extent.start, base, named, after):
            yield Line(named.key, named.label, change, 0 if gone else after, named.part)
    for named in () if end is None else names_of(end[0], players):
        if named.key not in known and not named.quiet:
            yield Line(named.key, named.label, (), in_the_end[named.key], named.part)


def _changes(extent: Extent) -> dict[str, tuple[int, ...]]:
    """Return the changes of the iterations from the base on, by name."""
    at = None if extent.followed is None else extent.followed.at
    return _changes_from(extent.base, at, extent.one_iteration(), extent.loop.names)


def _changes_from(
    base: Snapshot,
    at: Callable[[int], Mapping[CounterName, int]] | None,
    one: Iteration | None,
    players: tuple[str, ...],
) -> dict[str, tuple[int, ...]]:
    """Return the changes of iterations from a position on, by name: one number, or the first ones if they differ.

    `at` returns the amounts after so many iterations; if it is None, `one` is the only iteration, if known.
    """
    amounts: list[Mapping[CounterName, int]] = [base.abstraction.counters]
    if at is not None:
        amounts = [at(times) for times in range(_SHOWN_CHANGES + 1)]
    elif one is not None and one.stop is None and one.end.abstraction.shape == base.abstraction.shape:
        amounts.append(one.end.abstraction.counters)
    named = [amounts_by_name(base, each, players) for each in amounts]
    changes = {key: tuple(after[key] - before[key] for before, after in pairwise(named)) for key in named[0]}
    return {key: each if len(set(each)) > 1 else each[:1] for key, each in changes.items() if any(each)}


def breaks_of(extent: Extent) -> tuple[int, ...]:
    """Return the claimed breaks, each once and in order, among the examined iterations."""
    last = extent.checked - (extent.evidence == "observed")
    return tuple(at for at in sorted(set(extent.claims.breaks)) if extent.warm_up < at <= last)


def segments_of(extent: Extent) -> Iterator[Segment]:
    """Yield a segment for each break, with the changes after it."""
    led, players, period, before = extent.trajectory, extent.loop.names, extent.period, _changes(extent)
    bases = {at: led.segments[at].base if at in led.segments else led.positions[at] for at in breaks_of(extent)}
    places = (extent.start, extent.base, *bases.values())
    labels = {key: label for place in places for key, (label, _) in main_amounts(place, players).items()}
    for at, base in bases.items():
        seen, one = led.segments.get(at), led.iterations.get(at)
        last = _change_between(led.positions.get(at - period), led.positions[at], players)
        usual = {key: change[0] for key, change in before.items() if key in labels}
        is_even = all(len(change) == 1 for change in before.values())
        is_odd = is_even and usual != {key: last[key] for key in labels if key in last}
        ends_it = seen is None and one is not None and one.stop is not None
        is_done = ends_it or (extent.whole is not None and extent.whole <= at)
        warm_up, period = (0, 1) if seen is None else (seen.first - at, seen.period)
        before = _changes_from(base, None if seen is None else seen.at, one, players)
        if (
            seen is None
            and one is not None
            and one.stop is None
            and one.end.abstraction.shape != base.abstraction.shape
        ):
            # The only iteration that follows leads to a position in which none can be performed.
            before = {
                key: (change,) for key, change in _change_between(base, one.end, players).items() if key in labels
            }
        yield Segment(at, last, warm_up, period, before, labels, is_odd, is_done)


def _change_between(before: Snapshot | None, after: Snapshot, players: tuple[str, ...]) -> dict[str, int]:
    """Return the change of each named amount between two positions, including amounts that only one of them has."""
    if before is None:
        return {}
    changes = changes_between(main_amounts(before, players), main_amounts(after, players))
    return {key: change for key, (_, change) in changes.items()}


def first_changes(extent: Extent, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the changes in the first iterations that differ from those by the recurrence; empty if none is known.

    A difference that only the engine sees is in no amount, so there may be fewer iterations than before the recurrence.
    """
    recurrence, positions = extent.recurrence, extent.trajectory.positions
    if recurrence is None:
        return ()
    seen = (ON_LINE if recurrence.degree < 2 else ON_POLYNOMIAL) - 1
    performed = takewhile(positions.__contains__, range(recurrence.first + seen * recurrence.period + 1))
    keys = {line.key for line in lines}
    shown = [shown_amounts(positions[at], extent.loop.names, keys) for at in performed]
    labels = {key: label for amounts in shown for key, (label, _) in amounts.items()}
    developments = {key: [_amount(amounts, key) for amounts in shown] for key in labels}
    begins = {key: _steady_from(amounts, recurrence.first, recurrence.period) for key, amounts in developments.items()}
    many = max(begins.values(), default=0)
    return tuple(
        Line(key, labels[key], tuple(_difference(*amounts[at : at + 2]) or 0 for at in range(many)))
        for key, amounts in developments.items()
        if begins[key]
    )


def _amount(shown: dict[str, tuple[Text, int]], key: str) -> int | None:
    """Return an amount of a position, 0 if it is missing; None for a missing size."""
    amount = shown.get(key)
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
