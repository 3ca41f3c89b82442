"""The errors of who may give which command, and the links by which people sign in."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused
from floorjudge.texts import text


class NotYours(Refused):
    sentence = text("Your link does not allow this. Ask the organiser for one that does.")


class BadLink(Refused):
    sentence = text("This link is not valid, or not any more. Ask the organiser for a new one.")


class NoSuchGrant(BadInput):
    sentence = text("There is no link “{grant}” here.")
    place = "grant"
    grant: str


class NoSuchLink(BadInput):
    sentence = text(
        "No link for the role “{role}” is made here: an owner's is for the installation, all others for an event."
    )
    place = "role"
    role: str


class BadStay(BadInput):
    sentence = text("A link can hold for up to {days} days.")
    place = "lasts"
    days: int
