"""What the rules make of a loop of which everything is known, by its own short way through MTR 4.4."""

from __future__ import annotations

import msgspec

from floorjudge.loops import Case, Waiting, rule
from floorjudge.loops.mtr.asking import paragraph_for
from floorjudge.loops.mtr.cases import Step as RuledStep
from floorjudge.magic.checking.choices import Keeping

_OF_OUTCOMES = {"advance": "advance", "draw": "draw", "refused": "refused"}


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a loop: `players` from the active one on, who of them keeps it going, and how it goes on.

    `times` are those asked for, None for as often as it goes. `random` are the steps, for each of the body, that use chance where chance
    decides something. `changes` says that a loop across turns changes the game. `stops` that it stopped within `times`; `ends` that it
    ends by itself, None where that is not known; `drawn` that the game is over then, and nobody has won it.
    """

    players: tuple[str, ...]
    keepers: tuple[str, ...]
    keeping: Keeping
    times: int | None
    random: tuple[bool, ...]
    across_turns: bool
    changes: bool
    stops: bool
    ends: bool | None
    drawn: bool


class Verdict(msgspec.Struct, frozen=True):
    """A verdict, whether the loop is a draw, and the clauses it rests on."""

    verdict: str
    draw: bool
    clauses: tuple[str, ...]


def verdict_of(known: Known) -> Verdict:
    """Return what becomes of a loop when those who keep it going name the number that was asked for, and everybody else agrees.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, CR shortcuts.4, CR shortcuts.5
    """
    by_chance = any(known.random)
    if by_chance or (known.across_turns and known.changes):
        return _answered(known)
    if known.stops or (known.ends and not known.keepers):
        clauses = _paragraphs(known) if known.keepers else ("CR shortcuts.4",)
        return Verdict("draw" if known.drawn else "ends", draw=known.drawn, clauses=clauses)
    if known.keepers:
        return _kept_going(known)
    if known.ends is None:
        return Verdict("undecided", draw=False, clauses=("MTR 4.4.9",))
    broken = ("CR shortcuts.5",) if known.keeping.could_act else ()
    return Verdict("draw", draw=True, clauses=("CR shortcuts.4", *broken, "MTR 4.4.2"))


def _case(known: Known) -> Case:
    return Case(
        known.players,
        known.keepers,
        span="turns" if known.across_turns else "turn",
        sustained_by="choices" if known.keeping.by_choices else "actions",
        meaningful_change=known.changes,
        body=tuple(RuledStep(random=each) for each in known.random),
    )


def _kept_going(known: Known) -> Verdict:
    if known.times is not None and (known.times > 0 or len(known.keepers) > 1):
        return _answered(known)
    answer = rule(_case(known))
    if not isinstance(answer, Waiting):
        return Verdict(_OF_OUTCOMES.get(answer.outcome, "undecided"), answer.outcome == "draw", answer.clauses)
    verdict = "undecided" if known.times is None else "advance"
    return Verdict(verdict, draw=False, clauses=_paragraphs(known))


def _paragraphs(known: Known) -> tuple[str, ...]:
    paragraph = paragraph_for(len(known.keepers), across_turns=known.across_turns)
    return (paragraph, "MTR 4.4.8") if known.keeping.by_choices else (paragraph,)


def _answered(known: Known) -> Verdict:
    """Return the ruling when everybody is asked in turn."""
    case = _case(known)
    answer = rule(case)
    while isinstance(answer, Waiting):
        names_number = answer.player in known.keepers or "agree" not in answer.may_say
        number = 1 if known.times is None else known.times
        case = case.declared(answer.player, number if names_number else "agree")
        answer = rule(case)
    return Verdict(_OF_OUTCOMES.get(answer.outcome, "undecided"), answer.outcome == "draw", answer.clauses)
