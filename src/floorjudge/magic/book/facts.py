"""What the book keeps of a certificate: the case and the numbers, which lead the prover to the same again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.positions.position import empty_position
from floorjudge.reading import JsonObject

# The fields of a certificate that an entry keeps beside the case, and what it keeps of its end.
_FACTS = (
    "version", "evidence", "checked_to", "verdict", "iterations", "warm_up", "period", "breaks", "per_iteration", "own_end",
    "maintained_by", "mandatory",
)  # fmt: skip
_OF_THE_END = ("kind", "over", "winner")


def facts_for_book(certificate: Mapping[str, Any]) -> JsonObject:
    """Return what the book keeps of a certificate, a JSON value: no sentence, and nothing that a version changes."""
    stop = certificate["stopped_by"]
    facts = {name: certificate[name] for name in _FACTS}
    facts["stopped_by"] = None if stop is None else {name: stop[name] for name in _OF_THE_END}
    return {"case": _shortest(certificate["case"]), **facts}


def _shortest(case: Mapping[str, Any]) -> JsonObject:
    """Return a case without what is as in an empty position."""
    usual = position_value(empty_position(case["players"]))
    return {name: value for name, value in case.items() if name == "players" or value != usual.get(name)}
