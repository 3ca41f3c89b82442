"""The catalogue of cards with the clauses that ban them, read from card files.

Clauses 1.3 and 1.4 ban a printing, by its number; 1.5 and 1.6 ban a card, in every printing.
"""

from __future__ import annotations

import csv
import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from floorjudge.deck_lists.tables import cells_of
from floorjudge.errors import BadInput
from floorjudge.formats.on_the_edge.decks.listing import fold_name, fold_number
from floorjudge.texts import text

# The rules: the sample card S24 was also printed with the number of a chase card.
MISPRINTED = {"CHASE4": "S24"}
CARD_CLAUSES = ("OTE 1.5", "OTE 1.6")
MOST_SIMILAR = 3
_NOTE = re.compile(r"(.+?) ?[\[(]([^\[\]()]*)[\])]")
COLUMNS = ("number", "name", "set", "clause")
NEEDED = COLUMNS[:2]
BANNING = ("OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
SET_SEPARATOR = "|"


class CardFileWithoutColumns(BadInput):
    code = "card_file_columns"
    sentence = text("The first line of a card file names its columns, and these are needed: {columns}.")
    columns: tuple[str, ...]


class CardFileRow(BadInput):
    sentence = text("This line cannot be read as a row of a table.")


class CardFileNumber(BadInput):
    sentence = text("“{number}” is not a collector number such as 28, C47 or CHASE4.")
    number: str


class CardFileName(BadInput):
    sentence = text("The card with the number {number} needs its name.")
    number: str


class CardFileClause(BadInput):
    sentence = text("“{clause}” bans no card; leave it empty or write one of: {known}.")
    clause: str
    known: tuple[str, ...]


class CardFileContradicts(BadInput):
    sentence = text("The number {number} belongs to “{known}” and cannot be given to “{given}” as well.")
    number: str
    known: str
    given: str


class Printing(msgspec.Struct, frozen=True):
    """One collector number: the card's name, its sets, and the clause that a card file gives for it."""

    number: str
    name: str
    sets: tuple[str, ...] = ()
    clause: str | None = None


class Catalogue(msgspec.Struct, frozen=True):
    """A list of cards with its indexes; made by `catalogue_of`."""

    printings: dict[str, Printing]
    named_printings: dict[str, tuple[Printing, ...]]
    card_bans: dict[str, tuple[str, ...]]

    def numbered(self, number: str) -> tuple[Printing, ...]:
        """Return the printings that may have a number: none, one, or two if a misprint has it too."""
        numbers = (number, MISPRINTED.get(number, number))
        return tuple(self.printings[known] for known in dict.fromkeys(numbers) if known in self.printings)

    def named(self, name: str) -> tuple[Printing, ...]:
        """Return the printings with a name; none if it is unknown.

        A note in brackets after the name is left out when that helps, and chooses among the printings when it is the
        name of a set.
        """
        found = self.named_printings.get(fold_name(name), ())
        note = None if found else _NOTE.fullmatch(name)
        if note is None:
            return found
        named = self.named_printings.get(fold_name(note[1]), ())
        return tuple(each for each in named if fold_name(note[2]) in map(fold_name, each.sets)) or named

    def bans(self, printing: Printing) -> tuple[str, ...]:
        """Return the clauses that ban a printing; none if it may be played.

        Clauses: OTE 1.3, OTE 1.4, OTE 1.5, OTE 1.6
        """
        of_card = self.card_bans.get(fold_name(printing.name), ())
        return tuple(sorted({*of_card, *filter(None, (printing.clause, ban_of_number(printing.number)))}))

    def bans_of_card(self, name: str) -> tuple[str, ...]:
        """Return the clauses that ban a card in every printing, also in printings that no list has yet.

        Clauses: OTE 1.5, OTE 1.6, OTE 1.7
        """
        return self.card_bans.get(fold_name(name), ())

    def similar(self, name: str) -> tuple[str, ...]:
        """Return up to three names that may be meant by this one."""
        key = fold_name(name)
        within = [known for known in self.named_printings if len(key) > MOST_SIMILAR and key in known]
        close = sorted(within, key=len)[:MOST_SIMILAR] or difflib.get_close_matches(
            key, self.named_printings, MOST_SIMILAR, cutoff=0.7
        )
        return tuple(dict.fromkeys(shared_name(self.named_printings[known]) for known in close))


def ban_of_number(number: str) -> str | None:
    """Return the clause that bans a number by its prefix, whether or not the number is in any list.

    Clauses: OTE 1.3, OTE 1.4, OTE 1.7
    """
    if number.startswith("CHASE"):
        return "OTE 1.4"
    return "OTE 1.3" if number.startswith("S") else None


def catalogue_of(printings: Iterable[Printing]) -> Catalogue:
    """Return the catalogue of some printings; of those with one number, the last."""
    numbered = {printing.number: printing for printing in printings}
    named: defaultdict[str, list[Printing]] = defaultdict(list)
    bans: defaultdict[str, set[str]] = defaultdict(set)
    for printing in numbered.values():
        for key in _keys(printing.name):
            named[key].append(printing)
        if printing.clause in CARD_CLAUSES:
            bans[fold_name(printing.name)].add(printing.clause)
    return Catalogue(
        printings=numbered,
        named_printings={key: tuple(found) for key, found in named.items()},
        card_bans={key: tuple(sorted(clauses)) for key, clauses in bans.items()},
    )


def shared_name(printings: tuple[Printing, ...]) -> str:
    """Return the common name of some printings, without the suffixes of one printed name if these differ."""
    names = sorted((printing.name for printing in printings), key=len)
    return names[0] if len({fold_name(name) for name in names}) == 1 else names[0].partition(" (")[0]


def _keys(name: str) -> tuple[str, ...]:
    """Return the keys of a card: its name, and that without the words that distinguish cards of one printed name."""
    note = _NOTE.fullmatch(name)
    return tuple(dict.fromkeys((fold_name(name), fold_name(note[1])))) if note else (fold_name(name),)


@cache
def load_catalogue() -> Catalogue:
    """Return the catalogue of the package, read once."""
    return catalogue_of(read_cards(Path(__file__).with_name("cards.tsv").read_text(encoding="utf-8"), "cards.tsv"))


def read_cards(content: str, where: str) -> tuple[Printing, ...]:
    """Return the printings of a card file.

    `content` is a table with tabs, semicolons or commas between the cells, its first line that is no `#` comment
    naming the columns `number`, `name` and, if wanted, `set` (several with `|` between them) and `clause`; `where` is
    the file's name, for errors. Raises BadInput for anything else, with the line.
    """
    lines = [
        (at, line)
        for at, line in enumerate(content.removeprefix("\ufeff").splitlines(), 1)
        if line.strip() and line[0] != "#"
    ]
    heading = lines[0][1] if lines else ""
    separator = next((char for char in "\t;" if char in heading), ",")
    columns = [fold_name(cell) for cell in heading.split(separator)]
    if not set(NEEDED) <= set(columns):
        raise CardFileWithoutColumns(NEEDED).at(where)
    return tuple(_printing(columns, line, separator, f"{where}:{at}") for at, line in lines[1:])


def with_further_cards(cards: Catalogue, further: tuple[Printing, ...], where: str) -> Catalogue:
    """Return a catalogue with further cards, and with further clauses for those it has.

    `where` is the name of their file. Raises BadInput if a number belongs to another card.
    Clauses: OTE 1.7
    """
    merged = dict(cards.printings)
    for printing in further:
        known = merged.get(printing.number)
        if known is None:
            merged[printing.number] = printing
        elif fold_name(known.name) != fold_name(printing.name):
            raise CardFileContradicts(printing.number, known.name, printing.name).at(where)
        elif printing.clause:
            merged[printing.number] = msgspec.structs.replace(known, clause=printing.clause)
    return catalogue_of(merged.values())


def _printing(columns: list[str], line: str, separator: str, where: str) -> Printing:
    try:
        row = dict(zip(columns, cells_of(line, separator), strict=False))
    except csv.Error as error:
        raise CardFileRow().at(where) from error
    number = fold_number(row.get("number", ""))
    if number is None:
        raise CardFileNumber(row.get("number", "")).at(where)
    if not fold_name(row.get("name", "")):
        raise CardFileName(number).at(where)
    written = row.get("clause", "")
    clause = f"OTE {written.upper().removeprefix('OTE').strip()}" if written else None
    if clause is not None and clause not in BANNING:
        raise CardFileClause(written, BANNING).at(where)
    sets = tuple(filter(None, row.get("set", "").split(SET_SEPARATOR)))
    return Printing(number, row["name"], sets, clause)


def decks_by_chance(chance: Random) -> Iterator[str]:
    """Yield random deck lists for eight players of a demonstration: each with a printing; one is illegal, and one lacks a number."""
    catalogue = load_catalogue()
    printings = list(catalogue.printings.values())
    legal = [printing for printing in printings if not catalogue.bans(printing)]
    banned = next(printing for printing in printings if catalogue.bans(printing))
    for number in range(8):
        lines = [f"2 {card.name} [{card.number}]" for card in chance.sample(legal, 20)]
        if number == 3:
            lines[0] = f"2 {banned.name} [{banned.number}]"
        if number == 5:
            lines[0] = "2 Astral Wisdom"
        yield "\n".join(lines)
