"""Plays on at the end of a loop: finds the last choice that could have avoided it, and resolves the rest of the stack."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.engine.actions import Action, Event
from floorjudge.magic.engine.prompts import open_question, perform, prompt_of
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import units
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.iterating import Iteration, Loop, PlayerInStep, Stop, game_over
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, perform_again, play_on
from floorjudge.magic.playing.questions import question
from floorjudge.texts import Text

# The most steps resolved: the first number in any case, the second while they take no more work than this.
_MOST_RESOLVED, _MOST_PLAYED_ON = 60, 600
_WORK_ON_IT = units(0.5)
_MOST_TRIED = 4
_ACTIONS = frozenset({"activate", "cast", "play", "attack", "block"})


class Final(msgspec.Struct, frozen=True):
    """One of the last iterations on the engine: its start, its outcome, and its number (from 1).

    If it is several iterations taken as one, the number is that of the first.
    """

    start: Snapshot
    ran: Iteration
    iteration: int


def last_choice(loop: Loop, final: Sequence[Final], winner: int | None) -> PlayerInStep | None:
    """Return the last choice of a losing player whose alternative would have kept the game going.

    The `winner` has no reason to avoid the end; without one, all players lose. `final` are the last iterations, the
    last one first. Passing alone is no choice. After an alternative all players pass until the stack is empty and
    attackers have dealt their damage, or until the end of the turn if the loop takes no action: it may begin anew. At a
    question, the first and the last answer are tried. Returns None if these iterations have no such choice.
    """
    for each in final:
        decisions = each.ran.decisions
        for index in range(len(decisions) - 1, -1, -1):
            made = decisions[index]
            if (
                made.player != winner
                and made.is_choice
                and made.prompt != "OrderTriggers"
                and any(_goes_on(loop, each, index, other) for other in made.alternatives[:_MOST_TRIED])
            ):
                whole, step = divmod(made.step, len(loop.body))
                return PlayerInStep(made.player, each.iteration + whole, step)
    return None


class PlayedOn(msgspec.Struct, frozen=True):
    """The outcome if all players pass and the stack resolves: the game is `over`, or it is `settled` and goes on.

    `against` are the players (seats) who become targets. If it is neither over nor settled, `asks` is the open
    question, None if it is not played to its end because too much resolves.
    """

    over: Stop | None
    settled: bool
    against: tuple[int, ...]
    asks: Text | None = None

    @property
    def goes_on(self) -> bool:
        """Whether it came to no end, and to no question, as far as it was played."""
        return self.over is None and not self.settled and self.asks is None


def played_on(loop: Loop, position: Snapshot) -> PlayedOn | None:
    """Return the outcome of the stack of a position; None if the stack is empty."""
    if not position.stack:
        return None
    table = loop.table(position)
    on, _ = _resolved(table, most=_MOST_PLAYED_ON)
    if on.settled or open_question(table)[0] == "Priority":
        return on
    return msgspec.structs.replace(on, asks=question(prompt_of(table), Names(table)))


def _goes_on(loop: Loop, final: Final, index: int, instead: Action) -> bool:
    """Return whether the game goes on, with an empty stack and no combat, after another choice at one place."""
    to_the_end = not any(step.do in _ACTIONS for step in loop.body)
    for answer in (0, -1):
        table = loop.table(final.start)
        decisions = final.ran.decisions
        if not replayed(table, decisions[:index], decisions[index].player, instead):
            return False
        on, answered = _resolved(table, answer, to_the_end=to_the_end)
        if on.settled and on.over is None:
            return True
        if not answered:
            return False
    return False


def _resolved(
    table: Table, answer: int | None = None, *, to_the_end: bool = False, most: int = _MOST_RESOLVED
) -> tuple[PlayedOn, bool]:
    """Let the stack resolve, at most `most` steps, and attackers deal damage; up to the end of the turn if `to_the_end`.

    `answer` is the index, among all possible ones, of the answer to each question; with None, the first question ends
    it. Also return whether a question was answered.
    """
    gone, turn = table.gone(), table.turn
    answered = settled = False
    events: list[Event] = []
    against: dict[int, None] = {}
    begun = table.work.spent
    for done in range(most):
        if done >= _MOST_RESOLVED and table.work.spent - begun > _WORK_ON_IT:
            break
        kind, seat = open_question(table)
        against.update(dict.fromkeys(one for entry in table.stack() for one in entry.target_seats))
        fights = "Declare" in table.phase or "Damage" in table.phase
        goes_on = (to_the_end and table.turn == turn) or (fights and answer is not None)
        settled = kind == "GameOver" or (kind == "Priority" and not table.stack() and not goes_on)
        if settled:
            break
        try:
            if kind == "Priority" and table.stack():
                events += play_on(table, (Step(do="resolve"),)).events
            elif kind == "Priority" and to_the_end:
                events += play_on(table, (Step(do="pass"),)).events
            elif kind == "Priority" or kind.startswith("Declare"):
                events += play_on(table, (Step(do="to step", step="second main"),)).events
            elif answer is not None and (possible := prompt_of(table).actions):
                answered = True
                events += perform(table, seat, possible[answer])
            else:
                break
        except (FloorjudgeError, ValueError):
            settled = open_question(table)[0] == "GameOver"
            break
    return PlayedOn(game_over(table, 0, gone, events), settled, tuple(against)), answered


def replayed(table: Table, before: Sequence[Decision], player: int, instead: Action) -> bool:
    """Make some decisions again, and then another action of a player; return whether that was possible."""
    try:
        perform_again(table, before)
        perform(table, player, instead)
    except ValueError:
        return False
    return True
