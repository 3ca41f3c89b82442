"""What people have judged of disagreements between two engines: data beside this module, found by the case."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec

from floorjudge.magic.checking.documents import hash_of
from floorjudge.magic.second_opinion.opinions import Judgement

JsonObject = dict[str, Any]
_FILE = "judgements.json"
# What is not played does not change what the engines do.
_NOT_PLAYED = ("times", "maintained_by", "about", "expected", "names")


def digest_of(case: JsonObject) -> str:
    """Return what a judgement knows a case by: a hash of its position and steps, without names and the number of times."""
    return hash_of({name: value for name, value in case.items() if name not in _NOT_PLAYED})[:16]


@cache
def judgements() -> tuple[Judgement, ...]:
    """Return all judgements."""
    data = resources.files("floorjudge.magic.second_opinion").joinpath(_FILE).read_bytes()
    return msgspec.json.decode(data, type=tuple[Judgement, ...])


def judgement_of(case: JsonObject, engine: str) -> Judgement | None:
    """Return what was judged of a case in which a second engine disagrees; None where nobody has."""
    digest = digest_of(case)
    return next((each for each in judgements() if (each.case, each.engine) == (digest, engine)), None)
