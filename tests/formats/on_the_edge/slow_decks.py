"""Section 1 of the rules once more, in the plainest way, over the rows of the packaged card file."""

import csv
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

import floorjudge.formats.on_the_edge.decks

OBJECTIVE = ("66", "C24", "C45", "C47", "C77", "C85")
DEGENERATE = ("9", "74")


class Row(NamedTuple):
    number: str
    name: str
    sets: str
    clause: str


def rows() -> list[Row]:
    lines = Path(floorjudge.formats.on_the_edge.decks.__file__).with_name("cards.tsv").read_text("utf-8").splitlines()
    table = csv.reader([line for line in lines if not line.startswith("#")], delimiter="\t")
    return [Row(*cells) for cells in list(table)[1:]]


def same_card(one: str, other: str) -> bool:
    def plain(name: str) -> str:
        letters = re.sub(r"[^a-z0-9+]", "", unicodedata.normalize("NFD", name.lower()))
        return letters.replace("dimitri", "dmitri").replace("sacrificial", "sacrifical")

    return plain(one) == plain(other)


def is_banned(row: Row) -> bool:
    if row.number.startswith(("S", "CHASE")):
        return True
    return any(other.number in OBJECTIVE + DEGENERATE and same_card(row.name, other.name) for other in ROWS)


def printed_name(name: str) -> str:
    return re.sub(r" \(.*\)", "", name)


def by_name(name: str) -> str:
    printings = [row for row in ROWS if same_card(row.name, name) or same_card(printed_name(row.name), name)]
    banned = [row for row in printings if is_banned(row)]
    if not banned:
        return "legal"
    return "illegal" if len(banned) == len(printings) else "to be checked"


ROWS = rows()
