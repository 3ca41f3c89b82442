"""The errors of the web application itself."""

from __future__ import annotations

from floorjudge.errors import BadInput, Conflict, Damaged, Refused
from floorjudge.texts import counted, text


class NoSuchPage(BadInput):
    sentence = text("There is no page at this address.")


class ServerStops(Refused):
    sentence = text("The server is being stopped, and this was not answered. Try again when it runs.")


class NoSuchPlayerHere(BadInput):
    code = "unknown_player_here"
    sentence = text("This event has no player number {number}.")
    number: int


class ForeignForm(Refused):
    sentence = text(
        "This was sent from a page that is not ours, and so nothing was done. Open the page here and send it again."
    )


class OtherServer(BadInput):
    sentence = text("This server does not go by the name that was asked for.")


class BadToken(Refused):
    sentence = text("This token is not valid, or not any more. Ask the organiser for a new one.")


class MovedOnSince(Conflict):
    sentence = text("The event has moved on to record {newest} since you looked, and so nothing was done.")
    place = "If-Match"
    newest: int


class TakesTooLong(BadInput):
    sentence = text("This takes too long to work out here. Use the command line for it, or make it smaller.")


class NoCardsHere(BadInput):
    sentence = text("This server knows no cards yet. The person who runs it can add them.")


class QueueFull(Refused):
    sentence = counted(
        "Too much is being worked out here already: one thing waits. Try again in about {minutes} min.",
        "Too much is being worked out here already: {count} things wait. Try again in about {minutes} min.",
        count=0,
    )
    count: int
    minutes: int


class OwnQueueFull(Refused):
    sentence = counted(
        "One search of yours is waiting already. Wait until it is done, or cancel it.",
        "{count} searches of yours are waiting already. Wait until one is done, or cancel one.",
        count=0,
    )
    count: int


class CardsBeingPrepared(Refused):
    sentence = text("The card texts are still being read here for the first time. Try again in a few seconds.")


class NoSuchJob(BadInput):
    sentence = text("Nothing is known here under this address. Very old results are forgotten: search again.")


class NotYourJob(Refused):
    sentence = text("Others have asked for this, too, so it goes on.")


class OnlyOpen(BadInput):
    code = "open_only"
    sentence = text("Only the command “open” can be sent here.")
    place = "do"


class TooMuchSent(BadInput):
    sentence = text("This is too much at once: at most {limit} kB can be sent.")
    limit: int


class SamePhone(Refused):
    sentence = text(
        "This phone has already reported this game as {player}. Use another phone, or ask the staff: they can type the result, or "
        "allow phones to be shared."
    )
    player: str


class TooOften(Refused):
    sentence = text(
        "Too much was sent from here in the last minute. Wait a minute and send it again; nothing was lost."
    )


class NotAForm(BadInput):
    sentence = text("The form was not understood: look at “{field}”.")
    field: str

    def __post_init__(self) -> None:
        self.where = self.field or None


class NotThisWay(BadInput):
    sentence = text("This address does not take what was sent to it.")


class StoreAway(Refused):
    sentence = text(
        "The place where events are kept does not answer just now. Nothing is lost: wait a moment and try again."
    )


class StoreFull(StoreAway):
    sentence = text(
        "The server's disk is full, and this was not saved. Nothing that was saved before is lost. Tell the organiser, who makes"
        " room on the server; then send it again."
    )


class StoreReadOnly(StoreAway):
    sentence = text(
        "The server may not write to its disk, and this was not saved. Nothing that was saved before is lost. Tell the organiser,"
        " who allows writing on the server; then send it again."
    )


class StoreHeld(StoreAway):
    sentence = text(
        "Another program on the server is holding the events, and this was not saved. Nothing that was saved before is lost. Send"
        " it again in a moment; if it goes on, tell the organiser, who closes that program."
    )


class StoreFails(StoreAway):
    sentence = text(
        "The server's disk does not take what is written, and this was not saved. Nothing that was saved before is lost. Tell the"
        " organiser, who looks after the disk; then send it again."
    )


class StoreDamaged(Damaged):
    sentence = text("What is kept of this is damaged, and so it is left alone. Tell the organiser.")


class WentWrong(Damaged):
    sentence = text(
        "Something went wrong here, and it is not your doing. What was acknowledged before is safe; try again."
    )


class NoFileChosen(BadInput):
    sentence = text("Choose a file first.")
    place = "file"


class NoDeckList(BadInput):
    sentence = text("Paste the deck list, or choose its file.")
    place = "list"


class NothingChosen(BadInput):
    sentence = text("Say how it ended.")
    place = "quick"


class NotPackedWell(BadInput):
    sentence = text("This packed file is broken, or far too large for a backup.")
    place = "file"


class AnotherPlayers(Refused):
    sentence = text("This was typed by another player, whose link was open on this phone before. It was not sent.")


class NothingGroupedYet(Refused):
    sentence = text("There are no tables to print before the first round is grouped.")


class NoPlacesYet(Refused):
    sentence = text("There are no places before the event is finished. The standings can be printed at any time.")


class NoDeckListsYet(Refused):
    sentence = text("No player has handed in a deck list.")


class NotSure(BadInput):
    sentence = text("Nothing was deleted: tick that you are sure.")
    place = "sure"


class NobodyTicked(BadInput):
    sentence = text("Tick the players who leave first.")


class TurnNotNamed(BadInput):
    sentence = text("Whose turn is it? Choose the player: the others follow in turn order.")
    place = "active"


class NoDrawToReport(Refused):
    sentence = text(
        "Call {call} has no draw to report: its table has a result by now, or the ruling that holds makes the game no draw."
    )
    call: int
