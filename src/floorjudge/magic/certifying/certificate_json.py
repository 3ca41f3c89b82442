"""Certificates as JSON; whatever a loop can make large is a string of digits."""

from __future__ import annotations

from typing import Any

from floorjudge.exact import digits
from floorjudge.magic.certifying.certificates import Certificate, Line
from floorjudge.texts import Language, render

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
