"""Records the engine's own decisions while a body is played: payments, spent mana, and removed legends."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec

from floorjudge.magic.colours import LETTERS
from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.playing import Decision

# Questions in which a player casts or activates; all others arise from that.
_BEGINS = frozenset({"Priority", "ManaPayment"})


class Payment(msgspec.Struct, frozen=True):
    """The mana with which the engine paid in one step: its sources by name, each with the number of its activations."""

    step: int
    sources: tuple[tuple[str, int], ...]


class Spending(msgspec.Struct, frozen=True):
    """The mana spent in one step while other mana was in the pool: the letter of each kind, and its amount."""

    step: int
    mana: tuple[tuple[str, int], ...]


class Automatic(msgspec.Struct, frozen=True):
    """The engine's own decisions in a body: payments, spent mana where there was a choice, and removed legends.

    The `legends` look alike; each is listed with its step and name.
    """

    payments: tuple[Payment, ...] = ()
    spendings: tuple[Spending, ...] = ()
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

    def asked(self, prompt: Prompt, decision: Decision) -> None:
        """Record a question and its answer, before the engine takes the answer."""
        self._pool = self._mana_of(prompt.seat)
        if prompt.kind in _BEGINS:
            self.begun = -1 if decision.is_pass else decision.chosen.source
        if decision.chosen.is_activation and decision.chosen.ability is not None:
            thing = self._table.object(decision.chosen.source)
            ability = None if thing is None else thing.ability(decision.chosen.ability)
            if ability is not None and not ability.makes_mana:
                self.begun = -1  # further mana from its source pays for it

    def done(self, step: int, decision: Decision, events: tuple[Event, ...]) -> None:
        """Record the events of an answer in a step of the body."""
        account = self._bodies[-1]
        for event in events:
            if event.is_mana_ability and event.source is not None and event.source != self.begun:
                account.payments[step][event.source_name or self._name(event.source)] += 1
        self._take_spending(account, step, decision, events)
        if decision.prompt == "ChooseLegend":
            account.legends += [(step, event.moved_name) for event in events if event.moved is not None]

    def _take_spending(self, account: _Account, step: int, decision: Decision, events: tuple[Event, ...]) -> None:
        """Record the mana that a player has spent while other mana was left; passing spends none."""
        left = self._mana_of(decision.player)
        added = Counter(event.added for event in events if event.adds_mana_for == decision.player)
        spent = self._pool + added - left
        if not decision.is_pass and spent and left and len(spent | left) > 1:
            account.spendings[step] += Counter({LETTERS.get(kind, kind): many for kind, many in spent.items()})

    def _mana_of(self, seat: int) -> Counter[str]:
        return Counter(self._table.player(seat).mana)

    def _name(self, number: int) -> str:
        thing = self._table.object(number)
        return "" if thing is None else thing.name


class _Account:
    """The record of one body, by step: payments by the names of their sources, spendings by the kind of mana."""

    def __init__(self) -> None:
        self.payments: dict[int, Counter[str]] = defaultdict(Counter)
        self.spendings: dict[int, Counter[str]] = defaultdict(Counter)
        self.legends: list[tuple[int, str]] = []

    def automatic(self) -> Automatic:
        return Automatic(
            tuple(Payment(step, tuple(sources.items())) for step, sources in sorted(self.payments.items())),
            tuple(Spending(step, tuple(sorted(mana.items()))) for step, mana in sorted(self.spendings.items())),
            tuple(self.legends),
        )
