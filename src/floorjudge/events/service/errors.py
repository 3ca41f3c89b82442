"""The errors of the service."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict
from floorjudge.texts import Text, text


class PreviewOfAmendmentsOnly(BadInput):
    code = "no_preview"
    sentence = text("Only an amendment, and a move of players by hand, can be previewed.")
    place = "preview"


class BadId(BadInput):
    sentence = text("The id of a command must be a text of 1 to 200 characters, or a whole number.")
    place = "id"


class IdUsedBefore(BadInput):
    sentence = text("The id “{id}” was used for another command before; give every new command an id of its own.")
    place = "id"
    id: str


class SeenTooOld(Conflict):
    sentence = text("Another person has changed this event since you looked. Look at it again, then decide.")
    place = "seen"


class BadSeen(BadInput):
    sentence = text("The newest record that was seen must be a whole number from 0 to {newest}.")
    place = "seen"
    newest: int


class BadAuthor(BadInput):
    sentence = text("Who does this must be said in 1 to {limit} visible characters.")
    place = "by"
    limit: int


class LineWithoutTable(BadInput):
    sentence = text("Type the table's number, then {result}")
    place = "line"
    result: Text
