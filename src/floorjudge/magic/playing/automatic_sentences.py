"""Describes the engine's own decisions in a loop: before it, in different first iterations, and in all later ones."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from floorjudge.magic.playing.automatic import Automatic, Payment, Spending
from floorjudge.texts import Text, Value, text


class AutomaticIn(msgspec.Struct, frozen=True):
    """The decisions `before` the loop, in the `first` iterations before the recurrence, and in `each` later one."""

    before: Automatic = Automatic()
    first: tuple[Automatic, ...] = ()
    each: Automatic = Automatic()


_BEFORE = (
    text("Before the loop, in step {step}, the rules engine pays by itself with mana from: {sources}."),
    text("Before the loop, in step {step}, this mana is spent: {mana}."),
    text("Before the loop, in step {step}, the legend rule puts one {name} into the graveyard."),
)
_IN_EACH = (
    text("In step {step}, the rules engine pays by itself with mana from: {sources}."),
    text("In step {step}, this mana is spent: {mana}."),
    text("In step {step}, the legend rule puts one {name} into the graveyard."),
)
_IN_ONE = (
    text("In iteration {iteration}, in step {step}, it pays with mana from: {sources}."),
    text("In iteration {iteration}, in step {step}, this mana is spent: {mana}."),
    text("In iteration {iteration}, in step {step}, the legend rule puts one {name} into the graveyard."),
)
_NOTHING_PAID = text("In iteration {iteration}, in step {step}, it taps nothing for mana.")
_NO_LEGEND = text("In iteration {iteration}, in step {step}, no {name} goes to the graveyard.")


def automatic_sentences(found: AutomaticIn) -> Iterator[Text]:
    """Yield a sentence on each payment by the engine, each spending with a choice of mana, and each removed legend."""
    yield from _sentences(found.before, _BEFORE)
    yield from _sentences(found.each, _IN_EACH)
    for iteration, first in enumerate(found.first, 1):
        yield from _in_one(iteration, first, found.each)


def _sentences(found: Automatic, messages: tuple[Text, Text, Text], **place: Value) -> Iterator[Text]:
    pays, spends, buries = messages
    for payment in found.payments:
        yield _filled(pays, payment.step, **place, sources=_sources(payment))
    for spending in found.spendings:
        yield _filled(spends, spending.step, **place, mana=_mana(spending))
    for step, name in found.legends:
        yield _filled(buries, step, **place, name=name)


def _in_one(iteration: int, first: Automatic, usual: Automatic) -> Iterator[Text]:
    """Yield the differences of one of the first iterations from the later ones."""
    new = Automatic(
        tuple(each for each in first.payments if each not in usual.payments),
        tuple(each for each in first.spendings if each not in usual.spendings),
        tuple(each for each in first.legends if each not in usual.legends),
    )
    yield from _sentences(new, _IN_ONE, iteration=iteration)
    paid = {payment.step for payment in first.payments}
    for payment in usual.payments:
        if payment.step not in paid:
            yield _filled(_NOTHING_PAID, payment.step, iteration=iteration)
    for step, name in usual.legends:
        if (step, name) not in first.legends:
            yield _filled(_NO_LEGEND, step, iteration=iteration, name=name)


def _filled(message: Text, step: int, **values: Value) -> Text:
    return Text(message.message, {**values, "step": step + 1})


def _sources(payment: Payment) -> Value:
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in payment.sources)


def _mana(spending: Spending) -> Value:
    return tuple(f"{{{kind}}}" if count == 1 else f"{count} × {{{kind}}}" for kind, count in spending.mana)
