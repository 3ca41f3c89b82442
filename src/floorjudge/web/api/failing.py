"""How requests fail, for the description of the API: each error with its status and what it says."""

from __future__ import annotations

from typing import Any, TypeAlias

from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import BadJson, EventFinishedAlready, MissingField
from floorjudge.events.service.errors import BadSeen, NotYours, SeenTooOld
from floorjudge.store.errors import UnknownTournament
from floorjudge.texts import text
from floorjudge.web.api.shapes import Failure
from floorjudge.web.refusals import (
    bad_token,
    foreign_form,
    moved_on_since,
    no_such_page,
    not_a_form,
    other_server,
    store_away,
    store_damaged,
    takes_too_long,
    too_much_sent,
    too_often,
    went_wrong,
)
from floorjudge.web.statuses import status_of

Responses: TypeAlias = dict[int | str, dict[str, Any]]
# What any request may meet.
ALWAYS = (bad_token(), too_often(), store_away(), store_damaged(), went_wrong(), other_server())
OF_AN_EVENT = (*ALWAYS, UnknownTournament("friday"), no_such_page())
OF_A_QUERY = (not_a_form("limit"),)
OF_A_BODY = (BadJson(text("it cannot be read as JSON.")), too_much_sent(4), foreign_form())
OF_A_COMMAND = (
    *OF_A_BODY,
    MissingField("do"),
    BadSeen(17),
    NotYours(),
    SeenTooOld(),
    EventFinishedAlready(),
    moved_on_since(18),
)
OF_RECKONING = (*ALWAYS, *OF_A_BODY, takes_too_long())


def answering(good: Responses, *errors: FloorjudgeError) -> Responses:
    """Return the descriptions of good answers and of these errors, together by status."""
    found: Responses = {}
    for error in errors:
        described = found.setdefault(status_of(error), _description())
        value = {"ok": False, "error": error.as_json("en")}
        described["content"]["application/json"]["examples"][error.code] = {"value": value}
    for described in found.values():
        codes = described["content"]["application/json"]["examples"]
        described["description"] = ", ".join(f"`{code}`" for code in codes)
    return {**good, **found}


def _description() -> dict[str, Any]:
    return {"model": Failure, "content": {"application/json": {"examples": {}}}}
