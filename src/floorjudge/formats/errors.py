"""The errors that formats share, and those in a format itself."""

from __future__ import annotations

from floorjudge.errors import BadInput, Damaged, Refused
from floorjudge.texts import Text, counted, text


class OfPlayer(Refused):
    """A request about one player is refused."""

    place = "player"
    player: str


class OfTable(Refused):
    """A request about one table is refused."""

    place = "table"
    table: int


class UnknownFormat(BadInput):
    sentence = text("There is no format “{given}”. Known formats: {known}.")
    place = "format"
    given: str
    known: tuple[str, ...]


class BrokenFormat(Damaged):
    """A format in one of the folders cannot be used."""

    sentence = text(
        "The format in the folder {folder} cannot be used: {reason}. Mend it, or take it out of FLOORJUDGE_FORMATS."
    )
    folder: str
    reason: Text


class FormatFailed(Damaged):
    """A method of a format raised an exception; `stored` is true if this only keeps what was stored from being shown."""

    sentence = text("The format in the folder {folder} made a mistake, in its method {method} ({reason}).")
    if_stored = text(
        "What was entered is stored. It cannot be shown: the format in the folder {folder} made a mistake, in its method {method} ({reason})."
    )
    folder: str
    method: str
    reason: str
    stored: bool = False

    @property
    def full_sentence(self) -> Text:
        """The sentence, which says so if something was stored."""
        return self.filled(self.if_stored if self.stored else self.sentence)

    def after_storing(self) -> FormatFailed:
        """Return the error after a command that was stored."""
        return FormatFailed(self.folder, self.method, self.reason, stored=True)


class OptionUnknown(BadInput):
    sentence = text("This format has no option “{option}”. Its options are: {known}.")
    if_empty = "known", text("This format has no option “{option}”, nor any other.")
    place = "{option}"
    option: str
    known: tuple[str, ...]


class BadField(BadInput):
    sentence = text("“{got}” cannot stand here; needed: {expected}.")
    expected: Text
    got: str


class MissingField(BadInput):
    sentence = text("The field “{field}” is missing.")
    place = "{field}"
    field: str


class NotAtTheTable(BadInput):
    sentence = text("{player} does not sit at this table. Its players are: {players}.")
    player: str
    players: tuple[str, ...]


class NameTwice(BadInput):
    sentence = text("A player is named twice. Given were: {names}.")
    names: tuple[str, ...]


class NoLateEntryHere(OfPlayer):
    sentence = text("{player} is not registered, and no player can enter any more.")


class LastStagesHaveBegun(OfPlayer):
    """Players cannot enter after the playoff, or the cut, was made."""


class NoSuchStage(BadInput):
    sentence = text("Round {round} has no such game.")
    place = "round"
    round: int


class DecidedByAbsence(OfTable):
    sentence = text("The game at table {table} is decided because players have left: it cannot be played again.")


class PlayersAtTable(BadInput):
    sentence = counted(
        "Table {table} would have {count} player. How many it can have: {sizes}.",
        "Table {table} would have {count} players. How many it can have: {sizes}.",
        count=0,
    )
    place = "players"
    table: int
    count: int
    sizes: tuple[str, ...]


class WithoutATable(Refused):
    sentence = text("These players would be left without a game: {players}. Exchange players, so that each has a seat.")
    place = "players"
    players: tuple[str, ...]


class GroupsStay(Refused):
    sentence = text(
        "Who plays whom is decided here by the rules. Only whole tables can change places: name all players of one, in their order."
    )
    place = "players"


class NotInThisFormat(BadInput):
    sentence = text("This format has no “{what}”.")
    place = "do"
    what: str


class BadNumber(BadInput):
    sentence = text("“{word}” is not a whole number.")
    word: str


class NobodyOrSeveral(BadInput):
    sentence = text("“{word}” is not clearly one of: {players}. Type more of the name.")
    place = "line"
    word: str
    players: tuple[str, ...]


class NoSuchCut(BadInput):
    sentence = text("A cut to {cut} is not possible; choose one of: {known} (0 is no cut).")
    place = "options.cut"
    cut: int
    known: tuple[str, ...]


class NothingToPlay(BadInput):
    sentence = text("Without a round and without a cut nothing is played. Choose at least one of them.")
    place = "options.rounds"


class CutTooLarge(BadInput):
    sentence = text("A cut to {cut} is not possible: only {players} play.")
    place = "options.cut"
    cut: int
    players: int
