"""The costly answers to programs, as worker processes compute them: from the body of a request to the value of an answer.

A worker imports the module of its task, so this one imports nothing that serves pages.
"""

from __future__ import annotations

import io
from typing import Any

from floorjudge.decoding import unicode_lines
from floorjudge.events.codec import read_object
from floorjudge.events.service.log.export import read_export, verify_records
from floorjudge.exact.digits import json_integer
from floorjudge.loops import answer_value, read_case, read_shortcut, settle, shortcut_answer
from floorjudge.loops import rule as rule_on
from floorjudge.loops.desk import DIGITS_SHOWN
from floorjudge.loops.sheet.codec import read_sheet, sheet_answer
from floorjudge.texts import Language

JsonObject = dict[str, Any]


def ruled(body: bytes, language: Language) -> JsonObject:
    """Return the ruling on a loop, or the player asked next. Raises BadInput."""
    return answer_value(rule_on(read_case(read_object(body, json_integer))), language)


def reckoned(body: bytes, language: Language) -> JsonObject:
    """Return what iterations of a sheet do. Raises BadInput."""
    return sheet_answer(read_sheet(read_object(body, json_integer)), language, DIGITS_SHOWN)


def settled(body: bytes, language: Language) -> JsonObject:
    """Return where a shortcut ends, or the player asked next. Raises BadInput."""
    proposal, answers = read_shortcut(read_object(body, json_integer))
    return shortcut_answer(settle(proposal, answers), language, DIGITS_SHOWN)


def verified(body: bytes, seed: str | None) -> JsonObject:
    """Return how much of an exported log is proved. Raises BadInput when it is none, Damaged when it was changed."""
    name, records = read_export(unicode_lines(io.BytesIO(body)))
    found = verify_records(records, seed)
    return {
        "verified": True,
        "name": name,
        "records": len(records),
        "head": records[-1].hash,
        "draws_proved": found.draws_proved,
        "draws_waiting": found.draws_waiting,
        "shortened": found.shortened,
        "draws_lost": found.draws_lost,
    }
