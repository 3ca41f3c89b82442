"""What the web itself refuses."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused
from floorjudge.texts import counted, text


class NoSuchPage(BadInput):
    """The address leads nowhere."""

    sentence = text("There is no page at this address.")


class NoSuchPlayerHere(BadInput):
    """The event has no player of this number."""

    code = "unknown_player_here"
    sentence = text("This event has no player number {number}.")
    number: int


class ForeignForm(Refused):
    """A form was sent from another site's page."""

    sentence = text(
        "This was sent from a page that is not ours, and so nothing was done. Open the page here and send it again."
    )


class OtherServer(BadInput):
    """A request names another server than this one, and only our own names are answered to."""

    sentence = text("This server does not go by the name that was asked for.")


class BadToken(Refused):
    """What came as a bearer token is none, or not any more; nothing else is said about it."""

    sentence = text("This token is not valid, or not any more. Ask the organiser for a new one.")


class MovedOnSince(Conflict):
    """A command rests on a record (`If-Match`) that is not the newest any more."""

    sentence = text("The event has moved on to record {newest} since you looked, and so nothing was done.")
    place = "If-Match"
    newest: int


class TakesTooLong(BadInput):
    """A loop or an export takes longer to work out than a server does for anybody who asks."""

    sentence = text("This takes too long to work out here. Use the command line for it, or make it smaller.")


class QueueFull(Refused):
    """So much waits to be worked out that no more is taken: `waiting` things; about so many `minutes` until there is room."""

    sentence = counted(
        "Too much is being worked out here already: one thing waits. Try again in about {minutes} min.",
        "Too much is being worked out here already: {count} things wait. Try again in about {minutes} min.",
        count=0,
    )
    count: int
    minutes: int


class OwnQueueFull(Refused):
    """One browser, or one program, has as much waiting to be worked out as it may."""

    sentence = counted(
        "One search of yours is waiting already. Wait until it is done, or cancel it.",
        "{count} searches of yours are waiting already. Wait until one is done, or cancel one.",
        count=0,
    )
    count: int


class CardsBeingPrepared(Refused):
    """Somebody wants to use the card texts while they are being read for the first time, on a machine with much to do."""

    sentence = text("The card texts are still being read here for the first time. Try again in a few seconds.")


class NoSuchJob(BadInput):
    """Nobody has asked this server for the search, or whatever it was, that an address names; or it was long ago."""

    sentence = text("Nothing is known here under this address. Very old results are forgotten: search again.")


class NotYourJob(Refused):
    """Somebody wants to stop what others have asked for."""

    sentence = text("Others have asked for this, too, so it goes on.")


class OnlyOpen(BadInput):
    """Only `open` makes an event; every other command goes to an event that there is."""

    code = "open_only"
    sentence = text("Only the command “open” can be sent here.")
    place = "do"


class TooMuchSent(BadInput):
    """The body of a request is longer than anything we ask for; `limit` in kilobytes."""

    sentence = text("This is too much at once: at most {limit} kB can be sent.")
    limit: int


class SamePhone(Refused):
    """A phone that has spoken for one player of a table speaks for another one."""

    sentence = text(
        "This phone has already reported this game as {player}. Use another phone, or ask the staff: they can type the result, or "
        "allow phones to be shared."
    )
    player: str


class TooOften(Refused):
    """One sender sends more than any person would."""

    sentence = text(
        "Too much was sent from here in the last minute. Wait a minute and send it again; nothing was lost."
    )


class NotAForm(BadInput):
    """What was sent cannot be read as the fields of a form; its place is the field."""

    sentence = text("The form was not understood: look at “{field}”.")
    field: str

    def __post_init__(self) -> None:
        self.where = self.field or None


class NotThisWay(BadInput):
    """The address is right, and what was asked of it is not: another method than it has."""

    sentence = text("This address does not take what was sent to it.")


class StoreAway(Refused):
    """The place where events are kept does not answer, is full, or may not be written."""

    sentence = text(
        "The place where events are kept does not answer just now. Nothing is lost: wait a moment and try again."
    )


class StoreFull(StoreAway):
    """The disk of the server is full."""

    sentence = text(
        "The server's disk is full, and this was not saved. Nothing that was saved before is lost. Tell the organiser, who makes"
        " room on the server; then send it again."
    )


class StoreReadOnly(StoreAway):
    """The server may not write where its events are kept."""

    sentence = text(
        "The server may not write to its disk, and this was not saved. Nothing that was saved before is lost. Tell the organiser,"
        " who allows writing on the server; then send it again."
    )


class StoreHeld(StoreAway):
    """Another program holds the database."""

    sentence = text(
        "Another program on the server is holding the events, and this was not saved. Nothing that was saved before is lost. Send"
        " it again in a moment; if it goes on, tell the organiser, who closes that program."
    )


class StoreFails(StoreAway):
    """The disk of the server does not read or write."""

    sentence = text(
        "The server's disk does not take what is written, and this was not saved. Nothing that was saved before is lost. Tell the"
        " organiser, who looks after the disk; then send it again."
    )


class StoreDamaged(Damaged):
    """What is kept is not what was once kept, and so it is left alone."""

    sentence = text("What is kept of this is damaged, and so it is left alone. Tell the organiser.")


class WentWrong(Damaged):
    """A mistake of the program itself."""

    sentence = text(
        "Something went wrong here, and it is not your doing. What was acknowledged before is safe; try again."
    )


class NoFileChosen(BadInput):
    """A form that wants a file was sent without one."""

    sentence = text("Choose a file first.")
    place = "file"


class NoDeckList(BadInput):
    """A deck list is handed in with nothing in it."""

    sentence = text("Paste the deck list, or choose its file.")
    place = "list"


class NotPackedWell(BadInput):
    """A packed file cannot be unpacked, or holds far more than any backup."""

    sentence = text("This packed file is broken, or far too large for a backup.")
    place = "file"


class NoWinnerNamed(BadInput):
    """A player's report of a game does not say who won."""

    sentence = text("Say who won.")
    place = "winner"


class AnotherPlayers(Refused):
    """What one player has typed would be sent in the name of another one, whose link was opened on the phone since."""

    sentence = text("This was typed by somebody else, whose link was open on this phone before. It was not sent.")


class NothingGroupedYet(Refused):
    """Tables or slips are to be printed before there are any."""

    sentence = text("There are no tables to print before the first round is grouped.")


class NoPlacesYet(Refused):
    """Places are to be printed before the event is finished."""

    sentence = text("Nobody has a place before the event is finished. The standings can be printed at any time.")


class NoDeckListsYet(Refused):
    """Deck lists are to be printed and none was handed in."""

    sentence = text("Nobody has handed in a deck list.")


class NotSure(BadInput):
    """The form that deletes an event came without its tick."""

    sentence = text("Nothing was deleted: tick that you are sure.")
    place = "sure"


class NobodyTicked(BadInput):
    """The form in which several players leave is sent without any."""

    sentence = text("Tick the players who leave first.")
