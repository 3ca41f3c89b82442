"""Compares the engine's play of some steps with the rules that hold for every card.

A triggered ability goes onto the stack the next time a player would receive priority, once for each event; what is on
the stack heeds its words; yes differs from no; an ability that resolves changes something.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.doubt.answers import YesOrNo, ignored, other_answer
from floorjudge.magic.doubt.harmless import Harm
from floorjudge.magic.doubt.idle import is_tapped_so, may_change_nothing
from floorjudge.magic.doubt.tokens import remarks_on_tokens
from floorjudge.magic.doubt.triggering import adds_every_type, due, without_damage
from floorjudge.magic.doubt.zones import BATTLEFIELD, EXILE, GRAVEYARD, KeptOut
from floorjudge.magic.engine.actions import YES, Event
from floorjudge.magic.engine.fields import is_shield, is_temporary
from floorjudge.magic.engine.objects import PHASES, GameObject, StackObject, Trigger, description_of
from floorjudge.magic.engine.prompts import Prompt, open_question
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.automatic import Accounts, Automatic
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.iterating import Remark
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_each

# Words that name two kinds of tokens, one of which may enter tapped.
_TWO_KINDS = re.compile(r"\btokens?\b[^.]*\band\b[^.]*\btokens?\b", re.IGNORECASE)
_AS_MANY_AS_DISCARDED = re.compile(r"^whenever you discard one or more cards\b.*\bthat (?:many|much)\b", re.IGNORECASE)
_UNLESS_YOU = re.compile(r"\bunless you\b", re.IGNORECASE)
# Words that let a player exert a creature each time it attacks (CR 701.43b).
_EXERT = re.compile(r"^You may exert (?:~|it) as \w+ attacks\b", re.IGNORECASE)
# Words that let the controller of what has set them off decide.
_WHOSE_EVENT = re.compile(r"^when[^,]*, (?:that \w+'s|its) controller may\b", re.IGNORECASE)
# Words that let the player decide at whom, or at whose permanent, they are aimed.
_WHO_IS_AIMED_AT = re.compile(
    r"^(?!.*\byou may\b).*\btarget\b.*\bthat (?:player|\w+'s controller) may\b", re.IGNORECASE | re.DOTALL
)


class Audit(msgspec.Struct, frozen=True):
    """The trace of bodies played under watch: `remarks` on wrong play, and the `automatic` decisions in each body.

    `shields` are the cards with temporary effects about damage, which the engine forgets when it is put into a position.
    `used` are the words of the abilities that were activated, cast or triggered; `present` are the names of the objects
    in play, `buried` of those in a graveyard. Also `noted` is what misread words may depend on: “with targets” if an
    object had a target, “when stopped” if a step was impossible before the end of the game, “sizes” and “damage” as in
    `Harm`. `played` is the number of bodies played to their end. `unsure` are the abilities, by card and words, that did
    not trigger and perhaps had to.
    """

    remarks: tuple[Remark, ...] = ()
    unsure: tuple[tuple[str, str], ...] = ()
    automatic: tuple[Automatic, ...] = ()
    shields: tuple[str, ...] = ()
    used: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    buried: frozenset[str] = frozenset()
    noted: frozenset[str] = frozenset()
    played: int = 0


def audited(table: Table, *bodies: Body) -> Audit:
    """Play bodies one after the other and return the trace; an impossible step ends it. The table is of no use afterwards.

    Clauses: MTR 4.4.9
    """
    auditor = _Auditor(table)
    for body in filter(None, bodies):
        auditor.begin(bodies.index(body))
        try:
            for _ in play_each(table, body, "body", auditor.record_answer, auditor.record_events):
                auditor.step += 1
        except FloorjudgeError:
            if open_question(table)[0] != "GameOver":
                auditor.noted.add("when stopped")
            break
        auditor.played += 1
    return auditor.audit()


class _Auditor:
    """Watches a game; `step` is the index of the current step, `played` the number of bodies played so far."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.step = self.played = 0
        self.noted: set[str] = set()
        self._body = -1
        self._decisions: list[Decision] = []
        self._answers: list[YesOrNo] = []
        self._answered: Counter[tuple[int, int]] = Counter()
        self._accounts = Accounts(table)
        self._remarks: dict[Remark, None] = {}
        self._unsure: dict[tuple[str, str], None] = {}
        self._shields: dict[str, None] = {}
        self._stack = {entry.number: entry for entry in table.stack()}
        self._phase = table.phase
        # The events since a player last had priority, and the identities of those before.
        self._events: list[Event] = []
        self._earlier: set[str] = set()
        self._triggered: Counter[Trigger] = Counter()
        # The abilities put onto the stack since, by source and words.
        self._came: Counter[tuple[int, str]] = Counter()
        # The first ability of each player put there since, until a player chooses an order.
        self._first: dict[int, StackObject] = {}
        self._ordered = False
        self._resolving: tuple[StackObject, Snapshot] | None = None
        self._used: set[str] = set()
        self._present: set[str] = set()
        self._buried: set[str] = set()
        self._harm = Harm()
        # The position on the table, as far as it was looked at since the last answer.
        self._now: Snapshot | None = None
        start = self._start = self._last = self._position_now()
        # The position on the table while a player has priority and all players have only passed.
        self._position: Snapshot | None = start
        self._doubles = start.wording.doubles_triggers
        self._limits = start.wording.limits_casting

    def begin(self, body: int) -> None:
        """Begin with the first step of a body; equal bodies have the same number."""
        self.step, self._body = 0, body
        self._harm.begin(body, self._position_now())
        self._check_forgotten()
        self._accounts.begin()

    def audit(self) -> Audit:
        """End the last body, try the other answers, and return the trace."""
        self._settle()
        self._harm.end(self._last)
        self._check_forgotten()
        again = partial(Table.at, self._table.engine, self._start, self._start.labels, self._table.names)
        for each in ignored(again, self._decisions, self._answers):
            self._remark("ignored", each.card, each.words)
        return Audit(
            tuple(self._remarks),
            tuple(self._unsure),
            self._accounts.automatic,
            tuple(self._shields),
            frozenset(self._used),
            frozenset(self._present),
            frozenset(self._buried),
            frozenset(self.noted | self._harm.noted),
            self.played,
        )

    def record_answer(self, prompt: Prompt, decision: Decision, _: Names) -> None:
        """Record a question and its answer, before the engine takes the answer."""
        self._accounts.record_answer(prompt, decision)
        self._take_answer(prompt, decision)
        self._ordered |= prompt.kind == "OrderTriggers"
        if prompt.kind == "Priority":
            for entry in self._stack.values():
                for mistake in _ignored_on_stack(entry, self._stack, self._table.object):
                    self._remark_on(mistake, entry)
            self._settle()
            if not decision.is_pass:
                self._position = None
            elif self._position is None:
                self._position = self._position_now()
        else:
            self._check_asked(prompt.kind, prompt.seat)
        self._take_ability(decision)

    def record_events(self, decision: Decision, events: tuple[Event, ...]) -> None:
        """Record the events of an answer."""
        self._now = None
        before, self._stack = self._stack, {entry.number: entry for entry in self._table.stack()}
        self._events += events
        self._remarks |= dict.fromkeys(KeptOut(self._last, self._table.object).remarks(events))
        new = [entry for number, entry in self._stack.items() if number not in before]
        self._check_triggers(new, before)
        if self._accounts.begun == -1 and any(event.is_cast for event in events):
            for card, words in self._limits:
                self._remark("free_cast", card, words)
        self._used |= {entry.words for entry in new}
        self._harm.take(events, {entry.words for entry in new})
        for entry in new:
            # A permanent spell has a part without words in the place of what it does.
            for words in filter(None, entry.unread):
                self._remark("not_read", self._table.name(entry.source), words)
        if any(entry.targets for entry in self._stack.values()):
            self.noted.add("with targets")
        top = next(reversed(before.values()), None)
        if decision.is_pass and top is not None and top.number not in self._stack and self._position is not None:
            self._resolving, self._position = (top, self._position), None
        self._check_tapped_together(events)
        self._check_combat_over()
        self._check_exerted_again(events)
        self._accounts.record_events(self.step, decision, events)

    def _take_answer(self, prompt: Prompt, decision: Decision) -> None:
        other = other_answer(prompt, decision)
        if other is not None and not self._taps_nothing():
            here = (self.played, self.step)
            place = (self._body, self.step, self._answered[here])
            self._answered[here] += 1
            agreed = any(subject.words == YES for subject in prompt.subjects(decision.chosen))
            self._answers.append(YesOrNo(place, len(self._decisions), *self._about(prompt), agreed, other))
        self._decisions.append(decision)

    def _taps_nothing(self) -> bool:
        """Return whether the resolving ability only taps or untaps something that is so already, or is gone."""
        entry = None if self._resolving is None else self._resolving[0]
        return entry is not None and all(is_tapped_so(part, entry, self._table) for part in entry.parts)

    def _about(self, prompt: Prompt) -> tuple[str, str]:
        """Return the card and the words of the ability that a question is about."""
        source = prompt.source
        entry = None if self._resolving is None else self._resolving[0]
        card = self._table.name(source if source is not None or entry is None else entry.source)
        return card, f"pays {prompt.to_pay}" if prompt.to_pay else prompt.description

    def _settle(self) -> None:
        """Compare the events since a player last had priority with the rules, and the open question."""
        self._check_asked(*open_question(self._table))
        if self._resolving is not None:
            entry, before = self._resolving
            self._resolving = None
            sources = [event.source for event in self._events if event.attaches and event.source is not None]
            things = filter(None, map(self._table.object, sources))
            if any(thing.zone == "Battlefield" and thing.host is None for thing in things):
                self._remark_on("nothing", entry)
            elif entry.must_change_something and not any(each.changes_something for each in self._events):
                self._position = self._position_now()
                # More may have left the stack than the resolved ability, or come onto it: a copy, a countered spell.
                alike = self._stack.keys() == {each.number for each in before.stack} - {entry.number}
                if alike and self._position.differs_only_in_stack(before) and not may_change_nothing(before, entry):
                    self._remark_on("nothing", entry)
            self._check_tokens(entry, before)
            self._check_exiled_itself(entry, before)
        self._check_missed()
        self._earlier.update(event.identity for event in self._events)
        self._events, self._ordered = [], False
        self._triggered.clear()
        self._first.clear()

    def _check_tokens(self, entry: StackObject, before: Snapshot) -> None:
        """Compare the created tokens with the replacement effects of other cards (CR 614.6, CR 616.1)."""
        if not any(event.creates_token for event in self._events):
            return
        new = [thing for number, thing in self._position_now().objects.items() if number not in before.objects]
        created = [thing for thing in new if thing.is_token and thing.in_play]
        if len({thing.tapped for thing in created}) > 1 and _TWO_KINDS.search(entry.words) is None:
            self._remark_on("tapped_apart", entry)
        self._remarks |= dict.fromkeys(remarks_on_tokens(before, created))

    def _check_forgotten(self) -> None:
        """Note the temporary effects that the engine forgets when it is put into the position at the end of a body.

        The next iteration is often played from there.
        """
        for thing in self._position_now().objects.values():
            for each in filter(is_temporary, thing.replacements):
                if is_shield(each):
                    self._shields[thing.name] = None
                else:
                    self._remark("forgotten", thing.name, "")

    def _check_exiled_itself(self, entry: StackObject, before: Snapshot) -> None:
        """Remark on a permanent that has exiled itself and has an ability about the cards exiled with it (CR 607.2a)."""
        source = before.objects.get(entry.source or 0)
        if source is not None and any(
            event.thing == source.number and event.moved == (BATTLEFIELD, EXILE) for event in self._events
        ):
            for definition in source.triggers:
                if "ExiledBySource" in str(definition):
                    self._remark("not_itself", source.name, description_of(definition))

    def _check_missed(self) -> None:
        """Remark on abilities that have triggered by the rules since a player last had priority, but are not on the stack."""
        came, self._came = self._came, Counter()
        for source, words in adds_every_type(self._last, self._events):
            self._remark("every_type", self._table.name(source), words)
        if open_question(self._table)[0] != "Priority" or not any(event.may_trigger for event in self._events):
            return
        before, self._last = self._last, self._position_now()
        for source, words in came:
            if without_damage(before, self._events, source, words):
                self._remark("prevented", self._table.name(source), words)
        expected = list(due(before, self._last, self._events))
        sure = Counter((each.source, each.words) for each in expected if each.sure)
        for each in expected:
            key = (each.source, each.words)
            if came[key] < sure[key]:
                self._remark("missed", each.card, each.quoted)
            elif not came[key]:
                self._unsure[each.card, each.quoted] = None

    def _check_triggers(self, new: list[StackObject], before: dict[int, StackObject]) -> None:
        happened = Counter(event.identity for event in self._events)
        copied = any(event.copies for event in self._events)
        self._check_discarded_together(new)
        for entry in new:
            trigger = entry.trigger
            if entry.is_triggered and entry.source is not None:
                self._came[entry.source, entry.words] += 1
                if not self._ordered and self._first.setdefault(entry.controller, entry).words != entry.words:
                    self._remark_on("unordered", entry)
            if trigger is None or (copied and any(each.trigger == trigger for each in before.values())):
                continue
            self._triggered[trigger] += 1
            self._check_target(trigger)
            if trigger.event not in happened:
                if trigger.event in self._earlier:
                    self._remark_on("late", entry)
            elif self._triggered[trigger] > happened[trigger.event] and not self._doubles:
                self._remark_on("doubled", entry)

    def _check_discarded_together(self, new: list[StackObject]) -> None:
        """Remark on an ability about “that many” of several discarded cards: the engine takes one."""
        of_discards = [each for each in new if _AS_MANY_AS_DISCARDED.search(each.words)]
        for each in of_discards:
            cards = sum(event.discards_for == each.controller for event in self._events)
            if cards > sum((other.source, other.words) == (each.source, each.words) for other in of_discards):
                self._remark_on("other_amount", each)

    def _check_target(self, trigger: Trigger) -> None:
        """Remark on an ability without a target that has triggered another ability as if it targeted."""
        for event in self._events:
            if event.target is None or event.identity != trigger.event:
                continue
            of_source = [entry for entry in self._stack.values() if entry.source == event.source]
            if of_source and not any(entry.may_target for entry in of_source):
                self._remark("targeted", self._table.name(event.source), of_source[-1].words)

    def _check_asked(self, kind: str, seat: int) -> None:
        """Compare the player to whom a question goes with the one whom the words of the resolving ability or spell mean."""
        if self._resolving is None:
            return
        entry, before = self._resolving
        meant: set[int] = set()
        if kind == "UnlessPayment" and _UNLESS_YOU.search(entry.words):
            meant = {entry.controller}
        elif kind == "OptionalEffectChoice" and _WHOSE_EVENT.search(entry.words):
            thing = before.objects.get(entry.triggered_by or 0)
            meant = {thing.whose} if thing is not None and thing.zone == BATTLEFIELD else meant
        elif kind == "OptionalEffectChoice" and _WHO_IS_AIMED_AT.search(entry.words):
            targets = filter(None, map(before.objects.get, entry.targets))
            meant = {*entry.target_seats, *(each.whose for each in targets)}
        if meant and seat not in meant:
            self._remark_on("asked_another", entry)

    def _check_tapped_together(self, events: tuple[Event, ...]) -> None:
        """Remark on a spell that adds mana for each tapped permanent, but added it once for several tapped together."""
        tapped = {event.source for event in events if event.is_mana_ability}
        if len(tapped) < 2:
            return
        gave = {event.source or 0 for event in events if event.adds_mana_for is not None and not event.source_name}
        for number in sorted(gave - tapped):
            thing = self._last.objects.get(number)
            if thing is not None and thing.zone != "Battlefield":
                self._remark("once", thing.name, next((each.description for each in thing.abilities), ""))

    def _check_combat_over(self) -> None:
        """Remark on mana of an earlier combat, which is lost with its end, where another combat begins (CR 511.3)."""
        before, self._phase = self._phase, self._table.phase
        if self._phase == PHASES["beginning of combat"] != before:
            for seat in range(len(self._table.names)):
                for source in self._table.player(seat).mana_for_combat:
                    self._remark("kept", self._table.name(source), "")

    def _check_exerted_again(self, events: tuple[Event, ...]) -> None:
        """Remark on an attacker that was exerted before in the turn, and may be exerted again: the engine does not ask."""
        numbers = [number for event in events for number in event.raw.get("attacker_ids") or ()]
        for thing in filter(None, map(self._table.object, numbers)):
            words = next(filter(_EXERT.search, thing.ability_texts), None)
            if words is not None and thing.number in self._table.snapshot().exerted:
                self._remark("exerted_once", thing.name, words)

    def _take_ability(self, decision: Decision) -> None:
        ability = self._table.ability(decision.chosen)
        if ability is not None:
            self._used.add(ability.description)
            for words in ability.unread:
                self._remark("not_read", self._table.name(decision.chosen.source), words)

    def _remark_on(self, mistake: str, entry: StackObject) -> None:
        self._remark(mistake, self._table.name(entry.source), entry.words)

    def _remark(self, mistake: str, card: str, words: str) -> None:
        self._remarks[Remark(mistake, card, words)] = None

    def _position_now(self) -> Snapshot:
        if self._now is None:
            self._now = self._table.snapshot()
            for thing in self._now.objects.values():
                if thing.in_play or thing.zone == GRAVEYARD:
                    (self._present if thing.in_play else self._buried).add(thing.name)
        return self._now


# Words about targets and amounts that the engine's form of them lacks. Where only what the words allow has been chosen,
# and once is meant, nothing is wrong.

_NO_SUCH_TARGET = re.compile(r"\bany (?:other )?target that isn't an? (?P<kind>\w+)", re.IGNORECASE)
_SOURCE = re.compile(
    r"\btarget (?:\w+ or )?\w+ ability\b[^.]*\bfrom an?(?P<other>other)? (?P<kind>\w+) source\b", re.IGNORECASE
)
_ONE_OF_THOSE = re.compile(r"\bcopy of one of (?:those|them)\b", re.IGNORECASE)
_THAT_MANY_TIMES = re.compile(r"\bthat many times\b", re.IGNORECASE)
_AMOUNT = re.compile(r"EventContextAmount|'repeat_for': \{")


def _ignored_on_stack(
    entry: StackObject, stack: Mapping[int, StackObject], now: Callable[[int], GameObject | None]
) -> Iterator[str]:
    """Yield the mistake for each part of the words of an object on the stack that the engine has not heeded.

    `now` returns an object.
    """
    if entry.lacks_target:
        yield "untargeted"
    if (words := _NO_SUCH_TARGET.search(entry.words)) is not None:
        yield from ("no_limit" for each in entry.targets if _is(now(each), words["kind"]))
    if (words := _SOURCE.search(entry.words)) is not None:
        for ability in (stack[each] for each in entry.targets if each in stack):
            is_itself = words["other"] is not None and ability.source == entry.source
            if is_itself or not _is(now(ability.source or 0), words["kind"]):
                yield "no_limit"
    if _ONE_OF_THOSE.search(entry.words) is not None:
        spell = stack.get(entry.triggered_by or 0)
        if spell is None or len(spell.targets) > 1:
            yield "no_limit"
    once = entry.amount_of_event <= 1 or _AMOUNT.search(str(entry.parts)) is not None
    if not once and _THAT_MANY_TIMES.search(entry.words) is not None:
        yield "not_read"


def _is(thing: GameObject | None, kind: str) -> bool:
    """Return whether a word is a type of a thing, or “colorless” and the thing is that."""
    if thing is None:
        return False
    if kind.lower() == "colorless":
        return not thing.colours
    return kind.capitalize() in (*thing.types, *thing.subtypes, *thing.supertypes)


def activated_again(start: Snapshot, end: Snapshot) -> Iterator[Remark]:
    """Yield a remark on each permanent whose loyalty abilities the engine let a player activate too often in a turn.

    While a game goes on, the engine keeps to one a turn (CR 606.3); when it is put into a position, it forgets what was
    activated. It was put into `start`, and counts from there: what it counts in `end` came later, and may only be as
    much as effects on the way allow beyond one.

    Clauses: MTR 4.4.9
    """
    if start.turn != end.turn:
        return
    more = end.more_loyalty_abilities - start.more_loyalty_abilities
    for number, thing in end.objects.items():
        before = start.objects.get(number)
        is_same = before is not None and before.moves == thing.moves and thing.zone == "Battlefield"
        if before is not None and is_same and before.loyalty_abilities and thing.loyalty_abilities > more:
            yield Remark("again_this_turn", thing.name, "")
