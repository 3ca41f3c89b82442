"""Every way in which the tournament says no, in one place: what was wrong, which clause or decision it is, what is possible."""

from __future__ import annotations

from floorjudge.errors import BadInput, Damaged, Refused
from floorjudge.texts import Text, counted, text


class OfPlayer(Refused):
    """Something is refused to a player, or to who speaks of them."""

    place = "player"
    player: str


class OfTable(Refused):
    """Something is refused that is about one table."""

    place = "table"
    table: int


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
        "These letters of the public words look like Latin ones and are of another alphabet: {letters}. Nobody in the hall could "
        "tell which were typed. Use letters of one alphabet that can be told from others, or digits."
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


class NoLateEntry(OfPlayer):
    sentence = text(
        "{player} is not registered: the first round has been grouped. The organiser can let {player} in late (“late”, --late), into the "
        "inactive set with no points. As nothing has been reported yet, undo can also take the start back."
    )
    if_empty = (
        "undo",
        text(
            "{player} is not registered: the first round has been grouped. The organiser can let {player} in late (“late”, --late), into "
            "the inactive set with no points."
        ),
    )
    cites = ("OTE 2.2",)
    undo: bool


class TooLateToEnter(OfPlayer):
    sentence = text("{player} cannot enter any more: the last games have been grouped.")
    cites = ("OTE 2.9",)


class IsToComeBack(OfPlayer):
    sentence = text("{player} was in the event and has left. Let {player} come back instead (come_back, come-back).")
    cites = ("OTE 2.2",)


class UnknownPlayer(BadInput):
    sentence = text("There is no player “{player}”. Did you mean: {similar}?")
    if_empty = "similar", text("There is no player “{player}” in this event.")
    player: str
    similar: tuple[str, ...]


class HasLeft(OfPlayer):
    sentence = text("{player} has left the event.")
    cites = ("OTE 2.2",)


class TooFewPlayers(Refused):
    sentence = counted(
        "There is {count} player; an event needs at least 3. Register more, then start.",
        "There are {count} players; an event needs at least 3. Register more, then start.",
        count=0,
    )
    count: int


class IllegalDecks(Refused):
    sentence = counted(
        "The deck of {players} is illegal. Let them hand in another, or start with a judge's reason.",
        "These players' decks are illegal: {players}. Let them hand in others, or start with a judge's reason.",
        count=0,
    )
    place = "reason"
    cites = ("OTE 1.1", "OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
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
    cites = ("OTE 2.1",)
    counts = "tables"
    tables: tuple[str, ...]


class NoSuchTable(BadInput):
    sentence = counted(
        "There is no table {table}; there is {count} table.",
        "There is no table {table}; there are {count} tables, numbered from 1.",
        count=0,
    )
    table: int
    count: int


class NoReadmissionInRound(BadInput):
    sentence = text("There was no readmission game after round {round}: give the winner and everybody's influence.")
    place = "qualified"
    round: int


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


class TooFewToPlayOn(OfTable):
    sentence = text(
        "Of table {table} so many have left that its game cannot be played again. If its result is wrong, amend it with a reason."
    )
    cites = ("OTE 2.2",)


class NotReported(OfTable):
    sentence = text("Table {table} has no result to amend yet. Report it instead.")


class IsReadmission(BadInput):
    sentence = text("Table {table} is a readmission game: report who reached 8, in order, as “qualified”.")
    place = "winner"
    cites = ("OTE 2.8.3",)
    table: int


class IsNoReadmission(BadInput):
    sentence = text("Table {table} is no readmission game: report its winner and everybody's influence.")
    place = "qualified"
    cites = ("OTE 2.3",)
    table: int


class InfluenceMissing(BadInput):
    sentence = text("The final influence of these players is missing: {players}.")
    place = "influence"
    cites = ("OTE 2.3",)
    players: tuple[str, ...]


class InfluenceTwice(BadInput):
    sentence = text("Somebody's influence is given twice. Given were: {names}.")
    place = "influence"
    names: tuple[str, ...]


class AbsurdInfluence(BadInput):
    sentence = text("The influence of {player} is beyond {limit}; check what was typed.")
    place = "influence.{player}"
    player: str
    limit: int


class TargetNotReached(Refused):
    sentence = text(
        "{winner} has {influence} influence; a winner has at least {target}. If the others conceded, say so in a note."
    )
    place = "note"
    cites = ("OTE 2.3", "OTE 2.4.3")
    winner: str
    influence: int
    target: int


class WinnerBehind(Refused):
    sentence = text(
        "{winner} has {influence} influence and {other} has {theirs}. If {winner} won all the same, say why in a note."
    )
    place = "note"
    cites = ("OTE 2.3",)
    winner: str
    influence: int
    other: str
    theirs: int


class GoneCannotWin(Refused):
    sentence = text("{player} left during this game and cannot win it. Name somebody who stayed.")
    cites = ("OTE 2.2",)
    player: str


class OnlyOneLeft(Refused):
    sentence = text("{player} is the only one left at this table and has won; report the game with that winner.")
    place = "winner"
    player: str


class AlreadyDecided(Refused):
    sentence = text("{player} is the only one left at this table and has won: the game cannot be played again.")
    place = "table"
    player: str


class WrongNumberQualified(BadInput):
    sentence = counted(
        "Exactly {count} seat of the final is vacant: name {count} player of this table, who has not left.",
        "Exactly {count} seats of the final are vacant: name {count} different players of this table, none of whom has left.",
        count=0,
    )
    place = "qualified"
    cites = ("OTE 2.8.3",)
    count: int


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


class BadField(BadInput):
    sentence = text("This must be of the kind “{expected}”, not “{got}”.")
    expected: str
    got: str


class MissingField(BadInput):
    sentence = text("The field “{field}” is missing.")
    place = "{field}"
    field: str


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
    sentence = text("This line is not a JSON object: {detail}")
    detail: Text


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


class TooLateToComeBack(OfPlayer):
    sentence = text("{player} cannot come back: the last games were grouped while {player} was away.")
    cites = ("OTE 2.9",)
