"""What the rules engine decides by itself in a loop, in sentences: before it, in the first iterations where that is something else, and in all others."""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.magic.playing.automatic import Automatic, Payment, Spending
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.texts import Text, Value, text


def automatic_sentences(certificate: Certificate) -> Iterator[Text]:
    """Yield what the rules engine pays by itself, which mana is spent where there was a choice, and which legends go."""
    found = certificate.automatic
    for payment in found.before.payments:
        yield text(
            "Before the loop, in step {step}, the rules engine pays by itself with mana from: {sources}.",
            step=payment.step + 1,
            sources=_sources(payment),
        )
    for spending in found.before.spendings:
        yield text(
            "Before the loop, in step {step}, this mana is spent: {mana}.", step=spending.step + 1, mana=_mana(spending)
        )
    for step, name in found.before.legends:
        yield text(
            "Before the loop, in step {step}, the legend rule puts one {name} into the graveyard.",
            step=step + 1,
            name=name,
        )
    yield from _in_each(found.each)
    for iteration, first in enumerate(found.first, 1):
        yield from _in_one(iteration, first, found.each)


def _in_each(found: Automatic) -> Iterator[Text]:
    for payment in found.payments:
        yield text(
            "In step {step}, the rules engine pays by itself with mana from: {sources}.",
            step=payment.step + 1,
            sources=_sources(payment),
        )
    for spending in found.spendings:
        yield text("In step {step}, this mana is spent: {mana}.", step=spending.step + 1, mana=_mana(spending))
    for step, name in found.legends:
        yield text("In step {step}, the legend rule puts one {name} into the graveyard.", step=step + 1, name=name)


def _in_one(iteration: int, first: Automatic, usual: Automatic) -> Iterator[Text]:
    """Yield what is otherwise in one of the first iterations than in those that follow."""
    for payment in first.payments:
        if payment not in usual.payments:
            yield text(
                "In iteration {iteration}, in step {step}, it pays with mana from: {sources}.",
                iteration=iteration,
                step=payment.step + 1,
                sources=_sources(payment),
            )
    steps = {payment.step for payment in first.payments}
    for payment in usual.payments:
        if payment.step not in steps:
            yield text(
                "In iteration {iteration}, in step {step}, it taps nothing for mana.",
                iteration=iteration,
                step=payment.step + 1,
            )
    for spending in first.spendings:
        if spending not in usual.spendings:
            yield text(
                "In iteration {iteration}, in step {step}, this mana is spent: {mana}.",
                iteration=iteration,
                step=spending.step + 1,
                mana=_mana(spending),
            )
    yield from _legends_in_one(iteration, first, usual)


def _legends_in_one(iteration: int, first: Automatic, usual: Automatic) -> Iterator[Text]:
    for step, name in first.legends:
        if (step, name) not in usual.legends:
            yield text(
                "In iteration {iteration}, in step {step}, the legend rule puts one {name} into the graveyard.",
                iteration=iteration,
                step=step + 1,
                name=name,
            )
    for step, name in usual.legends:
        if (step, name) not in first.legends:
            yield text(
                "In iteration {iteration}, in step {step}, no {name} goes to the graveyard.",
                iteration=iteration,
                step=step + 1,
                name=name,
            )


def _sources(payment: Payment) -> Value:
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in payment.sources)


def _mana(spending: Spending) -> Value:
    return tuple(f"{{{kind}}}" if count == 1 else f"{count} × {{{kind}}}" for kind, count in spending.mana)
