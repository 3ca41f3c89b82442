"""MTR 4.4: what becomes of a loop, given what the players have declared so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.asking import asked_so_far, check_declarations, next_question, paragraph
from floorjudge.loops.mtr.cases import Case, Declaration, Ruling, SettledBefore, Then, Waiting, check_case
from floorjudge.texts import Text, text

_Mark: TypeAlias = Literal["conditional", "random", "decision_tree", "converges"]
JudgesFinding: TypeAlias = Literal["loop", "changed"]


def rule(case: Case) -> Ruling | Waiting:
    """Return the ruling on a loop, or the question that is still open.

    A loop that may not be shortcut is refused, and one that no paragraph covers is left to the judge, whatever was
    declared. Otherwise everybody answers in order, in the edition `mstr` until all agree to one point, and the game
    advances to the lowest stopping point, if there is one.

    Raises BadInput, with the place, for a case that contradicts itself, and for a declaration out of order or one that
    is not that player's to make.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9,
      MSTR 4.4A
    """
    check_case(case)
    if grounds := grounds_of_refusal(case):
        clauses = tuple(ground.clause for ground in grounds)
        sentences = tuple(ground.sentence for ground in grounds)
        needed = not case.maintained_by and "MTR 4.4.7" in clauses
        return _recorded(case, Ruling("refused", clauses, sentences, judge_needed=needed))
    if case.choosers and not case.applies_choices and case.judge is None:
        said = text(
            "Choices keep this loop going, and this edition of the rules does not settle that: a judge decides."
        )
        return _recorded(case, Ruling("judge", ("MTR 4.4.9",), (said,), judge_needed=True))
    check_declarations(case)
    return next_question(case) or _recorded(case, _in_this_kind_of_loop(case, _settled(case)))


def _settled(case: Case) -> Ruling:
    """Return the ruling when everybody has answered: the lowest point, or a draw where nobody named one.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MSTR 4.2A, MSTR 4.4A
    """
    clause = paragraph(case)
    standing = asked_so_far(case).standing
    if standing is None:
        said = (
            text("Nobody will act to break the loop: the game is a draw.")
            if clause == "MTR 4.4.2"
            else text("Everybody goes on indefinitely: the game is a draw.")
        )
        return Ruling("draw", (clause,), (said,))
    declaration, stop = standing
    player, what = declaration.player, _then(case, declaration)
    sentences: tuple[Text, ...] = (explain.stops(player, stop),)
    if stop.steps and (words := case.body[stop.steps].text):
        sentences += (text("The next step, “{step}”, is not taken.", step=words),)
    sentences += (explain.then(player, what),)
    clauses: tuple[str, ...] = (clause,) if declaration.steps is None else (clause, "MTR 4.4.6")
    if case.asks_again:
        clauses += ("MSTR 4.4A",)
        if what == "priority" and player != case.turn_order[0]:
            clauses += ("MSTR 4.2A",)
            sentences += (explain.gives_back(player, case.turn_order[0]),)
    return Ruling("advance", clauses, sentences, stop=stop, player=player, then=what)


def _who_may_not_restart(case: Case, player: str | None) -> Iterator[Text]:
    """Yield who may not start the loop again: the player who stops what they maintain, else the maintainers.

    Of two players whose actions undo each other, the one who names the lower number gives way by this.

    Clauses: MTR 4.4.9
    """
    if player is not None and case.maintained_by:
        names = (player,) if player in case.maintained_by else case.maintained_by
        yield explain.may_not_restart(names)


def _then(case: Case, declaration: Declaration) -> Then:
    """Return what the player who stops the loop does there; within an iteration they intervene before any choice of theirs.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MTR 4.4.8
    """
    if not case.maintained_by:
        return "acts"
    chooses = case.stops_by_choosing(declaration.player) and declaration.steps is None
    return "chooses" if chooses else "priority"


def _in_this_kind_of_loop(case: Case, ruling: Ruling) -> Ruling:
    """Add what holds besides: choices can sustain a loop, irrelevant changes do not unmake one, nobody restarts a settled one.

    Clauses: MTR 4.4.8, MTR 4.4.9
    """
    clauses, sentences = ruling.clauses, ruling.sentences
    judge_needed = ruling.then == "chooses" and case.hidden_information
    if case.applies_choices:
        clauses += ("MTR 4.4.8",)
    if judge_needed:
        said = text(
            "The choice involves hidden information: a judge may have to see whether any choice would not continue the loop."
        )
        sentences += (said,)
    if case.varies == "irrelevant":
        clauses += ("MTR 4.4.9",)
        sentences += (text("What changes between the iterations does not matter: it is the same loop."),)
    sentences += tuple(_who_may_not_restart(case, ruling.player))
    return msgspec.structs.replace(ruling, clauses=clauses, sentences=sentences, judge_needed=judge_needed)


def _recorded(case: Case, ruling: Ruling) -> Ruling:
    """Return the ruling with the judge's word and the suspicions that came with the case; nothing of it is judged here.

    Clauses: MTR 4.4.9
    """
    clauses, sentences = ruling.clauses, ruling.sentences
    if case.judge is not None:
        clauses += ("MTR 4.4.9",)
        if case.judge.ruling == "loop":
            sentences += (text("A judge ruled that this is a loop (“{reason}”).", reason=case.judge.reason),)
    if case.stalling_suspected:
        said = text("Somebody suspects that the loop was proposed to use up time: a judge looks into that.")
        sentences += (said,)
    return msgspec.structs.replace(
        ruling,
        clauses=tuple(sorted(set(clauses))),
        sentences=sentences,
        flags=("stalling_suspected",) if case.stalling_suspected else (),
        overruled=case.judge,
    )


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
        # Not a question of whether it is a loop: what a judge could find is that something relevant has changed.
        return tuple(_not_restartable(case))
    said = text("A judge ruled that this is not a loop (“{reason}”).", reason=case.judge.reason)
    return (*_not_identical(case), *_changing_game(case), *_not_deterministic(case), Ground("MTR 4.4.9", said))


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

    One that nobody maintains cannot be stopped by anybody: nobody is told to stop, and a judge is called.

    Clauses: MTR 4.4.7
    """
    found = []
    if steps := _marked(case, "random"):
        found.append(text("These steps rest on chance: {steps}.", steps=steps))
    if steps := _marked(case, "decision_tree"):
        found.append(text("These steps rest on a decision tree: {steps}.", steps=steps))
    if steps := _marked(case, "converges"):
        found.append(text("These steps rest on mathematical convergence: {steps}.", steps=steps))
    if found:
        by_hand = explain.played_by_hand(maintained=bool(case.maintained_by))
        for said in (*found, by_hand):
            yield Ground("MTR 4.4.7", said)


def _not_restartable(case: Case) -> Iterator[Ground]:
    """A loop that was settled stays so until the game has changed in a relevant way.

    One that nobody maintains is started by nobody, so nobody can leave that: it is settled again.

    Clauses: MTR 4.4.2, MTR 4.4.9
    """
    if is_restarted(case):
        said = text("This loop was settled before, and nothing that matters has changed since: it may not start again.")
        yield Ground("MTR 4.4.9", said)


def is_restarted(case: Case) -> bool:
    """Return whether players start a loop again that was settled, without a relevant change of the game since.

    Clauses: MTR 4.4.9
    """
    return bool(case.maintained_by) and case.settled_before is not None and not case.settled_before.changed


def judge_may_find(case: Case) -> JudgesFinding | None:
    """Return what a judge could find that changes a refusal; None where the loop is not refused or a judge has ruled.

    “loop”: that it is a loop all the same. “changed”: of a loop that was settled before, that something relevant has
    changed since; that question comes last, as it matters only of what is a loop.

    Clauses: MTR 4.4.9
    """
    found = {ground.clause for ground in grounds_of_refusal(case)}
    left_to_judge = bool(case.choosers) and not case.applies_choices
    alone = is_restarted(case) and (case.judge is not None or found == {"MTR 4.4.9"})
    if case.judge is not None and case.judge.ruling == "not_loop":
        return None
    if alone:
        return "changed"
    return "loop" if case.judge is None and (found or left_to_judge) else None


def found_changed(case: Case) -> Case:
    """Return the case of a loop that was settled before, in which something relevant has changed since.

    Clauses: MTR 4.4.9
    """
    return msgspec.structs.replace(case, settled_before=SettledBefore(changed=True))


def _marked(case: Case, mark: _Mark) -> tuple[str, ...]:
    """Return the steps that bear a mark, by their number and their words."""
    return tuple(
        f"{number} ({step.text})" if step.text else str(number)
        for number, step in enumerate(case.body, 1)
        if getattr(step, mark)
    )
