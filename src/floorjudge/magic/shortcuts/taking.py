"""Plays shortcuts on the engine: a player proposes a sequence, the others accept or shorten it, and it is taken.

The proposal is played on a copy of the table: that shows that each of its choices is legal there, and which player makes
it, so that another player can name a place in it. The taken sequence is played again, choice by choice. For a repeat of
more choices than are played, a certificate gives the position: eliding is the same as performing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError, Refused
from floorjudge.exact import DIGIT_BUDGET, digits
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.codec import read_answers, read_sequence, shortcut_answer
from floorjudge.loops.shortcuts.performing import not_legal, not_shown, proposer_without_priority
from floorjudge.loops.shortcuts.sequence import (
    Choice,
    Place,
    Steps,
    count_choices,
)
from floorjudge.loops.shortcuts.settling import (
    Answer,
    AnswerAwaited,
    NotAllowed,
    Proposal,
    Settled,
    Taken,
    check_different,
    settle,
)
from floorjudge.magic.engine.prompts import ABOUT_HIDDEN_CARDS, open_question
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Reference, Step, read_body, read_step
from floorjudge.magic.playing.iterating import Loop, chance_matters
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Played, play, play_on
from floorjudge.magic.playing.recording import Choices, single_choices
from floorjudge.magic.shortcuts.eliding import Elision, Start
from floorjudge.reading import Fields, JsonObject
from floorjudge.texts import Language, Text, text

MOST_CHOICES = 500
# The most objects on the battlefield and the stack with which an iteration is tried.
_MOST_THINGS = 1_500
_TOO_MUCH_WORK = text(
    "Nothing shows that every iteration of this repeat is legal, and to try more of them one by one would take the rules engine too long."
)
# The number of iterations performed before any are elided.
_SEEN = 3
_CANNOT_BE_BROUGHT = text(
    "The rules engine cannot be brought to where the repeat before this ends, so nothing shows that this is legal there."
)
_FROM_HAND = frozenset({"cast", "play"})


Sequence: TypeAlias = tuple[Step | Repeat[Step], ...]


class NothingAfterIt(Refused):
    sentence = text(
        "The rules engine cannot be brought to where this shortcut ends, so nothing can be played after it."
    )


class TakenBeyond(Taken, frozen=True, kw_only=True):
    """The shortcut is taken to beyond the engine: after so many `whole` iterations, and some `choices` of the next one."""

    whole: int
    choices: Body


class Elided(msgspec.Struct, frozen=True):
    """A repeat that is not performed: its index among the single choices, the iterations before it, and its elision."""

    index: int
    first: int
    elision: Elision


class Offer(msgspec.Struct, frozen=True):
    """A shortcut that may be proposed: the sequence as single choices, each in words, and the step behind the words.

    `elided` is the repeat that is not performed, None if all of it is; at most `most_choices` are, one by one.
    """

    proposal: Proposal
    moves: Mapping[str, Step]
    elided: Elided | None = None
    most_choices: int = MOST_CHOICES


def propose(
    table: Table, sequence: Sequence, most_choices: int = MOST_CHOICES, start: Start | None = None
) -> Offer | NotAllowed:
    """Return the shortcut that the player with priority proposes, or why it is none. The table does not change.

    Every step must be legal at its place, nothing may be left to chance, no step may rest on cards that the proposer
    cannot see, and a player must have priority at the end. At most `most_choices` single choices are tried, or one
    iteration more; a longer sequence is refused there, because nothing shows that all of it is legal; but the first
    long repeat may be elided, if a certificate at the `start` gives the result of all its iterations. The place in a refusal leads into the
    given sequence.

    Clauses: CR shortcuts.2a
    """
    kind, seat = open_question(table)
    proposer = Names(table).player(seat)
    if kind != "Priority":
        return NotAllowed(None, proposer_without_priority(proposer))
    trying = _Trying(table.clone(), seat, most_choices, start)
    try:
        steps = trying.all_of(sequence, ())
    except _NotPossibleError as stopped:
        return NotAllowed(stopped.place, stopped.reason)
    kind, seat = open_question(trying.table)
    if kind != "Priority":
        return NotAllowed(
            None, text("After the last choice no player has priority; a shortcut ends where a player has it.")
        )
    if trying.rests_on_chance():
        return NotAllowed(
            None, text("Chance decides how this sequence ends, and a shortcut needs results that are known.")
        )
    names = Names(table)
    proposal = Proposal(names.players(), proposer, steps, names.player(seat))
    return Offer(proposal, trying.moves, trying.elided, most_choices)


def settled(table: Table, offer: Offer, answers: tuple[Answer, ...]) -> Taken | AnswerAwaited:
    """Return the state of a shortcut after the answers so far; after all answers, it is taken on the table.

    If the engine cannot be brought to its end, the result is TakenBeyond, and the table does not change. Raises
    BadInput, with its place, for an answer that this player cannot give.

    Clauses: CR shortcuts.2b, CR shortcuts.2c
    """
    outcome = settle(offer.proposal, answers)
    if isinstance(outcome, NotAllowed):  # a conditional step, which an offer never has
        raise TypeError(outcome)
    return _take(table, offer, outcome) if isinstance(outcome, Taken) else outcome


def _take(table: Table, offer: Offer, outcome: Taken) -> Taken:
    """Play the taken sequence on the table, the elided repeat at once, and return the outcome."""
    sequence = outcome.sequence
    elided = offer.elided
    if elided is None or elided.index >= len(sequence) or count_choices(sequence) <= offer.most_choices:
        play_on(table, tuple(offer.moves[choice.do] for choice in _choices(sequence)), "sequence")
        return outcome
    repeat, *rest = sequence[elided.index :]
    whole = elided.first + (repeat.times if isinstance(repeat, Repeat) else 0)
    choices = tuple(offer.moves[choice.do] for choice in _choices(tuple(rest)))
    there = elided.elision.table_after(whole, choices)
    if there is not None:
        table.become(there)
        return outcome
    return TakenBeyond(
        outcome.proposal, outcome.stopped_at, outcome.player, outcome.must_differ_from, whole=whole, choices=choices
    )


def in_play(
    table: Table,
    sequence: Sequence,
    answers: tuple[Answer, ...],
    following: Body = (),
    *,
    start: Start | None = None,
) -> tuple[Offer | None, Taken | AnswerAwaited | NotAllowed]:
    """Return the offer, if the sequence is one, and the outcome; if it is taken, the steps after it are played too.

    See `propose` for `start`. Raises the errors of `settled` and `play_next`, and NothingAfterIt if
    steps follow where the engine cannot be brought.

    Clauses: CR shortcuts.2
    """
    offer = propose(table, sequence, start=start)
    if isinstance(offer, NotAllowed):
        return None, offer
    outcome = settled(table, offer, answers)
    if isinstance(outcome, TakenBeyond) and following:
        raise NothingAfterIt(where="shortcut.next")
    if isinstance(outcome, Taken):
        for index, step in enumerate(following):
            where = f"shortcut.next[{index}]"
            _ = play(table, step, where) if index else play_next(table, outcome, step, where)
    return offer, outcome


def play_next(table: Table, outcome: Taken, step: Step, where: str = "next") -> Played:
    """Play the next step after a shortcut was taken: the player who shortened it must choose differently there.

    Raises Refused for the choice that was proposed for that player, and the errors of `play`; the table is then as
    before.

    Clauses: CR shortcuts.2c
    """
    first = single_choices(table.clone(), (step,), where).steps[:1]
    if first:
        check_different(outcome, _choice_words(first[0]))
    return play(table, step, where)


def _choice_words(step: Step) -> str:
    """Return one choice in the words of a body, different for different choices."""
    parts: list[str] = [step.do if step.do != "choose" else ""]
    parts += [_reference_words(step.source)] if step.source is not None else []
    parts += [f"({step.ability})"] if step.ability is not None else []
    parts += [", ".join(_reference_words(each) for each in answer) for answer in step.choose]
    parts += [
        _reference_words(each.attacker) + (f" > {_reference_words(each.whom)}" if each.whom is not None else "")
        for each in step.attackers
    ]
    parts += [f"{_reference_words(each.blocker)} > {_reference_words(each.attacker)}" for each in step.blocks]
    return " ".join(words for words in parts if words)


def _reference_words(reference: Reference) -> str:
    """Return a reference in words, with everything that its name alone leaves open."""
    more = {"of": reference.of, "nth": reference.nth, "amount": reference.amount}
    marks = [f"{name} {each}" for name, each in more.items() if each is not None]
    return f"{reference.words} [{', '.join(marks)}]" if marks else reference.words


def _choices(steps: Steps) -> Iterator[Choice]:
    for step in steps:
        if isinstance(step, Choice):
            yield step
        else:
            for _ in range(step.times):
                yield from _choices(step.body)


class _NotPossibleError(Exception):
    """A step of a sequence is not possible where it stands."""

    def __init__(self, place: Place, reason: Text) -> None:
        super().__init__(place)
        self.place = place
        self.reason = reason


class _Leg(msgspec.Struct, frozen=True):
    """Choices that were made one by one from a position, and whether chance was used."""

    start: Snapshot
    made: Body
    uses_chance: bool


class _Trying:
    """A sequence being tried on a copy of the table."""

    def __init__(self, table: Table, proposer: int, most: int, start: Start | None = None) -> None:
        self.table = table
        self.proposer = proposer
        self.most = most
        self.moves: dict[str, Step] = {}
        self.made: list[Step] = []
        self.elided: Elided | None = None
        self._start = start
        self._is_unreached = False
        self._begun = table.snapshot()
        self._legs: list[_Leg] = []

    def all_of(self, sequence: Sequence, place: Place) -> Steps:
        """Return a sequence as single choices, as they were made here; equal iterations stand together."""
        steps: list[Choice | Repeat[Choice]] = []
        for index, item in enumerate(sequence):
            here = (*place, index)
            if self._is_unreached:
                raise _NotPossibleError(here, _CANNOT_BE_BROUGHT)
            if isinstance(item, Repeat):
                steps += self._repeated(item, here, len(steps) if len(here) == 1 else None)
            else:
                steps += self._one(item, here)
        return tuple(steps)

    def _repeated(self, item: Repeat[Step], place: Place, index: int | None) -> list[Choice | Repeat[Choice]]:
        """Return a repeat as single choices; `index` is their place, None inside another repeat."""
        runs: list[Repeat[Choice]] = []
        begins, start, tried = len(self.made), self.table.snapshot(), False
        for done in range(item.times):
            is_over = len(self.made) >= self.most or self._is_too_much()
            if runs and not tried and (is_over or done == _SEEN):
                tried = True
                run = self._elided(item, begins, start, runs, index) if self._is_long(runs, item.times - done) else None
                if run is not None:
                    return [*runs[:-1], run]
            if is_over:
                is_long = len(self.made) >= self.most
                raise _NotPossibleError((*place, done, 0), not_shown(self.most) if is_long else _TOO_MUCH_WORK)
            once = self.all_of(item.body, (*place, done))
            if runs and runs[-1].body == once:
                runs[-1] = Repeat(once, runs[-1].times + 1)
            elif count_choices(once):
                runs.append(Repeat(once, 1))
            else:
                break
        return [*runs]

    def _is_too_much(self) -> bool:
        """Return whether one iteration more may be too much work: doubling objects make each take far longer."""
        return len(self.table.battlefield()) + len(self.table.stack()) > _MOST_THINGS

    def _is_long(self, runs: list[Repeat[Choice]], left: int) -> bool:
        return len(self.made) + left * count_choices(runs[-1].body) > self.most

    def _elided(
        self, item: Repeat[Step], begins: int, start: Snapshot, runs: list[Repeat[Choice]], index: int | None
    ) -> Repeat[Choice] | None:
        """Return all iterations of a repeat after the first, performed ones as one run; None if they cannot be elided.

        `begins` is the number of choices made before the repeat, from `start` on. The table goes on from behind it.
        """
        body = _flat(item.body, self.most)
        if self._start is None or self.elided is not None or body is None or index is None:
            return None
        elision = self._start.elision(tuple(self.made[:begins]), body, item.times)
        if elision is None:
            return None
        samples = [elision.table_after(whole) for whole in elision.samples()]
        if any(table is None or self._chosen_on(table, item.body) != runs[-1].body for table in samples):
            return None
        after = elision.table_after(item.times)
        self.made = self.made[:begins]
        self._legs.append(self._leg(start))
        self.made = []
        self._is_unreached = after is None
        self.table = after or samples[-1] or self.table
        self._begun = self.table.snapshot()
        first = sum(run.times for run in runs[:-1])
        self.elided = Elided(index + len(runs) - 1, first, elision)
        return Repeat(runs[-1].body, item.times - first)

    def _chosen_on(self, table: Table, body: Sequence) -> Steps | None:
        """Return the single choices of a body on another table, which is played on; None if it is not possible there."""
        other = _Trying(table, self.proposer, self.most)
        try:
            return other.all_of(body, (0, 0))
        except _NotPossibleError:
            return None

    def rests_on_chance(self) -> bool:
        """Return whether a performed part, before or after the elided one, ends differently with another seed."""
        legs = (*self._legs, self._leg(self.table.snapshot()))
        engine, names = self.table.engine, self.table.names
        return any(each.uses_chance and chance_matters(Loop(engine, each.made, names), each.start) for each in legs)

    def _leg(self, end: Snapshot) -> _Leg:
        return _Leg(self._begun, tuple(self.made), self._begun.chance != end.chance)

    def _one(self, step: Step, place: Place) -> list[Choice | Repeat[Choice]]:
        names = Names(self.table)
        kind, by = open_question(self.table)
        # It never depends on the cards that another player holds: casting or playing one is enough, or a question about them.
        if by != self.proposer and (step.do in _FROM_HAND or kind in ABOUT_HIDDEN_CARDS):
            raise _NotPossibleError(place, _hidden(names.player(by)))
        try:
            choices = single_choices(self.table, (step,), "step")
        except FloorjudgeError as error:
            own = by == self.proposer and open_question(self.table)[1] in (self.proposer, -1)
            reason = error.full_sentence if own else not_legal(names.player(by), _choice_words(step))
            raise _NotPossibleError(place, reason) from None
        # Even the only answer to a question about a hand or a library would tell of it.
        questions = {*choices.questions, open_question(self.table)}
        others = [seat for kind, seat in questions if kind in ABOUT_HIDDEN_CARDS and seat != self.proposer]
        if others:
            raise _NotPossibleError(place, _hidden(names.player(min(others))))
        self.made += choices.steps
        return self._in_words(choices, names)

    def _in_words(self, choices: Choices, names: Names) -> list[Choice | Repeat[Choice]]:
        single: list[Choice | Repeat[Choice]] = []
        for step, player in zip(choices.steps, choices.players, strict=True):
            words = _choice_words(step)
            self.moves[words] = msgspec.structs.replace(step, by=None)
            single.append(Choice(names.player(player), words))
        return single


def _flat(sequence: Sequence, most: int) -> Body | None:
    """Return a sequence as steps without repeats; None if these are more than `most`."""
    steps: list[Step] = []
    for item in sequence:
        inner = _flat(item.body, most) if isinstance(item, Repeat) else (item,)
        times = item.times if isinstance(item, Repeat) else 1
        if inner is None or len(steps) + times * len(inner) > most:
            return None
        steps += inner * times
    return tuple(steps)


def _hidden(player: str) -> Text:
    return text(
        "Only {player} knows which cards {player} holds, so a shortcut cannot say what is done with them.",
        player=player,
    )


# The JSON form: the sequence, the answers and the steps after it, beside the position of a case.


class ShortcutCase(msgspec.Struct, frozen=True):
    """The shortcut of a case: the sequence, the answers of the others, and the steps after it."""

    sequence: Sequence
    answers: tuple[Answer, ...]
    next: Body = ()


def read_shortcut(given: object) -> ShortcutCase:
    """Return the shortcut in a JSON value; raises BadInput, with the place, for any other value."""
    fields = Fields.of(given, "shortcut", ("sequence", "answers", "next"))
    fields.need("sequence")
    following = read_body(fields.given["next"], fields.place("next")) if fields.has("next") else ()
    return ShortcutCase(read_sequence(fields, "sequence", read_step), read_answers(fields), following)


def _steps_value(steps: Steps) -> list[JsonObject]:
    return [
        {"repeat": _steps_value(step.body), "times": digits(step.times)}
        if isinstance(step, Repeat)
        else {"by": step.by, "do": step.do}
        for step in steps
    ]


def settled_value(offer: Offer | None, outcome: Settled, language: Language) -> JsonObject:
    """Return the JSON answer for the outcome of a shortcut, with the offer if there is one."""
    answer = shortcut_answer(outcome, language, DIGIT_BUDGET)
    if offer is None:
        return answer
    shown = {
        "proposer": offer.proposal.proposer,
        "sequence": _steps_value(offer.proposal.sequence),
        "end_priority": offer.proposal.end_priority,
    }
    return {**answer, "offer": shown}
