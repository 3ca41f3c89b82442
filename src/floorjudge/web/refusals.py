"""What the web itself refuses, in one place."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused, bad_input, conflict, damaged, refused
from floorjudge.texts import text


def no_such_page() -> BadInput:
    """The address leads nowhere."""
    return bad_input("no_such_page", text("There is no page at this address."))


def unknown_player_here(number: str) -> BadInput:
    """The event has no player of this number."""
    said = text("This event has no player number {number}.", number=number)
    return bad_input("unknown_player_here", said)


def foreign_form() -> Refused:
    """A form was sent from another site's page."""
    said = text(
        "This was sent from a page that is not ours, and so nothing was done. Open the page here and send it again."
    )
    return refused("foreign_form", said)


def other_server() -> BadInput:
    """A request names another server than this one, and only our own names are answered to."""
    return bad_input("other_server", text("This server does not go by the name that was asked for."))


def bad_token() -> Refused:
    """What came as a bearer token is none, or not any more; nothing else is said about it."""
    return refused("bad_token", text("This token is not valid, or not any more. Ask the organiser for a new one."))


def moved_on_since(newest: int) -> Conflict:
    """A command rests on a record (`If-Match`) that is not the newest any more; `newest` is."""
    said = text("The event has moved on to record {newest} since you looked, and so nothing was done.", newest=newest)
    return conflict("moved_on_since", said, where="If-Match")


def takes_too_long() -> BadInput:
    """A loop or an export takes longer to work out than a server does for anybody who asks."""
    said = text("This takes too long to work out here. Use the command line for it, or make it smaller.")
    return bad_input("takes_too_long", said)


def only_open() -> BadInput:
    """Only `open` makes an event; every other command goes to an event that there is."""
    return bad_input("open_only", text("Only the command “open” can be sent here."), where="do")


def too_much_sent(limit: int) -> BadInput:
    """The body of a request is longer than anything we ask for; `limit` in megabytes."""
    said = text("This is too much at once: at most {limit} MB can be sent.", limit=limit)
    return bad_input("too_much_sent", said)


def too_often() -> Refused:
    """One sender sends more than any person would."""
    said = text("Too much was sent from here in the last minute. Wait a minute and send it again; nothing was lost.")
    return refused("too_often", said)


def not_a_form(detail: str) -> BadInput:
    """What was sent cannot be read as the fields of a form; `detail` names the field."""
    said = text("The form was not understood: look at “{field}”.", field=detail)
    return bad_input("not_a_form", said, where=detail)


def not_this_way() -> BadInput:
    """The address is right, and what was asked of it is not: another method than it has."""
    return bad_input("not_this_way", text("This address does not take what was sent to it."))


def store_away() -> Refused:
    """The place where events are kept does not answer, is full, or may not be written."""
    said = text(
        "The place where events are kept does not answer just now. Nothing is lost: wait a moment and try again."
    )
    return refused("store_away", said)


def store_damaged() -> Damaged:
    """What is kept is not what was once kept, and so it is left alone."""
    return damaged(
        "store_damaged", text("What is kept of this is damaged, and so it is left alone. Tell the organiser.")
    )


def went_wrong() -> Damaged:
    """A mistake of the program itself."""
    said = text("Something went wrong here, and it is not your doing. What was acknowledged before is safe; try again.")
    return damaged("went_wrong", said)
