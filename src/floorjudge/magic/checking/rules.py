"""What the rules make of a loop of which everything is known, by its own short way through MTR 4.4."""

from __future__ import annotations

import msgspec

from floorjudge.loops import Case, Ruling, Waiting, rule
from floorjudge.loops.mtr.asking import paragraph_for


class Verdict(msgspec.Struct, frozen=True):
    """A verdict, whether the loop is a draw, and the clauses it rests on."""

    verdict: str
    draw: bool
    clauses: tuple[str, ...]


def verdict_of(
    case: Case, times: int | None, *, stops: bool, ends: bool | None, drawn: bool, could_act: bool
) -> Verdict:
    """Return what becomes of a loop when those who keep it going name a number of `times`, and everybody else agrees.

    `times` is None for as often as it goes. `stops` says that it stopped within them; `ends` that it ends by itself, None where that is
    not known; `drawn` that the game is over then, and nobody has won it. Somebody `could_act` on the way.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, CR shortcuts.4, CR shortcuts.5
    """
    keepers = case.maintained_by
    if any(step.random for step in case.body) or (case.span == "turns" and case.meaningful_change):
        return _answered(case, times)
    if stops or (ends and not keepers):
        return Verdict("draw" if drawn else "ends", drawn, _paragraphs(case) if keepers else ("CR shortcuts.4",))
    if keepers:
        named = times is not None and (times > 0 or len(keepers) > 1)
        if named or isinstance(rule(case), Ruling):
            return _answered(case, times)
        return Verdict("undecided" if times is None else "advance", draw=False, clauses=_paragraphs(case))
    if ends is None:
        return Verdict("undecided", draw=False, clauses=("MTR 4.4.9",))
    broken = ("CR shortcuts.5",) if could_act else ()
    return Verdict("draw", draw=True, clauses=("CR shortcuts.4", *broken, "MTR 4.4.2"))


def _paragraphs(case: Case) -> tuple[str, ...]:
    paragraph = paragraph_for(len(case.maintained_by), across_turns=case.span == "turns")
    return (paragraph, "MTR 4.4.8") if case.sustained_by == "choices" else (paragraph,)


def _answered(case: Case, times: int | None) -> Verdict:
    """Return the ruling when everybody is asked in turn."""
    answer = rule(case)
    while isinstance(answer, Waiting):
        names_number = answer.player in case.maintained_by or "agree" not in answer.may_say
        number = 1 if times is None else times
        case = case.declared(answer.player, number if names_number else "agree")
        answer = rule(case)
    known = answer.outcome in ("advance", "draw", "refused")
    return Verdict(answer.outcome if known else "undecided", answer.outcome == "draw", answer.clauses)
