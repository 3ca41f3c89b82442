"""Lists of banned and restricted cards, which an organiser imports: none comes with the program, and each has its date."""

from __future__ import annotations

import datetime as dt
import enum
import hashlib
import re

import msgspec

from floorjudge.deck_lists.names import fold_name
from floorjudge.errors import BadInput
from floorjudge.texts import text

MOST_NAMES = 5_000
_LONGEST = 200
_FIELD = re.compile(r"(name|list|format|date)\s*:\s*(.*)", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class BannedListWithoutDate(BadInput):
    sentence = text("A list of banned cards needs a line with its date, such as “date: 2026-11-09”.")


class BannedListDate(BadInput):
    sentence = text("“{written}” is no date such as 2026-11-09.")
    written: str


class BannedListTooLong(BadInput):
    sentence = text(
        "A list of banned cards has up to {names} lines, each with one name of up to {characters} characters."
    )
    names: int
    characters: int


class Ban(enum.StrEnum):
    """What a list says of a card: that it is out, that there may be one, or that it is no companion."""

    BANNED = "banned"
    RESTRICTED = "restricted"
    AS_COMPANION = "companion"


_HEADINGS = {"bannedascompanion": Ban.AS_COMPANION} | {ban.value: ban for ban in Ban}


class BannedList(msgspec.Struct, frozen=True):
    """A list of banned cards: what it is called, its date, the names as they are written, and what holds for each.

    `bans` has the names folded.
    """

    name: str
    date: str
    names: tuple[str, ...]
    bans: dict[str, Ban]

    def of(self, name: str) -> Ban | None:
        """Return what the list says of a card; `name` is its whole name, and either side of it may be listed.

        Clauses: MTR 6.1
        """
        return next(
            (self.bans[key] for each in (name, *name.split(" // ")) if (key := fold_name(each)) in self.bans), None
        )

    @property
    def digest(self) -> str:
        """What tells this list from every other: the SHA-256 of its date and of all that it says."""
        lines = [self.date, *sorted(f"{ban.value}:{name}" for name, ban in self.bans.items())]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def read_banned(content: str, where: str) -> BannedList:
    """Return the list of banned cards in a text.

    `content` has one name a line, and a line `date: 2026-11-09`; a line `name: Modern` says what the list is called. Names
    below a line `Restricted` are those of which a deck may have one, below `Banned as companion` those that may be no
    companion. What begins with `#` is a comment. `where` is the file's name, for errors. Raises BadInput without a date.
    """
    name, date, ban = "", "", Ban.BANNED
    names: dict[str, Ban] = {}
    written: list[str] = []
    for at, line in enumerate(content.removeprefix("\ufeff").splitlines(), 1):
        words = " ".join(line.split())
        if len(words) > _LONGEST or len(written) > MOST_NAMES:
            raise BannedListTooLong(MOST_NAMES, _LONGEST).at(f"{where}:{at}")
        field = _FIELD.fullmatch(words)
        if not words or words.startswith("#"):
            continue
        if (field and field[1].casefold() == "date") or _DAY.fullmatch(words):
            date = _date(field[2] if field else words, f"{where}:{at}")
        elif field:
            name = field[2]
        elif (heading := _HEADINGS.get("".join(words.strip(":[]= ").casefold().split()))) is not None:
            ban = heading
        elif key := fold_name(words):
            names[key] = ban
            written.append(words)
    if not date:
        raise BannedListWithoutDate().at(where)
    return BannedList(name or where, date, tuple(written), names)


def _date(written: str, where: str) -> str:
    try:
        return dt.date.fromisoformat(written).isoformat()
    except ValueError:
        raise BannedListDate(written).at(where) from None
