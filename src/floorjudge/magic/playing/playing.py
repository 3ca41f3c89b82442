"""Plays a body on a table: turns every step into actions of the engine, and records each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.engine.actions import PASS, Action, Event
from floorjudge.magic.engine.prompts import Prompt, open_prompt, open_question, perform, prompt_of
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.errors import (
    AnswerNeeded,
    DoesNotEnd,
    MagicGameOver,
    NotAllowedByEngine,
    NothingAsked,
    NothingNew,
    NotPossible,
    NotTheirStep,
)
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.questions import StepAnswers, act_meant, only_act, possible, question, words_of
from floorjudge.magic.playing.steps import FirstAction, reached

How: TypeAlias = Literal["stated", "implied", "only"]


class Decision(msgspec.Struct, frozen=True):
    """One action that was made, and the alternatives that the engine listed.

    `player` is a seat, `prompt` the kind of question. `how`: it was `stated` by a step; or `implied` by one, as passing
    is by “resolve”; or the `only` one, except for others that are alike. `others` are complete but for the limits of
    `Prompt`; None if the alternatives of a passing player were not listed. `step` is the index of its step, if a whole
    body is played.
    """

    player: int
    prompt: str
    chosen: Action
    others: tuple[Action, ...] | None
    how: How
    step: int = 0

    @property
    def is_pass(self) -> bool:
        """Return whether the player passed priority."""
        return self.prompt == "Priority" and self.chosen.is_pass

    @property
    def forced(self) -> bool:
        """Return whether nothing else was listed."""
        return self.others == ()

    @property
    def is_choice(self) -> bool:
        """Return whether it is an action other than passing that had alternatives."""
        return not (self.is_pass or self.forced or self.how == "only")

    @property
    def alternatives(self) -> list[Action]:
        """Return the other listed actions, passing first. Raises RuntimeError if they were not listed."""
        if self.others is None:
            raise RuntimeError(self)
        return sorted(self.others, key=lambda other: other.kind != PASS)


class Played(msgspec.Struct, frozen=True):
    """The decisions of some steps, in order, and the engine's events.

    `open_question` is the kind of question that is left at the end, None when a player has priority.
    """

    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]
    open_question: str | None = None


def play(table: Table, step: Step, where: str = "step") -> Played:
    """Play one step.

    Questions on the way are answered by the step, or by themselves if there is one possible answer; the first other
    question stays open, for a step that chooses. The same step in the same position always does the same. Raises
    BadInput, with its place in the step, for an impossible step, with the possible ones; Refused if the game is over,
    or the step does not come to an end. The table is then as before.
    """
    return _undone_on_error(table, ((step, where),))


def play_body(table: Table, body: Body, where: str = "body") -> Played:
    """Play the steps of a body, one iteration.

    Raises the errors of `play`, also for a question that a step leaves open and the next one does not answer; the table
    is then as before the first step.
    """
    return _undone_on_error(table, _placed(body, where))


def play_on(table: Table, body: Body, where: str = "body", noted: Noted | None = None) -> Played:
    """Play a body as `play_body` does, without a way back: after an error, the table is of no use.

    `noted` is called with every decision before the engine makes it, and with the question and the names at that point.
    """
    playing = _Playing(table, noted)
    for step, here in _placed(body, where):
        playing.step(step, here)
    return playing.played()


def play_each(
    table: Table,
    body: Body,
    where: str = "body",
    noted: Noted | None = None,
    done: Done | None = None,
    *,
    listing: bool = False,
) -> Iterator[Played]:
    """Play the steps of a body one after the other, each when the caller requests the next one, and yield its outcome.

    `noted` is as in `play_on`; `done` is called with every decision and its events, after the engine has made it.
    Without `listing`, the engine does not list the alternatives of passing players. There is no way back: after an
    error, which is one of `play`, the table is of no use.
    """
    playing = _Playing(table, noted, done, listing=listing)
    for step, here in _placed(body, where):
        playing.begin()
        playing.step(step, here)
        yield playing.played()


def left_open(table: Table, step: Step, where: str) -> FloorjudgeError:
    """Return the error for a question that a step has left open, with its place in the step and the possible answers."""
    prompt = prompt_of(table)
    return _answer_needed(prompt, Names(table), StepAnswers(step, where).place_of(prompt))


def _answer_needed(prompt: Prompt, names: Names, where: str) -> FloorjudgeError:
    return AnswerNeeded(question(prompt, names), possible(prompt, names), where=where)


def _placed(body: Body, where: str) -> Iterable[tuple[Step, str]]:
    return ((step, f"{where}[{index}]") for index, step in enumerate(body))


def _undone_on_error(table: Table, steps: Iterable[tuple[Step, str]]) -> Played:
    begun, playing = table.place, _Playing(table)
    try:
        for step, where in steps:
            playing.step(step, where)
    except FloorjudgeError:
        table.go_back(begun)
        raise
    return playing.played()


def perform_again(table: Table, decisions: Iterable[Decision]) -> tuple[Event, ...]:
    """Make some decisions again and return the events. Raises ValueError if the engine does not allow one of them."""
    return tuple(event for made in decisions for event in perform(table, made.player, made.chosen))


Noted: TypeAlias = Callable[[Prompt, Decision, Names], None]
Done: TypeAlias = Callable[[Decision, tuple[Event, ...]], None]


class _Playing:
    """Plays steps: has the decisions so far, and the `kind` of the open question and the `seat` of its player."""

    def __init__(
        self, table: Table, noted: Noted | None = None, done: Done | None = None, *, listing: bool = False
    ) -> None:
        self.table = table
        self._noted, self._done, self._listing = noted, done, listing
        self._ask()
        self.decisions: list[Decision] = []
        self.events: list[Event] = []
        self._step_began = (table.work.spent, 0)
        self._asked_at: str | None = None

    def _ask(self) -> None:
        self.kind, self.seat = open_question(self.table)
        self.names = Names(self.table)
        self._prompt: Prompt | None = None

    @property
    def prompt(self) -> Prompt:
        """Return the open question with all possible actions; the engine lists them on first access, which is slow."""
        if self._prompt is None:
            self._prompt = prompt_of(self.table)
        return self._prompt

    @property
    def must_answer(self) -> bool:
        """Return whether a question must be answered before a player has priority."""
        return self.kind not in ("Priority", "GameOver")

    def begin(self) -> None:
        """Forget the decisions and events so far."""
        self.decisions, self.events, self._asked_at = [], [], None

    def played(self) -> Played:
        left = self.kind if self.must_answer else None
        return Played(tuple(self.decisions), tuple(self.events), left)

    def step(self, step: Step, where: str) -> None:
        """Take a step of a body, at `where`; raise BadInput if it is not possible as written."""
        if self.kind == "GameOver":
            raise MagicGameOver(where=where)
        first_event = len(self.events)
        self._step_began = (self.table.work.spent, len(self.decisions))
        given = StepAnswers(step, where)
        if step.do in ("resolve", "resolve all", "to step"):
            self._check_player(step, where)
            self._until_reached(step, given, where)
        elif step.do == "choose":
            self._choose(step, given, where)
        else:
            self._primary(step, given, where)
        given.take_what_happened(self.events[first_event:], self.names)
        left = given.left()
        # If the game is over with a step, its remaining answers are not needed.
        if left is not None and self.kind != "GameOver":
            raise self._unasked(*left, given.other_targets(self.events[first_event:], self.names))
        if self.must_answer and self._asked_at is None:
            self._asked_at = given.place_of(self.prompt)
        if step.label is not None:
            self._label(step, first_event, where)

    def make(self, action: Action, where: str, how: How) -> None:
        """Let the engine make one action of the player who answers the open question."""
        spent, made = self._step_began
        if self.table.work.spent - spent > self.table.work.for_one_step:
            raise DoesNotEnd(len(self.decisions) - made, where=where)
        unlisted = not self._listing and self.kind == "Priority" and action.is_pass
        prompt = open_prompt(self.table) if unlisted else self.prompt
        others = None if unlisted else tuple(other for other in prompt.actions if other != action)
        decision = Decision(self.seat, self.kind, action, others, how)
        if self._noted is not None:
            self._noted(prompt, decision, self.names)
        try:
            events = perform(self.table, self.seat, action)
        except ValueError as error:
            raise NotAllowedByEngine(str(error), where=where) from None
        self.decisions.append(decision)
        self.events += events
        if self._done is not None:
            self._done(decision, events)
        self._ask()
        self._asked_at = None

    def go_on(self, given: StepAnswers | None) -> None:
        """Answer questions until a player has priority, or one has several possible answers and the step has none."""
        while self.must_answer:
            answer = given.answer(self.prompt) if given is not None else None
            if answer is not None:
                self.make(act_meant(self.prompt, answer[0], self.names, answer[1]), answer[1], "stated")
                continue
            forced = only_act(self.prompt, self.names)
            if forced is None:
                return
            self.make(forced, "", "only")

    def _primary(self, step: Step, given: StepAnswers, where: str) -> None:
        combat = step.do in ("attack", "block") or (step.do == "pass" and self.kind.startswith("Declare"))
        if self.must_answer and not combat:
            raise self._unanswered(where)
        self._check_player(step, where)
        self.make(FirstAction(self.table, self.prompt, step, self.names, where).action(), where, "stated")
        self.go_on(given)

    def _choose(self, step: Step, given: StepAnswers, where: str) -> None:
        if not self.must_answer:
            raise NothingAsked(words_of(step.choose[0]), where=where)
        self._check_player(step, where)
        self.go_on(given)

    def _until_reached(self, step: Step, given: StepAnswers, where: str) -> None:
        goal, made = reached(self.table, step, where), len(self.decisions)
        while True:
            self.go_on(given)
            if self.kind != "Priority":
                # To pass is to attack or block with no creature.
                declares_none = step.do == "to step" and self.kind in ("DeclareAttackers", "DeclareBlockers")
                if not declares_none or goal(self.table):
                    if self.must_answer and len(self.decisions) == made:
                        raise self._unanswered(where)
                    return
                passing = FirstAction(self.table, self.prompt, step, self.names, where).nothing()
                self.make(passing, where, "implied")
                continue
            if goal(self.table):
                return
            self.make(Action(PASS), where, "implied")

    def _check_player(self, step: Step, where: str) -> None:
        seat = self.seat if step.by is None else self.names.seat_of(step.by, f"{where}.by")
        if seat != self.seat:
            by, player = self.names.player(seat), self.names.player(self.seat)
            raise NotTheirStep(by, player, where=f"{where}.by")

    def _unanswered(self, where: str) -> FloorjudgeError:
        return _answer_needed(self.prompt, self.names, self._asked_at or where)

    def _unasked(self, left: str, words: str, instead: tuple[str, ...]) -> FloorjudgeError:
        if instead:
            return NotPossible(words, self.names.player(self.seat), instead, where=left)
        return _answer_needed(self.prompt, self.names, left) if self.must_answer else NothingAsked(words, where=left)

    def _label(self, step: Step, first_event: int, where: str) -> None:
        came = [
            event.thing
            for event in self.events[first_event:]
            if event.thing is not None and event.moved is not None and event.moved[1] == "Battlefield"
        ]
        if step.do == "cast" and self.decisions:
            came = [self.table.stack()[-1].number]
        once = tuple(dict.fromkeys(came))
        if len(once) != 1:
            names = tuple(self.names.called(number) for number in once)
            raise NothingNew(str(step.label), names, where=f"{where}.as")
        self.table.labels[str(step.label)] = once[0]
        self.names = Names(self.table)
