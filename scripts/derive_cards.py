"""Derives the card list of the package from a table of all On the Edge items.

python -m scripts.derive_cards on_the_edge_items.csv > src/floorjudge/formats/on_the_edge/decks/cards.tsv

Facts only: collector number, name, sets, and the clause of the tournament rules 1.2 that bans the printing or the card.
The same table always gives the same bytes.
"""

import csv
import json
import string
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from floorjudge.formats.on_the_edge.decks.catalogue import COLUMNS, SET_SEPARATOR, ban_of_number
from floorjudge.formats.on_the_edge.decks.listing import fold_number

# The numbers that the rules list. What bans by prefix (1.3, 1.4) is not listed: the number says it.
LISTED = dict.fromkeys(("66", "C24", "C45", "C47", "C77", "C85"), "OTE 1.5") | dict.fromkeys(("9", "74"), "OTE 1.6")
ORIGIN = (
    "# The printings of the card game On the Edge (Atlas Games): facts only.",
    "# number, name and set: from on_the_edge_items.csv, a table of all items of the game by number and variant.",
    "# clause: from the On the Edge tournament rules 1.2, section 1.",
    "# Derived by scripts/derive_cards.py; do not edit.",
)


def derive(table: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the card list; `table` are the lines of the CSV.

    Raises SystemExit when a number is none or stands for two names: then the table is not what this was written for.
    """
    names: dict[str, str] = {}
    sets: dict[str, set[str]] = {}
    for item in csv.DictReader(table):
        written = json.loads(item["attributes"])["number"]
        number = fold_number(written)
        if number is None or names.setdefault(number, item["functional_name"]) != item["functional_name"]:
            sys.exit(f"derive_cards: the number {written} of {item['functional_name']} is not understood")
        sets.setdefault(number, set()).add(item["set"])
    yield from ORIGIN
    yield "\t".join(COLUMNS)
    for number in sorted(names, key=_in_order):
        clause = ban_of_number(number) or LISTED.get(number, "")
        yield "\t".join((number, names[number], SET_SEPARATOR.join(sorted(sets[number])), clause))


def _in_order(number: str) -> tuple[str, int]:
    prefix = number.rstrip(string.digits)
    return prefix, int(number.removeprefix(prefix))


def main() -> None:
    """Write the card list of the table that is named on the command line to standard output."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines(keepends=True)
    sys.stdout.buffer.write("".join(f"{line}\n" for line in derive(lines)).encode())


if __name__ == "__main__":
    main()
