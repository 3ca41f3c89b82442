"""What the engine did in the course of some steps, compared with the rules that hold for every card.

A triggered ability goes onto the stack the next time somebody would have priority, and once for each event; whoever says that they
pay has paid; yes does something else than no; an ability that resolves changes something. What the engine pays by itself is written out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.colours import LETTERS
from floorjudge.magic.phase.actions import NO, YES, Action, Event
from floorjudge.magic.phase.affecting import finds_nothing
from floorjudge.magic.phase.kept_out import GRAVEYARD, KeptOut
from floorjudge.magic.phase.objects import StackObject, Trigger
from floorjudge.magic.phase.prompts import Prompt, asked, mana_actions, perform
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.token_replacements import odd_replacements
from floorjudge.magic.phase.triggering import adds_every_type, due, without_damage
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, listed, play_each

Oddity: TypeAlias = Literal[
    "late", "doubled", "missed", "prevented", "unordered", "unpaid", "ignored", "nothing", "targeted", "untargeted", "free_cast", "every_type", "once", "tapped_apart",
    "each_token", "order_of_tokens", "misplaced", "misapplied", "way_not_asked", "wrong_payer", "not_read",
]  # fmt: skip
# Kinds of questions in which something is cast or activated; all others are about what was.
_BEGINS = frozenset({"Priority", "ManaPayment"})
# An ability that tells itself of some tokens that enter tapped and of some that do not.
_SAYS_TWO_KINDS = re.compile(r"\btokens?\b[^.]*\band\b[^.]*\btokens?\b", re.IGNORECASE)
_PAYS_MANA = re.compile(r"\bpays? \{(?!0\}|X\})", re.IGNORECASE)

_UNLESS_YOU = re.compile(r"\bunless you\b", re.IGNORECASE)


class Remark(msgspec.Struct, frozen=True):
    """Something odd about the ability of a card that has these words.

    It came onto the stack `late`, was `doubled`, `missed`, came of `prevented` damage, or together with others, `unordered`
    by their player; a “yes” was `unpaid`; yes or no was `ignored`, as the other one does the same; it resolved and did `nothing`; it was taken to have `targeted` what its words do
    not, and something has triggered on that; it was `untargeted` where it needs a target (CR 603.3d); it limits or taxes
    spells, and one was a `free_cast`; it added mana of `every_type` where one of any type was made, or `once` for several that were tapped;
    it created tokens together of which some are tapped and others are not: `tapped_apart`, or where
    another card adds one alone and it came for `each_token`, or where effects change what is created and nobody was asked for the `order_of_tokens`; it never
    lets go a card where one was `misplaced`, or is about dying and may have been `misapplied` to a spell, or sends a card elsewhere as words
    of others do, and its player was not asked which: `way_not_asked`; its player may pay, and the `wrong_payer` was asked; or the engine
    says that it was `not_read`, and it was used.
    """

    oddity: Oddity
    card: str
    words: str


class Payment(msgspec.Struct, frozen=True):
    """What the engine paid with by itself in one step: the sources of the mana by name, each with how often it gave some."""

    step: int
    sources: tuple[tuple[str, int], ...]


class Spending(msgspec.Struct, frozen=True):
    """Which mana was spent in one step although other mana was there: the letter of each kind, and how much of it."""

    step: int
    mana: tuple[tuple[str, int], ...]


class Automatic(msgspec.Struct, frozen=True):
    """What the engine decided by itself in a body: what it paid with, which mana was spent where there was a choice, which legends went.

    Of the `legends`, which look alike, stand the step and the name.
    """

    payments: tuple[Payment, ...] = ()
    spendings: tuple[Spending, ...] = ()
    legends: tuple[tuple[int, str], ...] = ()


class Audit(msgspec.Struct, frozen=True):
    """What was found: what was odd, what was `automatic` in each body, whose words were used, and what was in play or `buried` in a graveyard, by name.

    `played` is how many bodies were played to their end, `targets` whether anything had a target. `unsure` are abilities, by card and words, that did not trigger on an event of
    their kind, where it cannot be told whether they had to.
    """

    remarks: tuple[Remark, ...] = ()
    unsure: tuple[tuple[str, str], ...] = ()
    automatic: tuple[Automatic, ...] = ()
    used: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    buried: frozenset[str] = frozenset()
    played: int = 0
    targets: bool = False

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Return what the engine paid by itself in the last body."""
        return self.automatic[-1].payments if self.automatic else ()


def audited(table: Table, *bodies: Body) -> Audit:
    """Play bodies one after the other and return what was found in that. What cannot be played ends it; the table is spoilt.

    Clauses: MTR 4.4.9
    """
    auditor = _Auditor(table)
    for body in filter(None, bodies):
        auditor.begin(bodies.index(body))
        try:
            for _ in play_each(table, body, "body", auditor.asked, auditor.done):
                auditor.step += 1
        except FloorjudgeError:
            break
        auditor.played += 1
    auditor.settle()
    auditor.try_other_answers()
    return auditor.audit()


class _Agreed(msgspec.Struct, frozen=True):
    """Somebody said yes to a question about an ability, and had so much mana."""

    player: int
    card: str
    words: str
    mana: int


class _Auditor:
    """Watches a game; `step` is the index of the step that is being played, `played` how many bodies were."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.step = self.played = 0
        self._body = -1
        self._decisions: list[Decision] = []
        self._answers: list[YesOrNo] = []
        self._answered: Counter[tuple[int, int]] = Counter()
        # What the engine paid with by itself: in each step the sources, by name.
        self._payments: dict[int, Counter[str]] = defaultdict(Counter)
        # Which mana was spent in each step where there was a choice; what somebody had when they were asked.
        self._spendings: dict[int, Counter[str]] = defaultdict(Counter)
        self._pool: Counter[str] = Counter()
        self._legends: list[tuple[int, str]] = []
        self._automatic: list[Automatic] = []
        self._remarks: dict[Remark, None] = {}
        self._unsure: dict[tuple[str, str], None] = {}
        self._stack = {entry.number: entry for entry in table.stack()}
        # What has happened since somebody last had priority, and before.
        self._events: list[Event] = []
        self._earlier: set[str] = set()
        self._triggered: Counter[Trigger] = Counter()
        # Which abilities have come onto the stack since, by their source and words.
        self._came: Counter[tuple[int, str]] = Counter()
        # The first ability of each player that has come since, as long as nobody was asked for an order.
        self._first: dict[int, StackObject] = {}
        self._ordered = False
        self._agreed: list[_Agreed] = []
        self._resolving: tuple[StackObject, Snapshot] | None = None
        # The source of what somebody does by their own choice; -1 when something resolves.
        self._begun = -1
        self._used: set[str] = set()
        self._present: set[str] = set()
        self._buried: set[str] = set()
        self._targets = False
        # The position on the table while somebody has priority and nothing but passing has been done.
        start = self._start = self._last = self._seen()
        self._position: Snapshot | None = start
        self._doubles = start.wording.doubles_triggers
        self._limits = start.wording.limits_casting

    def begin(self, body: int) -> None:
        """Begin with the first step of a body, which is told apart from others by a number."""
        if self._body >= 0:
            self._automatic.append(self._automatic_so_far())
        self.step, self._body = 0, body
        self._payments.clear()
        self._spendings.clear()
        self._legends.clear()

    def audit(self) -> Audit:
        """Return what was noticed so far."""
        return Audit(
            tuple(self._remarks),
            tuple(self._unsure),
            (*self._automatic, self._automatic_so_far()),
            frozenset(self._used),
            frozenset(self._present),
            frozenset(self._buried),
            self.played,
            self._targets,
        )

    def _automatic_so_far(self) -> Automatic:
        """Return what was automatic in the steps of a body, payments added up for each."""
        return Automatic(
            tuple(Payment(step, tuple(sources.items())) for step, sources in sorted(self._payments.items())),
            tuple(Spending(step, tuple(sorted(mana.items()))) for step, mana in sorted(self._spendings.items())),
            tuple(self._legends),
        )

    def asked(self, prompt: Prompt, decision: Decision, _: Names) -> None:
        """Take note of a question, and how it will be answered."""
        self._pool = self._mana_of(prompt.seat)
        self._take_answer(prompt, decision)
        self._ordered |= prompt.kind == "OrderTriggers"
        if prompt.kind == "Priority":
            for ability in self._stack.values():
                if ability.lacks_target:
                    self._remark("untargeted", self._name(ability.source), ability.words)
            self.settle()
            if not decision.is_pass:
                self._position = None
            elif self._position is None:
                self._position = self._seen()
        elif prompt.kind == "UnlessPayment":
            self._look_at_payer(prompt)
        if prompt.kind != "Priority" and any(subject.words == YES for subject in prompt.subjects(decision.chosen)):
            self._agreed.append(_Agreed(prompt.seat, *self._about(prompt), self._mana(prompt.seat)))
        if prompt.kind in _BEGINS:
            self._begun = -1 if decision.is_pass else decision.chosen.source
        self._take_ability(decision)

    def done(self, decision: Decision, events: tuple[Event, ...]) -> None:
        """Take note of what an answer has led to."""
        before, self._stack = self._stack, {entry.number: entry for entry in self._table.stack()}
        self._events += events
        for odd in KeptOut(self._last, self._table.object).odd(events):
            self._remark(odd.kind, odd.card, odd.words)
        new = [entry for number, entry in self._stack.items() if number not in before]
        self._look_at_triggers(new, before)
        if self._begun == -1 and any(event.is_cast for event in events):
            for card, words in self._limits:
                self._remark("free_cast", card, words)
        self._used |= {entry.words for entry in new}
        for entry in new:
            for words in entry.unread:
                self._remark("not_read", self._name(entry.source), words)
        self._targets |= any(entry.targets for entry in self._stack.values())
        top = next(reversed(before.values()), None)
        if decision.is_pass and top is not None and top.number not in self._stack and self._position is not None:
            self._resolving, self._position = (top, self._position), None
        self._take_payments(events)
        self._take_spending(decision, events)
        if decision.prompt == "ChooseLegend":
            self._legends += [(self.step, event.moved_name) for event in events if event.moved is not None]

    def try_other_answers(self) -> None:
        """Try the no to each yes that was said, and the yes to each no."""
        table = self._table
        again = partial(Table.at, table.engine, self._start, self._start.labels, table.names)
        for each in ignored(again, self._decisions, self._answers):
            self._remark("ignored", each.card, each.words)

    def _take_answer(self, prompt: Prompt, decision: Decision) -> None:
        other = other_answer(prompt, decision)
        if other is not None and not self._cannot_pay(prompt, decision):
            here = (self.played, self.step)
            place = (self._body, self.step, self._answered[here])
            self._answered[here] += 1
            agreed = any(subject.words == YES for subject in prompt.subjects(decision.chosen))
            self._answers.append(YesOrNo(place, len(self._decisions), *self._about(prompt), agreed, other))
        self._decisions.append(decision)

    def _cannot_pay(self, prompt: Prompt, decision: Decision) -> bool:
        """Say whether somebody says that they do not pay mana, and has none: a yes would come to the same."""
        declines = any(subject.words == NO for subject in prompt.subjects(decision.chosen))
        asks = _PAYS_MANA.search(prompt.description) is not None
        return declines and asks and not self._mana(prompt.seat) and not mana_actions(self._table, prompt.seat)

    def _about(self, prompt: Prompt) -> tuple[str, str]:
        """Return the card of an ability of which something is asked, and the words of the ability."""
        source = prompt.source
        entry = None if self._resolving is None else self._resolving[0]
        card = self._name(source if source is not None or entry is None else entry.source)
        return card, f"pays {prompt.to_pay}" if prompt.to_pay else prompt.description

    def settle(self) -> None:
        """Look at what has happened since somebody last had priority."""
        self._look_at_yes()
        if self._resolving is not None:
            entry, before = self._resolving
            self._resolving = None
            sources = [event.source for event in self._events if event.attaches and event.source is not None]
            things = filter(None, map(self._table.object, sources))
            if any(thing.zone == "Battlefield" and thing.host is None for thing in things):
                self._remark("nothing", self._name(entry.source), entry.words)
            elif entry.must_change_something and not any(each.changes_something for each in self._events):
                self._position = self._seen()
                alike = self._position.differs_only_in_stack(before) and not self._changes_stack(entry, before)
                if alike and not finds_nothing(before, entry):
                    self._remark("nothing", self._name(entry.source), entry.words)
            self._look_at_tokens(entry, before)
        self._look_for_missed()
        self._earlier.update(event.identity for event in self._events)
        self._events, self._ordered = [], False
        self._triggered.clear()
        self._first.clear()

    def _look_at_tokens(self, entry: StackObject, before: Snapshot) -> None:
        """Look at how the tokens that an ability or a spell has created were changed by other cards (CR 614.6, CR 616.1)."""
        if not any(event.creates_token for event in self._events):
            return
        new = [thing for number, thing in self._seen().objects.items() if number not in before.objects]
        created = [thing for thing in new if thing.is_token and thing.in_play]
        if len({thing.tapped for thing in created}) > 1 and _SAYS_TWO_KINDS.search(entry.words) is None:
            self._remark("tapped_apart", self._name(entry.source), entry.words)
        for odd in odd_replacements(before, created):
            self._remark(odd.kind, self._name(odd.source), odd.words)

    def _changes_stack(self, entry: StackObject, before: Snapshot) -> bool:
        """Say whether something else than an ability that has resolved has come onto the stack, or left it: a copy, what is countered."""
        return self._stack.keys() != {each.number for each in before.stack} - {entry.number}

    def _look_for_missed(self) -> None:
        """Look for the abilities that have triggered, by the rules, since somebody last had priority, and did not come."""
        came, self._came = self._came, Counter()
        for source, words in adds_every_type(self._last, self._events):
            self._remark("every_type", self._name(source), words)
        if asked(self._table)[0] != "Priority" or not any(event.may_trigger for event in self._events):
            return
        before, self._last = self._last, self._seen()
        for source, words in came:
            if without_damage(before, self._events, source, words):
                self._remark("prevented", self._name(source), words)
        expected = list(due(before, self._last, self._events))
        sure = Counter((each.source, each.words) for each in expected if each.sure)
        for each in expected:
            key = (each.source, each.words)
            if came[key] < sure[key]:
                self._remark("missed", each.card, each.said)
            elif not came[key]:
                self._unsure[each.card, each.said] = None

    def _look_at_triggers(self, new: list[StackObject], before: dict[int, StackObject]) -> None:
        happened = Counter(event.identity for event in self._events)
        copied = any(event.copies for event in self._events)
        for entry in new:
            trigger = entry.trigger
            if entry.is_triggered and entry.source is not None:
                self._came[entry.source, entry.words] += 1
                if not self._ordered and self._first.setdefault(entry.controller, entry).words != entry.words:
                    self._remark("unordered", self._name(entry.source), entry.words)
            if trigger is None or (copied and any(each.trigger == trigger for each in before.values())):
                continue
            self._triggered[trigger] += 1
            self._look_at_target(trigger)
            if trigger.event not in happened:
                if trigger.event in self._earlier:
                    self._remark("late", self._name(entry.source), entry.words)
            elif self._triggered[trigger] > happened[trigger.event] and not self._doubles:
                self._remark("doubled", self._name(entry.source), entry.words)

    def _look_at_target(self, trigger: Trigger) -> None:
        """Look for the ability that has made something a target, where that has set off another one."""
        for event in self._events:
            if event.target is None or event.identity != trigger.event:
                continue
            of_source = [entry for entry in self._stack.values() if entry.source == event.source]
            if of_source and not any(entry.may_target for entry in of_source):
                self._remark("targeted", self._name(event.source), of_source[-1].words)

    def _look_at_payer(self, prompt: Prompt) -> None:
        """Compare who is asked to pay with who controls the ability that resolves, where its words say “you”."""
        if self._resolving is not None:
            ability, _ = self._resolving
            if _UNLESS_YOU.search(ability.words) and prompt.seat != ability.controller:
                self._remark("wrong_payer", self._name(ability.source), ability.words)

    def _look_at_yes(self) -> None:
        """Compare the mana of those who have said that they pay some with what they had and got since."""
        agreed, self._agreed = self._agreed, []
        for each in agreed:
            if _PAYS_MANA.search(each.words) is None:
                continue
            got = sum(event.adds_mana_for == each.player for event in self._events)
            if each.mana + got <= self._mana(each.player):
                self._remark("unpaid", each.card, each.words)

    def _take_payments(self, events: tuple[Event, ...]) -> None:
        tapped = {event.source for event in events if event.is_mana_ability}
        if len(tapped) > 1:
            # What a resolved spell adds for each permanent that is tapped comes once for all that the engine taps together.
            gave = {event.source or 0 for event in events if event.adds_mana_for is not None and not event.source_name}
            for number in sorted(gave - tapped):
                thing = self._last.objects.get(number)
                if thing is not None and thing.zone != "Battlefield":
                    self._remark("once", thing.name, next((each.description for each in thing.abilities), ""))
        for event in events:
            if event.is_mana_ability and event.source is not None and event.source != self._begun:
                self._payments[self.step][event.source_name or self._name(event.source)] += 1

    def _take_spending(self, decision: Decision, events: tuple[Event, ...]) -> None:
        """Take note of the mana that somebody has spent while they had other mana that was left; passing spends none."""
        left = self._mana_of(decision.player)
        added = Counter(event.added for event in events if event.adds_mana_for == decision.player)
        spent = self._pool + added - left
        if not decision.is_pass and spent and left and len(spent | left) > 1:
            self._spendings[self.step] += Counter({LETTERS.get(kind, kind): many for kind, many in spent.items()})

    def _mana_of(self, seat: int) -> Counter[str]:
        return Counter(self._table.player(seat).mana)

    def _take_ability(self, decision: Decision) -> None:
        if decision.chosen.is_activation and decision.chosen.ability is not None:
            thing = self._table.object(decision.chosen.source)
            ability = None if thing is None else thing.ability(decision.chosen.ability)
            if thing is not None and ability is not None:
                self._used.add(ability.description)
                for words in ability.unread:
                    self._remark("not_read", thing.name, words)
                if not ability.makes_mana:
                    self._begun = -1  # what its source gives meanwhile pays for it

    def _remark(self, oddity: Oddity, card: str, words: str) -> None:
        self._remarks[Remark(oddity, card, words)] = None

    def _mana(self, seat: int) -> int:
        return len(self._table.player(seat).mana)

    def _name(self, number: int | None) -> str:
        thing = None if number is None else self._table.object(number)
        return "" if thing is None else thing.name

    def _seen(self) -> Snapshot:
        position = self._table.snapshot()
        for thing in position.objects.values():
            if thing.in_play or thing.zone == GRAVEYARD:
                (self._present if thing.in_play else self._buried).add(thing.name)
        return position


# Who looks or shows may change nothing that is there.
_LOOKS = re.compile(r"\b(look at|reveal)", re.IGNORECASE)


class YesOrNo(msgspec.Struct, frozen=True):
    """A question that was answered with yes or no: of an ability of which card, in which words, and the `other` answer.

    `place` is the same wherever the same answer of a body is given again; `made` is how many decisions came before it.
    """

    place: tuple[int, ...]
    made: int
    card: str
    words: str
    agreed: bool
    other: Action


def other_answer(prompt: Prompt, decision: Decision) -> Action | None:
    """Return the no to a question that is answered with yes, or the yes; None where something else is asked.

    Who does not pay may have nothing to pay with; a yes comes to the same then.
    """
    if decision.chosen.declines_to_pay:
        return None
    said = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    return listed(decision)[0] if said == {YES, NO} and len(listed(decision)) == 1 else None


def ignored(begun: Callable[[], Table], decisions: Sequence[Decision], answers: Sequence[YesOrNo]) -> Iterator[YesOrNo]:
    """Yield one of the answers of each place at which yes and no did the same, every time.

    `begun` returns a new table in the position in which the first of the decisions was made. A yes does the same as a no when the
    table looks the same afterwards and nothing else has happened: so one that is heeded stands, also where the engine would not
    heed the no. A no does the same when the table looks the same, unless nothing has happened after it, nothing is left on the stack,
    and something has happened after a yes (a permanent leaves and comes back). An answer that cannot be given does not do the same.
    """
    by_place = defaultdict[tuple[int, ...], list[YesOrNo]](list)
    for answer in answers:
        if _LOOKS.search(answer.words) is None:
            by_place[answer.place].append(answer)
    for same in by_place.values():
        if all(_does_the_same(begun, decisions, answer) for answer in same):
            yield same[0]


def _does_the_same(begun: Callable[[], Table], decisions: Sequence[Decision], answer: YesOrNo) -> bool:
    try:
        here, given = _led(begun(), decisions, answer, decisions[answer.made].chosen)
        there, other = _led(begun(), decisions, answer, answer.other)
    except ValueError:
        return False
    if not here.looks_like(there):
        return False
    if answer.agreed:
        return given == other
    # What is on the stack may be what the no should have kept away from it.
    return bool(given) or not other or bool(here.stack)


def _led(
    table: Table, decisions: Sequence[Decision], answer: YesOrNo, given: Action
) -> tuple[Snapshot, tuple[str, ...]]:
    """Return where an answer leads, up to the next time that somebody has priority, and which changes happened from it on."""
    before, (made, *rest) = decisions[: answer.made], decisions[answer.made :]
    for each in before:
        perform(table, each.player, each.chosen)
    events = [*perform(table, made.player, given)]
    for each in rest:
        if asked(table)[0] in ("Priority", "GameOver"):
            break
        events += perform(table, each.player, each.chosen)
    return table.snapshot(), tuple(each.kind for each in events if each.changes_something)
