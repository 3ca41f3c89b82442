"""The errors of the tournament: what was wrong, the clause or decision behind it, and what is possible."""

from __future__ import annotations

from floorjudge.errors import BadInput, Damaged, Refused
from floorjudge.formats.errors import OfPlayer, OfTable
from floorjudge.texts import Text, counted, text


class NotOpen(Refused):
    sentence = text("No event is open here yet. Open one first, with a name.")


class AlreadyOpen(Refused):
    sentence = text("“{name}” is open here already; one log holds one event. Choose another log for another event.")
    name: str


class BadName(BadInput):
    sentence = text(
        "“{given}” cannot be a name: its character {position} is {char}. It needs 1 to 100 visible characters, and accents only on "
        "letters, at most six on each."
    )
    if_empty = (
        "char",
        text(
            "“{given}” cannot be a name: it needs 1 to 100 visible characters, none that leaves no mark on a screen, and accents "
            "only on letters, at most six on each."
        ),
    )
    given: str
    char: str | None = None
    position: int | None = None


class BadWords(BadInput):
    sentence = text(
        "Character {position} here is {char}. Some words are needed: at most {limit} characters, without control characters."
    )
    if_empty = (
        "char",
        text("Some words are needed here: at most {limit} characters, without control characters."),
    )
    limit: int
    char: str | None = None
    position: int | None = None


class BadPublicWords(BadInput):
    sentence = text(
        "Of the public words only letters and digits count: give 1 to {limit} of them, such as the numbers of dice that were "
        "rolled at different tables."
    )
    place = "public"
    limit: int


class DisguisedWords(BadInput):
    sentence = text(
        "These letters of the public words look like Latin ones and are of another alphabet: {letters}. Players in the hall "
        "could not tell which were typed. Use letters of one alphabet that can be told from others, or digits."
    )
    place = "public"
    letters: str


class BadSeed(BadInput):
    sentence = text("The seed can be any text of 1 to {limit} characters.")
    place = "seed"
    limit: int


class NothingToOrder(BadInput):
    sentence = text("Name the things to put in random order.")
    place = "items"


class NameTaken(OfPlayer):
    sentence = text("{player} is registered already. Two people of one name need something to tell them apart.")


class NoRoomForMore(Refused):
    sentence = text("An event has room for {limit} players. Register the others for a second event.")
    place = "player"
    limit: int


class IsToComeBack(OfPlayer):
    sentence = text("{player} was in the event and has left. Let {player} come back instead (come_back, come-back).")


class UnknownPlayer(BadInput):
    sentence = text("There is no player “{player}”. Did you mean: {similar}?")
    if_empty = "similar", text("There is no player “{player}” in this event.")
    player: str
    similar: tuple[str, ...]


class HasLeft(OfPlayer):
    sentence = text("{player} has left the event.")


class TooFewPlayers(Refused):
    sentence = counted(
        "There is {count} player; an event needs at least {fewest}. Register more, then start.",
        "There are {count} players; an event needs at least {fewest}. Register more, then start.",
        count=0,
    )
    count: int
    fewest: int


class IllegalDecks(Refused):
    sentence = counted(
        "The deck of {players} is illegal. Let them hand in another, or start with a judge's reason.",
        "These players' decks are illegal: {players}. Let them hand in others, or start with a judge's reason.",
        count=0,
    )
    place = "reason"
    counts = "players"
    players: tuple[str, ...]


class DecksAreClosed(Refused):
    sentence = text(
        "Deck lists are handed in before the start. As nothing has been reported yet, undo can take the start back."
    )
    if_empty = "undo", text("Deck lists are handed in before the start.")
    undo: bool


class NotStarted(Refused):
    sentence = text("The event has not started. Register the players, then start it.")


class AlreadyStarted(Refused):
    sentence = text("The event has started already. Report results, then go on to the next round.")


class EventFinishedAlready(Refused):
    code = "finished"
    sentence = text("The event is finished. Results can still be amended with a reason, and undo takes the end back.")


class GamesOpen(Refused):
    sentence = counted(
        "Table {tables} has no result yet. Report it; a drawn game is played again and then reported.",
        "These tables have no result yet: {tables}. Report them; a drawn game is played again and then reported.",
        count=0,
    )
    # Whether a drawn game is played again is the format's.
    if_empty = (
        "again",
        counted(
            "Table {tables} has no result yet. Report it.",
            "These tables have no result yet: {tables}. Report them.",
            count=0,
        ),
    )
    counts = "tables"
    tables: tuple[str, ...]
    again: bool = True


class NoSuchTable(BadInput):
    sentence = counted(
        "There is no table {table}; there is {count} table.",
        "There is no table {table}; there are {count} tables, numbered from 1.",
        count=0,
    )
    table: int
    count: int


class NoSuchRound(BadInput):
    sentence = counted(
        "There is no round {round}; {count} round has been grouped so far.",
        "There is no round {round}; {count} rounds have been grouped so far.",
        count=0,
    )
    place = "round"
    round: int
    count: int


class AlreadyReported(OfTable):
    sentence = text("Table {table} has a result already. Amend it with a reason if it is wrong.")


class NothingToTakeAway(OfTable):
    sentence = text(
        "Table {table} has no result that could be taken away. Those of earlier rounds have decided who plays whom since: they "
        "stay, and amend corrects them with a reason."
    )


class ResultAtTable(OfTable):
    sentence = text("Table {table} has its result. Take the result away, then its players can be moved.")


class SeatedSo(OfTable):
    sentence = text("The players of table {table} sit like this already.")


class NotReported(OfTable):
    sentence = text("Table {table} has no result to amend yet. Report it instead.")


class NothingToUndo(Refused):
    sentence = text("There is nothing to undo: nothing has happened since the event was opened.")


class SeedMissing(Refused):
    sentence = text(
        "This copy of the event does not hold the seed of its draws: an export never does before the end. Go on where the "
        "event was opened, or import it again with its seed."
    )
    place = "seed"


class SeedIsPublic(Refused):
    sentence = text(
        "The seed of the draws became public when the event was finished, so nothing may be drawn with it any more. Promise a "
        "new seed first (renew_seed), let the players say new public words, then go on."
    )


class SeedIsStillSecret(Refused):
    code = "seed_is_secret"
    sentence = text(
        "The seed that was promised still holds: a new one is promised only when an event goes on after its end was taken back."
    )


class WordsAreMixed(Refused):
    sentence = text("The public words were said at the start and count until the end; leave them out now.")
    place = "public"


class ListTooLong(BadInput):
    sentence = text("A deck list has at most {limit} characters. Hand in the cards alone.")
    place = "list"
    limit: int


class TooManyDecks(Refused):
    sentence = text("{player} has handed in {limit} deck lists already, and the last one counts.")
    place = "list"
    player: str
    limit: int


class LooksAlike(Refused):
    sentence = text(
        "“{player}” looks like {other}, who is registered. If they are two people, the organiser can let both stand; "
        "better is a name that tells them apart."
    )
    place = "player"
    player: str
    other: str


class NamesAreDrawn(Refused):
    """The log is of an older version, whose chain and draws rest on the names themselves."""

    code = "names_are_drawn"
    sentence = text(
        "An older version recorded this event: its chain of hashes and its draws rest on the names, so none can be removed. "
        "What can be done is to delete the whole event."
    )


class NameIsReserved(BadInput):
    """A name is of the kind that stands for names that were removed."""

    code = "name_reserved"
    sentence = text("“{name}” would be taken for a player whose name was removed. Add a letter.")
    name: str


class RosterIsClosed(Refused):
    code = "roster_closed"
    sentence = text(
        "The list of players is closed, and the public words may have been said. Start the event; or open the list again, which "
        "stays on record, and let the words be said anew."
    )


class RosterIsOpen(Refused):
    code = "roster_open"
    sentence = text("The list of players is open.")


class WrongSeed(Refused):
    sentence = text("This is not the seed that the event committed to when it was opened; no draw can be made with it.")
    place = "seed"


class UnknownField(BadInput):
    sentence = text("This command has no field “{field}”.")
    place = "{field}"
    field: str


class UnknownCommand(BadInput):
    sentence = text("There is no command “{given}”. The commands are: {known}.")
    place = "do"
    given: str
    known: tuple[str, ...]


class BadJson(BadInput):
    sentence = text("This is not a JSON object: {detail}")
    detail: Text


class UnknownKindOfEvent(Damaged):
    sentence = text(
        "This record holds an event of the kind “{kind}”, which this version of the program does not know. If a format in "
        "a folder of its own wrote it, name the folder around it in FLOORJUDGE_FORMATS."
    )
    kind: str


class DamagedEvent(Damaged):
    sentence = text("This record does not hold an event that this version of the program knows.")


class WrongEvent(Damaged):
    sentence = text(
        "Entry {number} of the log is not what the rules and the draw give at this point: it was not made by the program, or "
        "was changed."
    )
    place = "events[{number}]"
    number: int


class IsHere(OfPlayer):
    sentence = text("{player} has not left the event.")


class DrawnIsTrue(BadInput):
    sentence = text("“{field}” can only be true; leave it out to report how the game ended otherwise.")
    place = "{field}"
    field: str


class SelfRegistrationClosed(Refused):
    sentence = text("Players cannot register themselves here now. Ask the organiser.")


class EventIsFull(Refused):
    sentence = text("All {capacity} places are taken. Ask the organiser, who can still register you.")
    capacity: int
