"""The certificate of a loop: what repeating it does, how that is known, who keeps it going, and what the rules make of it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge.exact import digits
from floorjudge.magic.certifying.trajectories import Elimination, Evidence
from floorjudge.texts import Language, Text, render

Verdict: TypeAlias = Literal["advance", "draw", "ends", "refused", "undecided"]


class Line(msgspec.Struct, frozen=True):
    """An amount by its names: `key` for programs, `said` for people.

    `change` is what an iteration of the loop does to it: a number, or for an amount whose change grows the first three
    changes; empty where it does not change. `after` is how much there is in the end, None when that is not known.
    `part` and `quiet` are as in `Named`.
    """

    key: str
    said: Text
    change: tuple[int, ...] = ()
    after: int | None = None
    part: bool = False
    quiet: bool = False


class StoppedBy(msgspec.Struct, frozen=True):
    """What ends a loop: `kind` is life, library, game over or step; `step` the index in the body, `player` a seat.

    The player is whose life or library has run out, or who has won; None where that is nobody, or several. `code` and `where` are
    those of the error of a step that could not be played.
    """

    kind: str
    said: Text
    step: int | None = None
    player: int | None = None
    code: str | None = None
    where: str | None = None


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a loop.

    `times` were asked for (None: as often as it goes), `iterations` whole ones are done in the end (None: it never
    stops, or that is not known), after `warm_up` that did something else. `checked_to` is the iteration up to which the
    engine itself has confirmed the recurrence. `lines` tell the change per iteration and the position in the end.
    Where the loop comes round only every few iterations, `period` is how many, and the changes are those of so many together.
    `maintained_by` are seats; where a judge has said who they are, `found_maintained_by` are those that were found, None
    otherwise. `draw` says of the loop itself that it is one, whatever was asked for. `out` are those who left a game of several
    on the way.
    """

    evidence: Evidence
    checked_to: int
    assumes: tuple[Text, ...]
    times: int | None
    iterations: int | None
    warm_up: int
    lines: tuple[Line, ...]
    knows_end: bool
    stopped_by: StoppedBy | None
    players: tuple[str, ...]
    maintained_by: tuple[int, ...]
    mandatory: bool
    draw: bool
    verdict: Verdict
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]
    period: int = 1
    found_maintained_by: tuple[int, ...] | None = None
    out: tuple[Elimination, ...] = ()


JsonObject = dict[str, Any]


def certificate_value(certificate: Certificate, language: Language) -> JsonObject:
    """Return the JSON answer for a loop; sentences are in `language`, names of amounts are the same in all."""
    stop = certificate.stopped_by
    return {
        "evidence": certificate.evidence,
        "checked_to": digits(certificate.checked_to),
        "assumes": [render(each, language) for each in certificate.assumes],
        "per_iteration": {line.key: _change(line) for line in certificate.lines if line.change},
        "after": _after(certificate),
        "iterations": None if certificate.iterations is None else digits(certificate.iterations),
        "warm_up": certificate.warm_up,
        "period": certificate.period,
        "stopped_by": None
        if stop is None
        else {
            "kind": stop.kind,
            "step": stop.step,
            "player": stop.player,
            "code": stop.code,
            "where": stop.where,
            "text": render(stop.said, language),
        },
        "out": [{"player": out.seat, "iteration": digits(out.iteration), "step": out.step} for out in certificate.out],
        "maintained_by": list(certificate.maintained_by),
        "corrected": None
        if certificate.found_maintained_by is None
        else {"maintained_by": list(certificate.found_maintained_by)},
        "mandatory": certificate.mandatory,
        "draw": certificate.draw,
        "verdict": certificate.verdict,
        "clauses": list(certificate.clauses),
        "text": " ".join(render(sentence, language) for sentence in certificate.sentences),
    }


def _after(certificate: Certificate) -> JsonObject | None:
    if not certificate.knows_end:
        return None
    return {line.key: digits(line.after) for line in certificate.lines if line.after is not None}


def _change(line: Line) -> str | list[str]:
    """Return a change: one number, or the first ones of a change that grows."""
    if len(line.change) == 1:
        return digits(line.change[0])
    return [digits(change) for change in line.change]
