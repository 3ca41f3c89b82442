"""MTR 4.4: what becomes of a loop, given what the players have declared so far."""

from __future__ import annotations

import msgspec

from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.asking import check_declarations, next_question, paragraph, stopping_points
from floorjudge.loops.mtr.cases import Case
from floorjudge.loops.mtr.checks import check_case
from floorjudge.loops.mtr.grounds import grounds_of_refusal
from floorjudge.loops.mtr.rulings import Ruling, Then, Waiting
from floorjudge.texts import Text


def rule(case: Case) -> Ruling | Waiting:
    """Return the ruling on a loop, or the question that is still open.

    A loop that may not be shortcut is refused, and one that no paragraph covers is left to the judge, whatever was
    declared. Otherwise everybody answers in order, and the game advances to the lowest stopping point, if there is one.

    Raises BadInput, with the place, for a case that contradicts itself, and for a declaration out of order or one that is
    not that player's to make.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    check_case(case)
    if grounds := grounds_of_refusal(case):
        clauses = tuple(ground.clause for ground in grounds)
        return _recorded(case, Ruling("refused", clauses, tuple(ground.sentence for ground in grounds)))
    if case.sustained_by == "choices" and not case.applies_choices and case.judge is None:
        return _recorded(case, Ruling("judge", ("MTR 4.4.9",), (explain.judge_decides(),), judge_needed=True))
    check_declarations(case)
    return next_question(case) or _recorded(case, _in_this_kind_of_loop(case, _settled(case)))


def _settled(case: Case) -> Ruling:
    """Return the ruling when everybody has answered: the lowest point, or a draw where nobody named one.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6
    """
    found = paragraph(case)
    points = stopping_points(case)
    if not points:
        said = explain.nobody_breaks() if found == "MTR 4.4.2" else explain.everybody_goes_on()
        return Ruling("draw", (found,), (said,))
    # At the same point the active player would be the first to act, so turn order decides and not the order of asking.
    player, stop = min(points, key=lambda named: (named[1], case.turn_order.index(named[0])))
    what = _then(case, player)
    place: tuple[Text, ...] = (explain.stops(player, stop),)
    if stop.steps and (words := case.body[stop.steps].text):
        place += (explain.next_step(words),)
    halfway = any(said.player == player and said.steps is not None for said in case.declarations)
    clauses = (found, "MTR 4.4.6") if halfway else (found,)
    return Ruling("advance", clauses, (*place, explain.then(player, what)), stop=stop, player=player, then=what)


def _then(case: Case, player: str) -> Then:
    """Return what the player who stops the loop does there.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.8
    """
    if not case.maintained_by:
        return "acts"
    return "chooses" if case.applies_choices and player in case.maintained_by else "priority"


def _in_this_kind_of_loop(case: Case, ruling: Ruling) -> Ruling:
    """Add what the ruling rests on besides: that choices can sustain a loop, that irrelevant changes do not unmake one.

    Clauses: MTR 4.4.8, MTR 4.4.9
    """
    clauses, sentences = ruling.clauses, ruling.sentences
    judge_needed = case.applies_choices and case.hidden_information
    if case.applies_choices:
        clauses += ("MTR 4.4.8",)
    if judge_needed:
        sentences += (explain.judge_may_be_needed(),)
    if case.varies == "irrelevant":
        clauses += ("MTR 4.4.9",)
        sentences += (explain.same_loop(),)
    return msgspec.structs.replace(ruling, clauses=clauses, sentences=sentences, judge_needed=judge_needed)


def _recorded(case: Case, ruling: Ruling) -> Ruling:
    """Return the ruling with the judge's word and the suspicions that came with the case; nothing of it is judged here.

    Clauses: MTR 4.4.9
    """
    clauses, sentences = ruling.clauses, ruling.sentences
    if case.judge is not None:
        clauses += ("MTR 4.4.9",)
        if case.judge.ruling == "loop":
            sentences += (explain.judge_said(case.judge.reason, is_loop=True),)
    if case.stalling_suspected:
        sentences += (explain.stalling_suspected(),)
    return msgspec.structs.replace(
        ruling,
        clauses=tuple(sorted(set(clauses))),
        sentences=sentences,
        flags=("stalling_suspected",) if case.stalling_suspected else (),
        overruled=case.judge,
    )
