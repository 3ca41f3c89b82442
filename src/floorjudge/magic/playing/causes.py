"""Finds why a loop stops in the middle of an iteration: the differences of that iteration from the one before.

These are the objects that left the battlefield, with the cause; the amounts that reached a number on a card; and the
amounts that reached zero.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from floorjudge.exact import numeral
from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.prompts import perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.counter_names import all_amounts, main_amounts, names_of
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.texts import Text, Value, text

_BATTLEFIELD = "Battlefield"
# The most of each kind that are named.
_MOST = 3


class Left(NamedTuple):
    """An object that left the battlefield: its name, its new zone, the step (from 0), and the cause, if known.

    `is_destroyed`: it left because it was destroyed.
    """

    card: str
    to: str
    step: int
    by: str
    is_destroyed: bool


def why_stopped(
    loop: Loop, before: tuple[Snapshot, Iteration], last: tuple[Snapshot, Iteration], number: int
) -> Iterator[Text]:
    """Yield why iteration `number` (from 1), `last`, did not end while the one `before` did; each comes with the position it began in.

    Raises ValueError if the engine does not accept a position, or an action again.
    """
    usual = {(each.card, each.to) for each in _left(loop, *before)}
    gone = [each for each in _left(loop, *last) if (each.card, each.to) not in usual][:_MOST]
    start, end = (all_amounts(each, names_of(each, loop.names)) for each in (last[0], last[1].end))
    words = {each.by: _words_of(last[0], each.by) for each in gone if each.by}
    for key, (description, amount) in end.items():
        if start.get(key, ("", None))[1] != amount:
            yield from (
                text(
                    "In iteration {iteration} this comes to {number}, of which {card} speaks: {amount}.",
                    iteration=numeral(number),
                    number=numeral(amount),
                    card=card,
                    amount=description,
                )
                for card, spoken in words.items()
                if _speaks_of(spoken, key, amount)
            )
    for each in gone:
        yield _sentence(each, number)
    if not gone:
        yield from _used_up(main_amounts(before[0], loop.names), main_amounts(last[1].end, loop.names))


def _left(loop: Loop, start: Snapshot, ran: Iteration) -> Iterator[Left]:
    """Yield the objects that leave the battlefield in an iteration from a position, in order."""
    table = loop.table(start)
    for made in ran.decisions:
        events = perform(table, made.player, made.chosen)
        for index, event in enumerate(events):
            if event.moved is not None and event.moved[0] == _BATTLEFIELD:
                by = table.name(_by(events[index + 1 :]))
                destroyed = any(each.destroys and each.thing == event.thing for each in events)
                yield Left(event.moved_name, str(event.moved[1]), made.step, by, destroyed)


def _by(then: tuple[Event, ...]) -> int | None:
    """Return the effect that moved an object, by the next event of an effect; None if a cost or a rule did."""
    return next((each.source for each in then if each.resolves), None)


def _sentence(left: Left, number: int) -> Text:
    values: dict[str, Value] = {"step": left.step + 1, "iteration": numeral(number), "card": left.card}
    if not left.by:
        return text("With step {step} of iteration {iteration}, {card} leaves the battlefield.", **values)
    values["source"] = left.by
    if left.is_destroyed:
        return text("With step {step} of iteration {iteration}, {source} destroys {card}.", **values)
    return text(
        "With step {step} of iteration {iteration}, {card} leaves the battlefield by what {source} says.", **values
    )


def _words_of(position: Snapshot, name: str) -> str:
    """Return the text of the first object with a name in a position."""
    for thing in position.objects.values():
        if thing.name == name:
            return "\n".join(thing.ability_texts)
    return ""


def _speaks_of(words: str, key: str, amount: int) -> bool:
    """Return whether words name an amount, by the first word of its name for programs, and its new value."""
    kind = key.partition(".")[0]
    return amount > 0 and re.search(rf"\b{amount}\b", words) is not None and kind.lower() in words.lower()


def _used_up(before: Mapping[str, tuple[Text, int]], end: Mapping[str, tuple[Text, int]]) -> Iterator[Text]:
    """Yield a sentence with the amounts that have reached zero."""
    none: tuple[Text, ...] = tuple(
        description
        for key, (description, amount) in before.items()
        if amount > 0 and not end.get(key, (description, 0))[1]
    )[:_MOST]
    if none:
        yield text("By then nothing is left of this: {amounts}.", amounts=none)
