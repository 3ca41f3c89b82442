"""Landmarks: the iterations at which an amount reaches a number that a card compares with.

A condition that holds at one number only leaves no trace before or after it. So the law is tried just there: for every number
in a condition, and every amount that somebody could count (life, the creatures of a player, the cards in a hand).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from floorjudge.magic.certifying.recurrences import Law
from floorjudge.magic.phase.wording import Wording
from floorjudge.magic.playing.iterating import Moment
from floorjudge.magic.state.abstraction import COUNT, Resource

MOST_LANDMARKS = 160


def landmarks(law: Law, base: Moment, wording: Wording, first: int, last: int) -> tuple[int, ...]:
    """Return the iterations after `first` and before `last` in which an amount passes a number that a card names, in order.

    `base` is the position after iteration 0 of the law. Where a card asks for an exact number, that may be another amount:
    then the iterations in which two amounts become equal are among them.
    """
    found: set[int] = set()
    counted = [tuple(each) for each in _counted(law, base)]
    for amounts in counted:
        for number in wording.numbers:
            found.update(_passing(law, amounts, number, last))
    for index, amounts in enumerate(counted if wording.asks_exactly else ()):
        for others in counted[:index]:
            found.update(_meeting(law, amounts, others, last))
    return tuple(sorted(each for each in found if first < each < last))[:MOST_LANDMARKS]


def _counted(law: Law, base: Moment) -> Iterator[Iterable[Resource]]:
    """Yield what somebody could count, each as the amounts that are added up in it; none twice that goes the same way."""
    groups: dict[tuple[str, ...], list[Resource]] = defaultdict(list)
    for resource in law.terms:
        if resource[0] == "class" and resource[-1] == COUNT:
            for group in _groups(base, int(resource[1])):
                groups[group].append(resource)
        elif resource[0] == "library":
            groups["library", str(resource[1])].append(resource)
        else:
            groups[tuple(map(str, resource))].append(resource)
    seen: set[tuple[int, ...]] = set()
    for resources in groups.values():
        differences = law.sum_of(resources).differences
        if differences not in seen:
            seen.add(differences)
            yield resources


def _groups(base: Moment, pile: int) -> Iterator[tuple[str, ...]]:
    """Yield what an object of a pile is counted among: what is like it, its name, its types, everything of a player there."""
    node = base.abstraction.member(pile)
    yield ("class", str(pile))
    if node.kind == "mana":
        yield ("mana", str(node.place[1]))
    if node.kind != "object":
        return
    thing = base.objects[node.number]
    zone, seat = thing.zone, str(thing.whose)
    words = (*thing.supertypes, *thing.types, *thing.subtypes)
    kinds = ["", thing.name, *words, *(["token"] if thing.is_token else [])]
    for kind in kinds:
        yield (zone, seat, kind)
        yield (zone, "all", kind)
        yield (zone, seat, kind, "tapped" if thing.tapped else "untapped")


def _passing(law: Law, amounts: Iterable[Resource], number: int, last: int) -> Iterator[int]:
    """Yield the iterations that lead up to a number, or past it, and the one that begins there."""
    terms = law.sum_of(amounts)
    if terms.degree < 1:
        return
    rising = terms.differences[-1] > 0
    yield from _around(lambda at: (terms.term(at) >= number) if rising else (terms.term(at) <= number), last)


def _meeting(law: Law, amounts: Iterable[Resource], others: Iterable[Resource], last: int) -> Iterator[int]:
    one, other = law.sum_of(amounts), law.sum_of(others)
    over = one.term(last) > other.term(last)
    if (one.term(0) > other.term(0)) == over:
        return
    yield from _around(lambda at: (one.term(at) > other.term(at)) == over, last)


def _around(reached: Callable[[int], bool], last: int) -> Iterator[int]:
    """Yield the last iteration before something is reached, and the one at which it is; nothing where it never is, or at once."""
    if reached(0) or not reached(last):
        return
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    yield high - 1
    yield high
