"""MTR 4.4: the outcome of a loop, given the players' declarations so far."""

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

    Whatever the declarations, a loop that may not be shortcut is refused, and one that no paragraph covers is left to
    the judge. Otherwise all players answer in order, in the edition `mstr` until all agree to one point, and the game
    advances to the lowest stopping point, if there is one.

    Raises BadInput, with the place, for a case that contradicts itself, and for a declaration out of order or not
    available to its player.

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
        sentence = text(
            "Choices keep this loop going, and this edition of the rules does not settle that: a judge decides."
        )
        return _recorded(case, Ruling("judge", ("MTR 4.4.9",), (sentence,), judge_needed=True))
    check_declarations(case)
    return next_question(case) or _recorded(case, _in_this_kind_of_loop(case, _settled(case)))


def _settled(case: Case) -> Ruling:
    """Return the ruling after all answers: the lowest point, or a draw if no player named one.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MSTR 4.2A, MSTR 4.4A
    """
    clause = paragraph(case)
    standing = asked_so_far(case).standing
    if standing is None:
        sentence = (
            text("No player will act to break the loop: the game is a draw.")
            if clause == "MTR 4.4.2"
            else text("All players go on indefinitely: the game is a draw.")
        )
        return Ruling("draw", (clause,), (sentence,))
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
    """Yield the players who may not start the loop again: the one who stops what they maintain, else the maintainers.

    Of two players whose actions undo each other, this makes the one who names the lower number give way.

    Clauses: MTR 4.4.9
    """
    if player is not None and case.maintained_by:
        names = (player,) if player in case.maintained_by else case.maintained_by
        yield explain.may_not_restart(names)


def _then(case: Case, declaration: Declaration) -> Then:
    """Return what the player who stops the loop does there; within an iteration they intervene before their own choice.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MTR 4.4.8
    """
    if not case.maintained_by:
        return "acts"
    chooses = case.stops_by_choosing(declaration.player) and declaration.steps is None
    return "chooses" if chooses else "priority"


def _in_this_kind_of_loop(case: Case, ruling: Ruling) -> Ruling:
    """Add the clauses and sentences on choices, hidden information, irrelevant changes and starting again.

    Clauses: MTR 4.4.8, MTR 4.4.9
    """
    clauses, sentences = ruling.clauses, ruling.sentences
    judge_needed = ruling.then == "chooses" and case.hidden_information
    if case.applies_choices:
        clauses += ("MTR 4.4.8",)
    if judge_needed:
        sentence = text(
            "The choice involves hidden information: a judge may have to see whether any choice would not continue the loop."
        )
        sentences += (sentence,)
    if case.varies == "irrelevant":
        clauses += ("MTR 4.4.9",)
        sentences += (text("What changes between the iterations does not matter: it is the same loop."),)
    sentences += tuple(_who_may_not_restart(case, ruling.player))
    return msgspec.structs.replace(ruling, clauses=clauses, sentences=sentences, judge_needed=judge_needed)


def _recorded(case: Case, ruling: Ruling) -> Ruling:
    """Return the ruling with the judge's word and the suspicions of the case, which are recorded and not judged.

    Clauses: MTR 4.4.9
    """
    clauses, sentences = ruling.clauses, ruling.sentences
    if case.judge is not None:
        clauses += ("MTR 4.4.9",)
        if case.judge.ruling == "loop":
            sentences += (text("A judge ruled that this is a loop (“{reason}”).", reason=case.judge.reason),)
    if case.stalling_suspected:
        sentence = text(
            "A player or a judge suspects that the loop was proposed to use up time: a judge looks into that."
        )
        sentences += (sentence,)
    return msgspec.structs.replace(
        ruling,
        clauses=tuple(sorted(set(clauses))),
        sentences=sentences,
        flags=("stalling_suspected",) if case.stalling_suspected else (),
        overruled=case.judge,
    )


class Ground(NamedTuple):
    """One reason to refuse a loop."""

    clause: str
    sentence: Text


def grounds_of_refusal(case: Case) -> tuple[Ground, ...]:
    """Return every reason to refuse this loop, none if it may be shortcut.

    A judge has the last word on whether it is a loop. Whether a settled loop may start again is another question: only
    for a loop, where a judge could still find a relevant change.

    Clauses: MTR 4.4.1, MTR 4.4.5, MTR 4.4.7, MTR 4.4.9
    """
    if case.judge is None:
        return (*_not_identical(case), *_changing_game(case), *_not_deterministic(case), *_not_restartable(case))
    if case.judge.ruling == "loop":
        return tuple(_not_restartable(case))
    sentence = text("A judge ruled that this is not a loop (“{reason}”).", reason=case.judge.reason)
    return (*_not_identical(case), *_changing_game(case), *_not_deterministic(case), Ground("MTR 4.4.9", sentence))


def _not_identical(case: Case) -> Iterator[Ground]:
    """Each iteration is the same, and nothing in it is conditional.

    Clauses: MTR 4.4.1
    """
    if steps := _marked(case, "conditional"):
        sentence = text(
            "These steps hang on a condition (“if this, then that”), which no loop may contain: {steps}.", steps=steps
        )
        yield Ground("MTR 4.4.1", sentence)
    if case.varies == "relevant":
        sentence = text("The iterations differ in a way that matters; in a loop they are all the same.")
        yield Ground("MTR 4.4.1", sentence)


def _changing_game(case: Case) -> Iterator[Ground]:
    """A loop may cross turns only while the game does not meaningfully change.

    Clauses: MTR 4.4.5
    """
    if case.span == "turns" and case.meaningful_change:
        sentence = text("The game changes in a way that matters from one turn cycle to the next: this is not a loop.")
        yield Ground("MTR 4.4.5", sentence)


def _not_deterministic(case: Case) -> Iterator[Ground]:
    """A loop that rests on chance, a decision tree or convergence is played out by hand, until a state comes back.

    A loop without maintainers cannot be stopped by a player: a judge is called.

    Clauses: MTR 4.4.7
    """
    reasons = []
    if steps := _marked(case, "random"):
        reasons.append(text("These steps rest on chance: {steps}.", steps=steps))
    if steps := _marked(case, "decision_tree"):
        reasons.append(text("These steps rest on a decision tree: {steps}.", steps=steps))
    if steps := _marked(case, "converges"):
        reasons.append(text("These steps rest on mathematical convergence: {steps}.", steps=steps))
    if reasons:
        by_hand = explain.played_by_hand(maintained=bool(case.maintained_by))
        for sentence in (*reasons, by_hand):
            yield Ground("MTR 4.4.7", sentence)


def _not_restartable(case: Case) -> Iterator[Ground]:
    """A settled loop may not start again until the game has changed in a relevant way.

    A loop without maintainers starts by itself, so no player can leave it out: it is settled again.

    Clauses: MTR 4.4.2, MTR 4.4.9
    """
    if is_restarted(case):
        sentence = text(
            "This loop was settled before, and nothing that matters has changed since: it may not start again."
        )
        yield Ground("MTR 4.4.9", sentence)


def is_restarted(case: Case) -> bool:
    """Return whether players start a settled loop again, without a relevant change of the game since.

    Clauses: MTR 4.4.9
    """
    return bool(case.maintained_by) and case.settled_before is not None and not case.settled_before.changed


def judge_may_find(case: Case) -> JudgesFinding | None:
    """Return the finding with which a judge could change a refusal; None if there is none or a judge has ruled.

    “loop”: that it is a loop all the same. “changed”: that something relevant has changed since a settled loop. This
    one comes last, as it matters only for a loop.

    Clauses: MTR 4.4.9
    """
    clauses = {ground.clause for ground in grounds_of_refusal(case)}
    left_to_judge = bool(case.choosers) and not case.applies_choices
    alone = is_restarted(case) and (case.judge is not None or clauses == {"MTR 4.4.9"})
    if case.judge is not None and case.judge.ruling == "not_loop":
        return None
    if alone:
        return "changed"
    return "loop" if case.judge is None and (clauses or left_to_judge) else None


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
