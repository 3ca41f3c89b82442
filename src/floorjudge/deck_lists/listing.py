"""Deck lists for Magic as people and programs write them: a card on each line, with sections; see docs/magic-decks.md.

A line is `4 Lightning Bolt`, `4x Lightning Bolt (M10) 146`, `SB: 2 Pyroblast`, `Lightning Bolt x4`, `Lightning Bolt`. A
heading such as “Sideboard” begins a section; without headings, `sections` uses the empty lines. A first line that names
columns makes it a table.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from floorjudge.deck_lists.lines import (
    LONGEST_LINE,
    UNREADABLE,
    copies_counted,
    doubts_of_line,
    lines_of,
    names_no_card,
    shown,
    too_long_to_read,
)
from floorjudge.deck_lists.saved import is_saved_deck, saved_cards
from floorjudge.deck_lists.tables import Columns, cell_at, cells_of, columns_of, copies_in
from floorjudge.texts import Text, text

Knows = Callable[[str], bool]


class Section(enum.Enum):
    """A part of a deck list; cards that are left out belong neither to the deck nor to its sideboard."""

    DECK = enum.auto()
    SIDEBOARD = enum.auto()
    COMMANDER = enum.auto()
    COMPANION = enum.auto()
    LEFT_OUT = enum.auto()


class Entry(msgspec.Struct, frozen=True):
    """A line of a deck list: `copies` of the card with a name.

    `section` is that of a heading or a mark, None without one; `block` is the number of groups of lines, with empty
    lines between them, above. `written` is the line for display, `doubts` are what could not be understood in it.
    """

    line: int
    written: str
    name: str
    copies: int = 1
    section: Section | None = None
    block: int = 0
    doubts: tuple[Text, ...] = ()


# Letters only, without accents and capitals.
_SECTIONS = {
    word: section
    for section, words in {
        Section.DECK: """deck main mainboard maindeck mainboards oathbreaker signaturespell mazo mazoprincipal baraja
            paquet deckprincipal baralho principal""",
        Section.SIDEBOARD: "sideboard sideboards side sb banquillo reserve reserva",
        Section.COMMANDER: "commander commanders general generals comandante comandantes commandant commandants",
        Section.COMPANION: "companion companions companero compagnon companheiro",
        Section.LEFT_OUT: """maybeboard maybe considering token tokens about metadata attractions stickers contraptions
            acquireboard wishlist""",
    }.items()
    for word in words.split()
}
# The words in a sideboard column for a card of the sideboard.
_YES = frozenset({"yes", "true", "x", "1", "si", "oui", "sim"})
_SAVED_ZONES = {"main": Section.DECK, "side": Section.SIDEBOARD, "tokens": Section.LEFT_OUT}
# Headings of a group within a section.
_GROUPS = frozenset(
    """spell spells creature creatures instant instants sorcery sorceries artifact artifacts enchantment enchantments planeswalker
    planeswalkers battle battles land lands basiclands criatura criaturas tierra tierras conjuro conjuros instantaneo instantaneos
    artefacto artefactos encantamiento encantamientos terrain terrains rituel rituels ephemere ephemeres artefact artefacts
    enchantement enchantements terreno terrenos feitico feiticos magicainstantanea magicasinstantaneas artefato artefatos
    encantamento encantamentos""".split()
)
_DECORATION = "/#[]=*_~<>-–—: "
_COUNT_BEHIND = re.compile(r"\s*(?:\(\s*\d+\s*\)|\d+)\s*:?\s*$", re.ASCII)
# An unknown heading has no number before it, and ends with a colon or with a number of cards, or is decorated.
_HEADED = re.compile(r"\D.*(?::|\(\d+\))|[=*_~-]{2,}.*|\[[^\[\]]*\]", re.ASCII)
# Remarks about a deck that people and programs write, which name no card.
_ABOUT = re.compile(
    r"(?:name|author|player|event|date|deck|deck name|deck type|title|comment|description|format)\s*[=:].*|layout \w+:.*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[-*•·–—]\s+(?=\S)")
_SECTION_FIRST = re.compile(r"([^\W\d_]+)\s?:\s*(?=\S)")
_FLAGS = re.IGNORECASE | re.ASCII
_COUNTED = re.compile(r"(-?\d{1,9})(?:\s+|[x×]\s*)(\S.*)|[x×]\s?(\d{1,9})\s+(\S.*)", _FLAGS)
_TIMES = re.compile(r"[x×]\s+(?=\S)", _FLAGS)
_COUNTED_BEHIND = re.compile(r"(.*\S)\s+(?:[x×]\s?(\d{1,9})|(\d{1,9})[x×]|\([x×]?\s?(\d{1,9})\))", _FLAGS)
_SET_FIRST = re.compile(r"\[[^\[\]\s]{2,12}\]\s+(?=\S)")
# After a name: the printing, such as (DMU) 137, its finish, such as *F*, and a player's own marks.
_BEHIND = re.compile(
    r"\s+(?:\([A-Z0-9_]{2,6}\)(?:\s+[\w★†-]+)?|\([A-Za-z0-9_]{2,6}\)\s+[\w★†-]*\d[\w★†-]*|\([FS]\)|\*\w+\*|\[[^\]]*\]|<[^>]*>|#.*|\^.*)$|\|.*$"
)
_REMARK = re.compile(r"\s//?\s.*$")
_MARK = re.compile(r"\*(\w+)\*|#\s?!(\w+)|\[\s*([^\W\d_]+)[^\]]*\]")


def read_list(listing: str, knows: Knows) -> tuple[Entry, ...]:
    """Return the entries of a deck list, in the order of its lines.

    `listing` may be any text: what cannot be understood becomes an entry with doubts. `knows` returns whether a card
    has a name: a line can be read in several ways, and the first with a known name counts. Raises BadInput for a text
    that is far longer than any deck list, and for the damaged file of a program.
    """
    lines = lines_of(listing)
    if is_saved_deck(cleaned := "\n".join(lines)):
        saved = saved_cards(cleaned)
        return tuple(
            _finished(Entry(card.line, lines[card.line - 1], card.name, card.copies, _SAVED_ZONES.get(card.zone)))
            for card in saved
        )
    first = next((at for at, line in enumerate(lines) if _says_something(line)), 0)
    columns = columns_of(lines[first]) if lines[first] and len(lines[first]) <= LONGEST_LINE else None
    if columns and columns.name is not None:
        rows = ((at, line) for at, line in enumerate(lines[first + 1 :], first + 2) if _says_something(line))
        return tuple(_finished(_row(at, line, columns)) for at, line in rows)
    return tuple(map(_finished, _Reader(knows, lines).entries()))


def _says_something(line: str) -> bool:
    """Return whether a line of a table is more than a gap or a row of commas from a spreadsheet."""
    return not line.lstrip().startswith("sep=") and (UNREADABLE in line or any(char.isalnum() for char in line))


def _row(at: int, line: str, columns: Columns) -> Entry:
    """Return the entry of a row of a table."""
    if len(line) > LONGEST_LINE:
        return Entry(at, line, "", 0)
    cells = cells_of(line, columns.separator)
    copies, doubts = copies_in(cell_at(cells, columns.copies))
    section = _letters(cell_at(cells, columns.section))
    named = Section.SIDEBOARD if section in _YES else _SECTIONS.get(section)
    return Entry(at, line, cell_at(cells, columns.name), copies, named, doubts=doubts)


class _Spelling(NamedTuple):
    """One way to read a line: the number of copies, if it has one, and the name."""

    copies: int | None
    name: str


class _Reader:
    """The reading of the lines of one list."""

    def __init__(self, knows: Knows, lines: Sequence[str]) -> None:
        self._knows = knows
        self._lines = [" ".join(line.split()) for line in lines]
        # If the lines begin with numbers, one that ends with a number in brackets counts the cards below it.
        self._counts_first = any(_COUNTED.match(line) for line in self._lines)

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of all lines that name a card."""
        section: Section | None = None
        block, filled, gap = 0, False, False
        for at, line in enumerate(self._lines, 1):
            alone = section in (Section.COMMANDER, Section.COMPANION)
            heading = section_of(line)
            if heading is None and alone and self._is_group(line):
                heading = Section.DECK
            if heading is not None:
                section, gap, filled = heading, True, False
            elif not line:
                gap = True
            elif self._is_card(line):
                if alone and filled and gap:
                    section = Section.DECK
                block, filled, gap = block + gap, True, False
                entry = self._entry(at, line)
                yield msgspec.structs.replace(entry, section=entry.section or section, block=block)

    def _is_card(self, line: str) -> bool:
        """Return whether a line is a card, and not a comment, a heading or a remark about the deck."""
        if line.startswith(("#", "//")):
            return False
        if not (UNREADABLE in line or any(char.isalnum() for char in line)):
            return self._knows(line)
        return not (self._is_group(line) or _ABOUT.fullmatch(line)) or self._knows(self._best(line).name)

    def _is_group(self, line: str) -> bool:
        """Return whether a line is the heading of a group of cards, such as “Creatures (14)” or “Removal:”."""
        named = _COUNT_BEHIND.sub("", line)
        if _letters(named) in _GROUPS:
            return True
        if _HEADED.fullmatch(line) is None or self._knows(self._best(line).name):
            return False
        return self._counts_first or named == line

    def _entry(self, at: int, line: str) -> Entry:
        if len(line) > LONGEST_LINE:
            return Entry(at, line, "", 0)
        section, rest = _section_before(_BULLET.sub("", line))
        spelling = self._best(rest)
        doubts: tuple[Text, ...] = ()
        uncounted = spelling.copies is None and section is None and self._counts_first
        if uncounted and _is_name(spelling.name) and not self._knows(spelling.name):
            doubts = (text("This line says no number of copies; it was counted as one card."),)
        copies = 1 if spelling.copies is None else spelling.copies
        return Entry(at, line, spelling.name, copies, section or _section_marked(rest), doubts=doubts)

    def _best(self, line: str) -> _Spelling:
        """Return the first reading of a line with a known card; without one the shortest name."""
        spellings = list(_spellings(line))
        remarked = _REMARK.sub("", line)
        further = _spellings(remarked) if remarked != line else ()
        return next((each for each in (*spellings, *further) if self._knows(each.name)), spellings[-1])


def section_of(line: str) -> Section | None:
    """Return the section that a line heads; None if it is no known heading."""
    return _SECTIONS.get(_letters(_COUNT_BEHIND.sub("", line)))


def _letters(words: str) -> str:
    """Return the letters of a heading, without its decoration."""
    plain = unicodedata.normalize("NFKD", words.strip(_DECORATION)).casefold()
    return "".join(char for char in plain if not unicodedata.combining(char) and not char.isspace())


def _section_before(line: str) -> tuple[Section | None, str]:
    """Return the section before a card on its line, as in “SB: 2 Pyroblast”, and the rest of the line."""
    found = _SECTION_FIRST.match(line)
    section = _SECTIONS.get(_letters(found[1])) if found else None
    return (section, line[found.end() :]) if found and section else (None, line)


def _section_marked(line: str) -> Section | None:
    """Return the section in a mark after a card, such as `*CMDR*`, `# !Commander` or `[Sideboard]`."""
    for found in _MARK.finditer(line):
        word = next(filter(None, found.groups())).casefold()
        if word == "cmdr":
            return Section.COMMANDER
        if word in _SECTIONS:
            return _SECTIONS[word]
    return None


def _spellings(line: str) -> Iterator[_Spelling]:
    """Yield the possible names in a line: the whole line, then without parts that may be no part of the name."""
    left = ""
    while line != left:
        left = line
        yield _Spelling(None, line)
        for copies, name in _counts(line):
            yield _Spelling(copies, name)
            for pattern in (_TIMES, _SET_FIRST):
                if shorter := pattern.match(name):
                    yield _Spelling(copies, name[shorter.end() :])
        line = _BEHIND.sub("", line)


def _counts(line: str) -> Iterator[tuple[int, str]]:
    """Yield the number of copies and the name, if a line has a number after the name or, more likely, before it."""
    if behind := _COUNTED_BEHIND.fullmatch(line):
        yield int(behind[2] or behind[3] or behind[4]), behind[1]
    if before := _COUNTED.fullmatch(line):
        yield int(before[1] or before[3]), before[2] or before[4]


def _finished(entry: Entry) -> Entry:
    """Return an entry with its count in range, a line for display, and the doubts that any form may raise."""
    if len(entry.written) > LONGEST_LINE:
        return msgspec.structs.replace(entry, written=shown(entry.written), copies=0, doubts=(too_long_to_read(),))
    copies, of_number = copies_counted(entry.copies)
    doubts = [*entry.doubts, *of_number]
    if not _is_name(entry.name):
        copies = 0
        doubts.append(names_no_card())
    doubts += doubts_of_line(entry.written)
    return msgspec.structs.replace(
        entry, written=shown(entry.written), name=" ".join(entry.name.split()), copies=copies, doubts=tuple(doubts)
    )


def _is_name(words: str) -> bool:
    """Return whether words can be the name of a card; one of them is called “_____”."""
    return any(char.isalpha() or char == "_" for char in words)
