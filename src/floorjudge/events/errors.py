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
    """No event has been opened yet."""

    sentence = text("No event is open here yet. Open one first, with a name.")


class AlreadyOpen(Refused):
    """An event is open here already."""

    sentence = text("“{name}” is open here already; one log holds one event. Choose another log for another event.")
    name: str


class UnknownFormat(BadInput):
    """The format of the event is not one that is implemented."""

    sentence = text("There is no format “{given}”. Known formats: {known}.")
    place = "format"
    given: str
    known: tuple[str, ...]


class BadName(BadInput):
    """A name is empty, longer than 100 characters, or holds control or invisible characters or loose accents."""

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
    """A note, a reason or another free text is empty, too long, or holds control characters."""

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
    """Of the public words no letter or digit is left, or more than a hall can compare."""

    sentence = text(
        "Of the public words only letters and digits count: give 1 to {limit} of them, such as the numbers of dice that were "
        "rolled at different tables."
    )
    place = "public"
    limit: int


class DisguisedWords(BadInput):
    """Public words have letters of several alphabets that look alike: whoever types them could choose among draws unseen."""

    sentence = text(
        "These letters of the public words look like Latin ones and are of another alphabet: {letters}. Nobody in the hall could "
        "tell which were typed. Use letters of one alphabet that can be told from others, or digits."
    )
    place = "public"
    letters: str


class BadSeed(BadInput):
    """The text behind the draws is empty, too long, or no text."""

    sentence = text("The seed can be any text of 1 to {limit} characters.")
    place = "seed"
    limit: int


class NothingToOrder(BadInput):
    """A random order is asked for, of nothing."""

    sentence = text("Name the things to put in random order.")
    place = "items"


class NameTaken(OfPlayer):
    """A player of this name is registered already."""

    sentence = text("{player} is registered already. Two people of one name need something to tell them apart.")


class NoRoomForMore(Refused):
    """An event has as many players as one can have."""

    sentence = text("An event has room for {limit} players. Register the others for a second event.")
    place = "player"
    limit: int


class NoLateEntry(OfPlayer):
    """Who comes once the first round has been grouped is let in by the organiser only, who says so; `undo`: nothing is reported."""

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
    """Nobody enters once the last games have been grouped."""

    sentence = text("{player} cannot enter any more: the last games have been grouped.")
    cites = ("OTE 2.9",)


class IsToComeBack(OfPlayer):
    """Who has left is registered after the start: that player comes back, with what they have."""

    sentence = text("{player} was in the event and has left. Let {player} come back instead (come_back, come-back).")
    cites = ("OTE 2.2",)


class UnknownPlayer(BadInput):
    """No player of this name is registered; says which names are similar."""

    sentence = text("There is no player “{player}”. Did you mean: {similar}?")
    if_empty = "similar", text("There is no player “{player}” in this event.")
    player: str
    similar: tuple[str, ...]


class HasLeft(OfPlayer):
    """A player who has left can do nothing more in the event."""

    sentence = text("{player} has left the event.")
    cites = ("OTE 2.2",)


class TooFewPlayers(Refused):
    """An event starts with three players at least."""

    sentence = counted(
        "There is {count} player; an event needs at least 3. Register more, then start.",
        "There are {count} players; an event needs at least 3. Register more, then start.",
        count=0,
    )
    count: int


class IllegalDecks(Refused):
    """Submitted decks are illegal, and no judge has given a reason to let them in."""

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
    """Deck lists are taken until the start only; `undo`: nothing is reported since."""

    sentence = text(
        "Deck lists are handed in before the start. As nothing has been reported yet, undo can take the start back."
    )
    if_empty = "undo", text("Deck lists are handed in before the start.")
    undo: bool


class NotStarted(Refused):
    """The command needs a started event."""

    sentence = text("The event has not started. Register the players, then start it.")


class AlreadyStarted(Refused):
    """The event was started before."""

    sentence = text("The event has started already. Report results, then go on to the next round.")


class EventFinishedAlready(Refused):
    """The event is over; only corrections are possible."""

    code = "finished"
    sentence = text("The event is finished. Results can still be amended with a reason, and undo takes the end back.")


class GamesOpen(Refused):
    """The next stage needs every result of this one."""

    sentence = counted(
        "Table {tables} has no result yet. Report it; a drawn game is played again and then reported.",
        "These tables have no result yet: {tables}. Report them; a drawn game is played again and then reported.",
        count=0,
    )
    cites = ("OTE 2.1",)
    counts = "tables"
    tables: tuple[str, ...]


class NoSuchTable(BadInput):
    """The stage being played, or the round that is named, has no table of this number."""

    sentence = counted(
        "There is no table {table}; there is {count} table.",
        "There is no table {table}; there are {count} tables, numbered from 1.",
        count=0,
    )
    table: int
    count: int


class NoReadmissionInRound(BadInput):
    """No readmission game was played after a round."""

    sentence = text("There was no readmission game after round {round}: give the winner and everybody's influence.")
    place = "qualified"
    round: int


class NoSuchRound(BadInput):
    """No such round has been played."""

    sentence = counted(
        "There is no round {round}; {count} round has been grouped so far.",
        "There is no round {round}; {count} rounds have been grouped so far.",
        count=0,
    )
    place = "round"
    round: int
    count: int


class AlreadyReported(OfTable):
    """A table has a result; only an amendment replaces it."""

    sentence = text("Table {table} has a result already. Amend it with a reason if it is wrong.")


class NothingToTakeAway(OfTable):
    """There is no result to take away."""

    sentence = text(
        "Table {table} has no result that could be taken away. Those of earlier rounds have decided who plays whom since: they "
        "stay, and amend corrects them with a reason."
    )


class TooFewToPlayOn(OfTable):
    """A result is to be taken away, and those who are left at the table cannot play its game."""

    sentence = text(
        "Of table {table} so many have left that its game cannot be played again. If its result is wrong, amend it with a reason."
    )
    cites = ("OTE 2.2",)


class NotReported(OfTable):
    """There is no result to amend."""

    sentence = text("Table {table} has no result to amend yet. Report it instead.")


class IsReadmission(BadInput):
    """A readmission game is reported with those who qualified, not with a winner."""

    sentence = text("Table {table} is a readmission game: report who reached 8, in order, as “qualified”.")
    place = "winner"
    cites = ("OTE 2.8.3",)
    table: int


class IsNoReadmission(BadInput):
    """Only a readmission game is reported with those who qualified."""

    sentence = text("Table {table} is no readmission game: report its winner and everybody's influence.")
    place = "qualified"
    cites = ("OTE 2.3",)
    table: int


class NotAtTheTable(BadInput):
    """Somebody is named who does not sit at the table."""

    sentence = text("{player} does not sit at this table. Its players are: {players}.")
    player: str
    players: tuple[str, ...]


class InfluenceMissing(BadInput):
    """The final influence of some players of the table is not given."""

    sentence = text("The final influence of these players is missing: {players}.")
    place = "influence"
    cites = ("OTE 2.3",)
    players: tuple[str, ...]


class InfluenceTwice(BadInput):
    """Somebody's influence is given twice, perhaps in two spellings of one name."""

    sentence = text("Somebody's influence is given twice. Given were: {names}.")
    place = "influence"
    names: tuple[str, ...]


class AbsurdInfluence(BadInput):
    """An influence is beyond what any game reaches: a slip of the keyboard."""

    sentence = text("The influence of {player} is beyond {limit}; check what was typed.")
    place = "influence.{player}"
    player: str
    limit: int


class TargetNotReached(Refused):
    """The winner has less influence than the game's target, and no note says why."""

    sentence = text(
        "{winner} has {influence} influence; a winner has at least {target}. If the others conceded, say so in a note."
    )
    place = "note"
    cites = ("OTE 2.3", "OTE 2.4.3")
    winner: str
    influence: int
    target: int


class WinnerBehind(Refused):
    """In a correction the winner has less influence than another player, and no note says why."""

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
    """Who left during a game cannot win it."""

    sentence = text("{player} left during this game and cannot win it. Name somebody who stayed.")
    cites = ("OTE 2.2",)
    player: str


class OnlyOneLeft(Refused):
    """A game with one player left at the table is won by that player."""

    sentence = text("{player} is the only one left at this table and has won; report the game with that winner.")
    place = "winner"
    player: str


class AlreadyDecided(Refused):
    """A game with one player left at the table is over and cannot be drawn."""

    sentence = text("{player} is the only one left at this table and has won: the game cannot be played again.")
    place = "table"
    player: str


class WrongNumberQualified(BadInput):
    """A readmission game fills exactly the vacant seats of the final."""

    sentence = counted(
        "Exactly {count} seat of the final is vacant: name {count} player of this table, who has not left.",
        "Exactly {count} seats of the final are vacant: name {count} different players of this table, none of whom has left.",
        count=0,
    )
    place = "qualified"
    cites = ("OTE 2.8.3",)
    count: int


class NothingToUndo(Refused):
    """Nothing has happened since the event was opened."""

    sentence = text("There is nothing to undo: nothing has happened since the event was opened.")


class SeedMissing(Refused):
    """The draw needs the seed, and this copy of the event does not hold it."""

    sentence = text(
        "This copy of the event does not hold the seed of its draws: an export never does before the end. Go on where the "
        "event was opened, or import it again with its seed."
    )
    place = "seed"


class SeedIsPublic(Refused):
    """The seed was revealed at the end that has been taken back, so everybody can compute what a draw would give."""

    sentence = text(
        "The seed of the draws became public when the event was finished, so nothing may be drawn with it any more. Promise a "
        "new seed first (renew_seed), let the players say new public words, then go on."
    )


class SeedIsStillSecret(Refused):
    """A new seed is asked for while the one that was promised is still secret, or the event is over."""

    code = "seed_is_secret"
    sentence = text(
        "The seed that was promised still holds: a new one is promised only when an event goes on after its end was taken back."
    )


class WordsAreMixed(Refused):
    """Public words are given when they have been mixed into the draws already."""

    sentence = text("The public words were said at the start and count until the end; leave them out now.")
    place = "public"


class ListTooLong(BadInput):
    """A deck list is far longer than any deck."""

    sentence = text("A deck list has at most {limit} characters. Hand in the cards alone.")
    place = "list"
    limit: int


class TooManyDecks(Refused):
    """A player has handed in more lists than anybody needs; each stays in the log."""

    sentence = text("{player} has handed in {limit} deck lists already, and the last one counts.")
    place = "list"
    player: str
    limit: int


class LooksAlike(Refused):
    """A name that a hall could take for another player's."""

    sentence = text(
        "“{player}” looks like {other}, who is registered. If they are two people, the organiser can let both stand; "
        "better is a name that tells them apart."
    )
    place = "player"
    player: str
    other: str


class RosterIsClosed(Refused):
    """The list of players is closed: nobody comes in or goes before the first round."""

    code = "roster_closed"
    sentence = text(
        "The list of players is closed, and the public words may have been said. Start the event; or open the list again, which "
        "stays on record, and let the words be said anew."
    )


class RosterIsOpen(Refused):
    """The list of players is open, and is to be opened."""

    code = "roster_open"
    sentence = text("The list of players is open.")


class WrongSeed(Refused):
    """The seed is not the one that the event committed to."""

    sentence = text("This is not the seed that the event committed to when it was opened; no draw can be made with it.")
    place = "seed"


class BadField(BadInput):
    """A field of a JSON command has a value of the wrong kind."""

    sentence = text("This must be of the kind “{expected}”, not “{got}”.")
    expected: str
    got: str


class MissingField(BadInput):
    """A field of a JSON command is missing."""

    sentence = text("The field “{field}” is missing.")
    place = "{field}"
    field: str


class UnknownField(BadInput):
    """A JSON command has a field that it does not know."""

    sentence = text("This command has no field “{field}”.")
    place = "{field}"
    field: str


class UnknownCommand(BadInput):
    """The field `do` names no command."""

    sentence = text("There is no command “{given}”. The commands are: {known}.")
    place = "do"
    given: str
    known: tuple[str, ...]


class BadJson(BadInput):
    """A line is not a JSON object."""

    sentence = text("This line is not a JSON object: {detail}")
    detail: Text


class DamagedEvent(Damaged):
    """A record of a log holds no event that this version of the program knows."""

    sentence = text("This record does not hold an event that this version of the program knows.")


class WrongEvent(Damaged):
    """An entry of a log was not made by the program, or was changed."""

    sentence = text(
        "Entry {number} of the log is not what the rules and the draw give at this point: it was not made by the program, or "
        "was changed."
    )
    place = "events[{number}]"
    number: int


class IsHere(OfPlayer):
    """Somebody is to come back who has not left."""

    sentence = text("{player} has not left the event.")


class TooLateToComeBack(OfPlayer):
    """Who left before the last games were grouped wants to come back when they have been."""

    sentence = text("{player} cannot come back: the last games were grouped while {player} was away.")
    cites = ("OTE 2.9",)
