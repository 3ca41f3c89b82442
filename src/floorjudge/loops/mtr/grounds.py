"""Why a loop may not be shortcut, before anybody is asked: each ground with its clause and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.cases import Case
from floorjudge.texts import Text, text

_Mark: TypeAlias = Literal["conditional", "random", "decision_tree", "converges"]


class Ground(NamedTuple):
    """One reason for which a loop is refused."""

    clause: str
    sentence: Text


def grounds_of_refusal(case: Case) -> tuple[Ground, ...]:
    """Return every reason for which this loop is refused, none when it may be shortcut.

    A judge has the last word on whether it is a loop; whether a settled loop may start again is another question, and
    stays open only as long as it is a loop.

    Clauses: MTR 4.4.1, MTR 4.4.5, MTR 4.4.7, MTR 4.4.9
    """
    if case.judge is None:
        return (*_not_identical(case), *_changing_game(case), *_not_deterministic(case), *_not_restartable(case))
    if case.judge.ruling == "loop":
        return tuple(_not_restartable(case))
    judged = Ground("MTR 4.4.9", explain.judge_said(case.judge.reason, is_loop=False))
    return (*_not_identical(case), *_changing_game(case), *_not_deterministic(case), judged)


def _not_identical(case: Case) -> Iterator[Ground]:
    """Each iteration is the same, and nothing in it is conditional.

    Clauses: MTR 4.4.1
    """
    if steps := _marked(case, "conditional"):
        said = text(
            "These steps hang on a condition (“if this, then that”), which no loop may contain: {steps}.", steps=steps
        )
        yield Ground("MTR 4.4.1", said)
    if case.varies == "relevant":
        said = text("The iterations differ in a way that matters; in a loop they are all the same.")
        yield Ground("MTR 4.4.1", said)


def _changing_game(case: Case) -> Iterator[Ground]:
    """A loop may cross turns only while the game does not meaningfully change.

    Clauses: MTR 4.4.5
    """
    if case.span == "turns" and case.meaningful_change:
        said = text("The game changes in a way that matters from one turn cycle to the next: this is not a loop.")
        yield Ground("MTR 4.4.5", said)


def _not_deterministic(case: Case) -> Iterator[Ground]:
    """A loop that rests on chance, a decision tree or convergence is played out by hand, until a state comes back.

    Clauses: MTR 4.4.7
    """
    found = False
    if steps := _marked(case, "random"):
        found = True
        yield Ground("MTR 4.4.7", text("These steps rest on chance: {steps}.", steps=steps))
    if steps := _marked(case, "decision_tree"):
        found = True
        yield Ground("MTR 4.4.7", text("These steps rest on a decision tree: {steps}.", steps=steps))
    if steps := _marked(case, "converges"):
        found = True
        yield Ground("MTR 4.4.7", text("These steps rest on mathematical convergence: {steps}.", steps=steps))
    if found:
        said = text(
            "Such a loop cannot be shortcut. It may be played out by hand, and must stop as soon as an earlier game state comes back, "
            "or one that is the same in everything that matters."
        )
        yield Ground("MTR 4.4.7", said)


def _not_restartable(case: Case) -> Iterator[Ground]:
    """A loop that was settled stays so until the game has changed in a relevant way.

    Clauses: MTR 4.4.9
    """
    if case.settled_before is not None and not case.settled_before.changed:
        said = text("This loop was settled before, and nothing that matters has changed since: it may not start again.")
        yield Ground("MTR 4.4.9", said)


def _marked(case: Case, mark: _Mark) -> tuple[str, ...]:
    """Return the steps that bear a mark, by their number and their words."""
    return tuple(
        f"{number} ({step.text})" if step.text else str(number)
        for number, step in enumerate(case.body, 1)
        if getattr(step, mark)
    )
