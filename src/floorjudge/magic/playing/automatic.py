"""Records the engine's own decisions while a body is played, and describes them: payments, spent mana, and removed legends."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec

from floorjudge.magic.colours import LETTERS
from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.playing import Decision
from floorjudge.texts import Text, Value, text

# Questions in which a player casts or activates; all others arise from that.
_BEGINS = frozenset({"Priority", "ManaPayment"})


class Spent(msgspec.Struct, frozen=True):
    """The mana with which the engine paid in one step, by source or by kind, with the number of each."""

    step: int
    mana: tuple[tuple[str, int], ...]


class Automatic(msgspec.Struct, frozen=True):
    """The engine's own decisions in a body: payments, spent mana where there was a choice, and removed legends.

    `payments` are by the names of the activated sources, `spendings` by the symbols of the kinds of mana. The `legends`
    look alike; each is listed with its step and name.
    """

    payments: tuple[Spent, ...] = ()
    spendings: tuple[Spent, ...] = ()
    legends: tuple[tuple[int, str], ...] = ()


class Accounts:
    """Records the engine's decisions in each body played on a table.

    `begun` is the source of a player's own action, -1 when something resolves.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.begun = -1
        self._bodies: list[_Account] = []
        # The mana of the player who gave the last answer, before that answer.
        self._pool: Counter[str] = Counter()

    @property
    def automatic(self) -> tuple[Automatic, ...]:
        """Return the engine's decisions in each body so far."""
        return tuple(body.automatic() for body in self._bodies) or (Automatic(),)

    def begin(self) -> None:
        """Begin with the next body."""
        self._bodies.append(_Account())

    def record_answer(self, prompt: Prompt, decision: Decision) -> None:
        """Record a question and its answer, before the engine takes the answer."""
        self._pool = self._mana_of(prompt.seat)
        if prompt.kind in _BEGINS:
            self.begun = -1 if decision.is_pass else decision.chosen.source
        ability = self._table.ability(decision.chosen)
        if ability is not None and not ability.makes_mana:
            self.begun = -1  # further mana from its source pays for it

    def record_events(self, step: int, decision: Decision, events: tuple[Event, ...]) -> None:
        """Record the events of an answer in a step of the body."""
        account = self._bodies[-1]
        for event in events:
            if event.is_mana_ability and event.source is not None and event.source != self.begun:
                account.payments[step][event.source_name or self._table.name(event.source)] += 1
        self._take_spending(account, step, decision, events)
        if decision.prompt == "ChooseLegend":
            account.legends += [(step, event.moved_name) for event in events if event.moved is not None]

    def _take_spending(self, account: _Account, step: int, decision: Decision, events: tuple[Event, ...]) -> None:
        """Record the mana that a player has spent while other mana was left; passing spends none."""
        left = self._mana_of(decision.player)
        added = Counter(event.added for event in events if event.adds_mana_for == decision.player)
        spent = self._pool + added - left
        if not decision.is_pass and spent and left and len(spent | left) > 1:
            account.spendings[step] += Counter({f"{{{LETTERS.get(kind, kind)}}}": many for kind, many in spent.items()})

    def _mana_of(self, seat: int) -> Counter[str]:
        return Counter(self._table.player(seat).mana)


class _Account:
    """The record of one body, by step: payments by the names of their sources, spendings by the symbol of the mana."""

    def __init__(self) -> None:
        self.payments: dict[int, Counter[str]] = defaultdict(Counter)
        self.spendings: dict[int, Counter[str]] = defaultdict(Counter)
        self.legends: list[tuple[int, str]] = []

    def automatic(self) -> Automatic:
        """Return the engine's decisions in the order of the steps."""
        return Automatic(
            tuple(Spent(step, tuple(sources.items())) for step, sources in sorted(self.payments.items())),
            tuple(Spent(step, tuple(sorted(mana.items()))) for step, mana in sorted(self.spendings.items())),
            tuple(self.legends),
        )


# Sentences: before a loop, in different first iterations, and in all later ones.


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


def automatic_sentences(automatic: AutomaticIn) -> Iterator[Text]:
    """Yield a sentence on each payment by the engine, each spending with a choice of mana, and each removed legend."""
    yield from _sentences(automatic.before, _BEFORE)
    yield from _sentences(automatic.each, _IN_EACH)
    for iteration, first in enumerate(automatic.first, 1):
        yield from _in_one(iteration, first, automatic.each)


def _sentences(automatic: Automatic, messages: tuple[Text, Text, Text], **place: Value) -> Iterator[Text]:
    pays, spends, buries = messages
    for payment in automatic.payments:
        yield _filled(pays, payment.step, **place, sources=_counted(payment))
    for spending in automatic.spendings:
        yield _filled(spends, spending.step, **place, mana=_counted(spending))
    for step, name in automatic.legends:
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


def _counted(spent: Spent) -> Value:
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in spent.mana)
