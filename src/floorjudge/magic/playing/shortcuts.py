"""Shortcuts in play on the engine: a sequence is proposed, the others accept or shorten it, and it is taken.

What is proposed is played on a copy of the table, so that every single choice in it is known to be legal there and is
somebody's; that is the sequence in which another player can name a place. What is taken is played again, choice by choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import DIGIT_BUDGET, digits, read_number
from floorjudge.loops.errors import NegativeTimes, NothingProposed
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.codec import read_answers, shortcut_answer
from floorjudge.loops.shortcuts.performing import not_legal, not_shown, proposer_without_priority
from floorjudge.loops.shortcuts.sequence import (
    Choice,
    Place,
    Steps,
    check_depth,
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
from floorjudge.magic.phase.prompts import ABOUT_HIDDEN_CARDS, asked
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Body, Reference, Step, read_body, read_step
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Played, play, play_on
from floorjudge.magic.playing.recording import Choices, single_choices
from floorjudge.reading import Fields
from floorjudge.texts import Language, Text, text

MOST_CHOICES = 500
OTHER_SEEDS = 8
_FROM_HAND = frozenset({"cast", "play"})


Sequence: TypeAlias = tuple[Step | Repeat[Step], ...]


class Offer(msgspec.Struct, frozen=True):
    """A shortcut that may be proposed: the sequence as single choices, each said in words, and the step behind the words.

    `ends` says whose priority it is after the whole sequence.
    """

    proposal: Proposal
    moves: Mapping[str, Step]


def propose(table: Table, sequence: Sequence, most_choices: int = MOST_CHOICES) -> Offer | NotAllowed:
    """Return the shortcut that the player with priority proposes, or why it is none. The table stays as it is.

    Every step must be legal where it stands, nothing may be left to chance, no step may rest on cards that the proposer
    cannot see, and somebody must have priority at the end. At most `most_choices` single choices are tried, or one iteration more; a longer
    sequence is refused where that many have been made, because nothing shows that all of it is legal.
    The place in a refusal leads into the sequence as it was given.
    Clauses: CR shortcuts.2a
    """
    kind, seat = asked(table)
    proposer = Names(table).player(seat)
    if kind != "Priority":
        return NotAllowed(None, proposer_without_priority(proposer))
    trying = _Trying(table.clone(), seat, most_choices)
    try:
        steps = trying.all_of(sequence, ())
    except _NotPossibleError as stopped:
        return NotAllowed(stopped.place, stopped.reason)
    kind, seat = asked(trying.table)
    if kind != "Priority":
        return NotAllowed(
            None, text("After the last choice nobody has priority; a shortcut ends where somebody has it.")
        )
    if _rests_on_chance(table, trying):
        return NotAllowed(
            None, text("Chance decides how this sequence ends, and a shortcut needs results that are known.")
        )
    names = Names(table)
    proposal = Proposal(names.players(), proposer, steps, names.player(seat))
    return Offer(proposal, trying.moves)


def settled(table: Table, offer: Offer, answers: tuple[Answer, ...]) -> Taken | AnswerAwaited:
    """Return what becomes of a shortcut after the answers so far; when everybody has answered, it is taken on the table.

    Raises BadInput, with its place, for an answer that is not that player's to give.
    Clauses: CR shortcuts.2b, CR shortcuts.2c
    """
    outcome = settle(offer.proposal, answers)
    if isinstance(outcome, NotAllowed):  # a conditional step, which an offer never has
        raise TypeError(outcome)
    if isinstance(outcome, Taken):
        play_on(table, tuple(offer.moves[choice.do] for choice in _choices(outcome.sequence)), "sequence")
    return outcome


def in_play(
    table: Table, sequence: Sequence, answers: tuple[Answer, ...], following: Body = ()
) -> tuple[Offer | None, Taken | AnswerAwaited | NotAllowed]:
    """Return the offer, where a sequence is one, and what becomes of it; once taken, the steps after it are played too.

    Raises what `settled` and `play_next` raise.
    Clauses: CR shortcuts.2
    """
    offer = propose(table, sequence)
    if isinstance(offer, NotAllowed):
        return None, offer
    outcome = settled(table, offer, answers)
    if isinstance(outcome, Taken):
        for index, step in enumerate(following):
            where = f"shortcut.next[{index}]"
            _ = play(table, step, where) if index else play_next(table, outcome, step, where)
    return offer, outcome


def play_next(table: Table, outcome: Taken, step: Step, where: str = "next") -> Played:
    """Play the next step after a shortcut was taken: whoever shortened it must choose differently there.

    Raises Refused when they do what had been proposed for them, and what `play` raises; the table is then as it was.
    Clauses: CR shortcuts.2c
    """
    first = single_choices(table.clone(), (step,), where).steps[:1]
    if first:
        check_different(outcome, choice_words(first[0]))
    return play(table, step, where)


def choice_words(step: Step) -> str:
    """Return one choice in the words of a body, different for different choices."""
    said: list[str] = [step.do if step.do != "choose" else ""]
    said += [reference_words(step.source)] if step.source is not None else []
    said += [f"({step.ability})"] if step.ability is not None else []
    said += [", ".join(reference_words(each) for each in answer) for answer in step.choose]
    said += [
        reference_words(each.attacker) + (f" > {reference_words(each.whom)}" if each.whom is not None else "")
        for each in step.attackers
    ]
    said += [f"{reference_words(each.blocker)} > {reference_words(each.attacker)}" for each in step.blocks]
    return " ".join(words for words in said if words)


def reference_words(reference: Reference) -> str:
    """Return what somebody means in words, with what a name alone does not say."""
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


class _Trying:
    """A sequence being tried on a copy of the table."""

    def __init__(self, table: Table, proposer: int, most: int) -> None:
        self.table = table
        self.proposer = proposer
        self.most = most
        self.moves: dict[str, Step] = {}
        self.made: list[Step] = []

    def all_of(self, sequence: Sequence, place: Place) -> Steps:
        """Return a sequence as single choices, each as it was made here; iterations that go alike stand together."""
        steps: list[Choice | Repeat[Choice]] = []
        for index, item in enumerate(sequence):
            here = (*place, index)
            steps += self._repeated(item, here) if isinstance(item, Repeat) else self._one(item, here)
        return tuple(steps)

    def _repeated(self, item: Repeat[Step], place: Place) -> list[Choice | Repeat[Choice]]:
        runs: list[Repeat[Choice]] = []
        for done in range(item.times):
            if len(self.made) >= self.most:
                raise _NotPossibleError((*place, done, 0), not_shown(self.most))
            once = self.all_of(item.body, (*place, done))
            if runs and runs[-1].body == once:
                runs[-1] = Repeat(once, runs[-1].times + 1)
            elif count_choices(once):
                runs.append(Repeat(once, 1))
            else:
                break
        return [*runs]

    def _one(self, step: Step, place: Place) -> list[Choice | Repeat[Choice]]:
        names = Names(self.table)
        kind, by = asked(self.table)
        # It never depends on which cards another player holds: to cast or play one is enough, and to be asked about them.
        if by != self.proposer and (step.do in _FROM_HAND or kind in ABOUT_HIDDEN_CARDS):
            raise _NotPossibleError(place, _hidden(names.player(by)))
        try:
            choices = single_choices(self.table, (step,), "step")
        except FloorjudgeError as error:
            own = by == self.proposer and asked(self.table)[1] in (self.proposer, -1)
            said = error.said if own else not_legal(names.player(by), choice_words(step))
            raise _NotPossibleError(place, said) from None
        # Even the only answer to a question about a hand or a library would tell of it.
        questions = {*choices.asked, asked(self.table)}
        others = [seat for kind, seat in questions if kind in ABOUT_HIDDEN_CARDS and seat != self.proposer]
        if others:
            raise _NotPossibleError(place, _hidden(names.player(min(others))))
        self.made += choices.steps
        return self._said(choices, names)

    def _said(self, choices: Choices, names: Names) -> list[Choice | Repeat[Choice]]:
        said: list[Choice | Repeat[Choice]] = []
        for step, player in zip(choices.steps, choices.players, strict=True):
            words = choice_words(step)
            self.moves[words] = msgspec.structs.replace(step, by=None)
            said.append(Choice(names.player(player), words))
        return said


def _rests_on_chance(table: Table, trying: _Trying) -> bool:
    """Say whether a sequence ends differently with another seed; one that asks for no random number does not."""
    before, after = table.snapshot(), trying.table.snapshot()
    if before.chance == after.chance:
        return False
    body: Body = tuple(trying.made)
    for seed in range(OTHER_SEEDS):
        again = Table.at(table.engine, before.with_seed(seed), table.labels, table.names)
        try:
            play_on(again, body)
        except FloorjudgeError:
            return True
        if not again.snapshot().ends_like(after):
            return True
    return False


def _hidden(player: str) -> Text:
    return text(
        "Nobody but {player} knows which cards {player} holds, so a shortcut cannot say what is done with them.",
        player=player,
    )


# The JSON form: the sequence, the answers and what comes next, beside the position of a case.

JsonObject = dict[str, Any]


class Asked(msgspec.Struct, frozen=True):
    """What a case says about a shortcut: the sequence, the answers of the others, and the steps that come after it."""

    sequence: Sequence
    answers: tuple[Answer, ...]
    next: Body = ()


def read_asked(given: object, where: str = "shortcut") -> Asked:
    """Return the shortcut in a JSON value; raises BadInput, with the place, for anything else."""
    fields = Fields.of(given, where, ("sequence", "answers", "next"))
    fields.need("sequence")
    following = read_body(fields.given["next"], fields.place("next")) if fields.has("next") else ()
    return Asked(_sequence(fields, "sequence", 0), read_answers(fields), following)


def _sequence(fields: Fields, name: str, depth: int) -> Sequence:
    check_depth(depth, fields.place(name))
    items = fields.items(name)
    if not items:
        raise NothingProposed(where=fields.place(name))
    sequence: list[Any] = []
    for item, where in items:
        if isinstance(item, dict) and "repeat" in item:
            inner = Fields.of(item, where, ("repeat", "times"))
            times = read_number(inner.need("times"), inner.place("times"))
            if times < 0:
                raise NegativeTimes(where=inner.place("times"))
            sequence.append(Repeat(_sequence(inner, "repeat", depth + 1), times))
        else:
            sequence.append(read_step(item, where))
    return tuple(sequence)


def _steps_value(steps: Steps) -> list[JsonObject]:
    return [
        {"repeat": _steps_value(step.body), "times": digits(step.times)}
        if isinstance(step, Repeat)
        else {"by": step.by, "do": step.do}
        for step in steps
    ]


def settled_value(offer: Offer | None, outcome: Settled, language: Language) -> JsonObject:
    """Return the JSON answer for what became of a shortcut, with the offer where there is one."""
    answer = shortcut_answer(outcome, language, DIGIT_BUDGET)
    if offer is None:
        return answer
    shown = {
        "proposer": offer.proposal.proposer,
        "sequence": _steps_value(offer.proposal.sequence),
        "end_priority": offer.proposal.end_priority,
    }
    return {**answer, "offer": shown}
