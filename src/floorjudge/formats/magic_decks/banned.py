"""Lists of banned and restricted cards, which an organiser imports: none comes with the program, and each has its date."""

from __future__ import annotations

import datetime as dt
import enum
import hashlib
import re
from functools import lru_cache
from typing import Any

import msgspec

from floorjudge.deck_lists.lines import visible
from floorjudge.deck_lists.names import fold_name
from floorjudge.errors import BadInput
from floorjudge.texts import Text, text

MOST_NAMES = 5_000
# The limit for the log of an event: several times the longest list in use.
LONGEST_TEXT = 50_000
OPTION = "options.banned"
_LONGEST = 200
_FIELD = re.compile(r"(name|list|format|source|date)\s*:\s*(.*)", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class BannedListWithoutDate(BadInput):
    sentence = text("A list of banned cards needs a line with its date, such as “date: 2026-11-09”.")


class BannedListDate(BadInput):
    sentence = text("“{written}” is no date such as 2026-11-09.")
    written: str


class BannedListWithoutName(BadInput):
    sentence = text("A list of banned cards needs a line that says what it is called, such as “name: Modern”.")


class BannedWithoutDecks(BadInput):
    sentence = text("A list of banned cards is for an event that asks for deck lists. Say how the decks are built.")
    place = "options.banned"


class BannedListTooLong(BadInput):
    sentence = text(
        "A list of banned cards has up to {names} lines, each with one name of up to {characters} characters."
    )
    names: int
    characters: int


class Ban(enum.StrEnum):
    """A ban: the card is banned, restricted to one copy, or banned as a companion."""

    BANNED = "banned"
    RESTRICTED = "restricted"
    AS_COMPANION = "companion"


_HEADINGS = {"bannedascompanion": Ban.AS_COMPANION} | {ban.value: ban for ban in Ban}


class BannedList(msgspec.Struct, frozen=True):
    """A list of banned cards: its name, its date, the names as written, and the ban of each.

    `bans` has the names folded; `source` is the origin of the list, empty if it states none.
    """

    name: str
    date: str
    names: tuple[str, ...]
    bans: dict[str, Ban]
    source: str = ""

    def of(self, name: str) -> Ban | None:
        """Return the ban of a card; `name` is its whole name, of which the list may have either half.

        Clauses: MTR 6.1
        """
        return next(
            (self.bans[key] for each in (name, *name.split(" // ")) if (key := fold_name(each)) in self.bans), None
        )

    @property
    def digest(self) -> str:
        """The SHA-256 of the date and all entries, which identifies the list."""
        lines = [self.date, *sorted(f"{ban.value}:{name}" for name, ban in self.bans.items())]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def read_banned(content: str, where: str) -> BannedList:
    """Return the list of banned cards in a text.

    `content` has one name on each line, and a line `date: 2026-11-09`; a line `name: Modern` gives the name of the
    list, a line `source: …` its origin. Below a line `Restricted` are cards of which a deck may have one, below `Banned
    as companion` those that may be no companion. Lines that begin with `#` are comments. `where` is the file's name,
    for errors.
    Raises BadInput without a date.
    """
    name, date, source, ban = "", "", "", Ban.BANNED
    names: dict[str, Ban] = {}
    written: list[str] = []
    for at, line in enumerate(content.splitlines(), 1):
        words = " ".join(visible(line).split())
        field = _FIELD.fullmatch(words)
        if not words or words.startswith("#"):
            continue
        if (field and field[1].casefold() == "date") or _DAY.fullmatch(words):
            date = _date(field[2] if field else words, f"{where}:{at}")
        elif field and field[1].casefold() == "source":
            source = field[2]
        elif field:
            name = field[2]
        elif (heading := _HEADINGS.get("".join(words.strip(":[]= ").casefold().split()))) is not None:
            ban = heading
        elif key := fold_name(words):
            names[key] = ban
            written.append(words)
        if len(words) > _LONGEST or len(written) > MOST_NAMES:
            raise BannedListTooLong(MOST_NAMES, _LONGEST).at(f"{where}:{at}")
    if not date:
        raise BannedListWithoutDate().at(where)
    return BannedList(name or where, date, tuple(written), names, source)


def check_banned_option(banned: str | None, decks: str | None) -> None:
    """Check the text of the list of banned cards in an event's option; `decks` is how decks are built there.

    The list needs a name and a date, so that players know which one it is. Raises BadInput, placed at the option.
    """
    if banned is None:
        return
    if decks is None:
        raise BannedWithoutDecks
    if len(banned) > LONGEST_TEXT:
        raise BannedListTooLong(MOST_NAMES, _LONGEST).at(OPTION)
    if banned_in_event(banned).name == OPTION:
        raise BannedListWithoutName().at(OPTION)


def banned_json(banned: str) -> dict[str, Any]:
    """Return the public facts about the list of banned cards of an event, without its names."""
    listed = banned_in_event(banned)
    return {
        "name": listed.name,
        "date": listed.date,
        "source": listed.source or None,
        "cards": len(listed.names),
        "sha256": listed.digest,
    }


def banned_words(listed: BannedList) -> Text:
    """Return which list of banned cards deck lists are checked against, and its origin."""
    sentence = text("Banned cards: the list “{list}” of {date}.", list=listed.name, date=listed.date)
    return text("{list} From: {source}.", list=sentence, source=listed.source) if listed.source else sentence


@lru_cache(32)
def banned_in_event(banned: str) -> BannedList:
    """Return the list of banned cards in an event's option."""
    return read_banned(banned, OPTION)


def _date(written: str, where: str) -> str:
    try:
        return dt.date.fromisoformat(written).isoformat()
    except ValueError:
        raise BannedListDate(written).at(where) from None
