"""The tables of a round, for the wall: by number, and by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from floorjudge.formats.on_the_edge.tables import READMISSION_TARGET, Table, TableSet
from floorjudge.texts import text
from floorjudge.web.errors import NothingGroupedYet
from floorjudge.web.print.job import Job, compile_pdf, set_words

# Letters that are another letter with a stroke, which Unicode does not take apart.
_ONE_LETTER = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def tables_by_number(job: Job) -> bytes:
    """Return the tables of the stage being played, in the order of their numbers, each set under its heading.

    Raises Refused before the first round is grouped.
    Clauses: OTE 2.4
    """
    needs_tables(job)
    document = job.head(text("Tables by number")) | {
        "parts": [
            {"title": job.say(set_words(of)), "tables": [_table(job, table) for table in tables]}
            for of, tables in groupby(job.state.tables, key=lambda table: table.set)
        ],
        "sitting_out_title": job.say(text("Sitting out")),
        "sitting_out": list(job.state.sitting_out),
    }
    return compile_pdf("by-number", document, job.at)


def tables_by_name(job: Job) -> bytes:
    """Return everybody who plays, in the order of the alphabet, with the number of their table.

    Raises Refused before the first round is grouped.
    """
    needs_tables(job)
    seats = {name: str(table.table) for table in job.state.tables for name in table.players}
    seats |= dict.fromkeys(job.state.sitting_out, "")
    names = in_alphabet(seats)
    document = job.head(text("Tables by name")) | {
        "sits_out": job.say(text("sits out")),
        "parts": [
            {"letter": letter, "players": [{"name": name, "table": seats[name]} for name in listed]}
            for letter, listed in groupby(names, key=initial)
        ],
    }
    return compile_pdf("by-name", document, job.at)


def needs_tables(job: Job) -> None:
    """Check that there are tables to print.

    Raises Refused before the first round is grouped.
    """
    if not job.state.tables:
        raise NothingGroupedYet


def in_alphabet(names: Iterable[str]) -> list[str]:
    """Return names in the order of the alphabet: case and accents only decide between names that are otherwise equal."""
    return sorted(names, key=lambda name: (_plain(name), name))


def initial(name: str) -> str:
    """Return the letter under which a name is looked for, `#` when it begins with none."""
    plain = _plain(name)[:1].upper()
    return plain if plain.isalpha() else "#"


def _plain(name: str) -> str:
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char)).translate(_ONE_LETTER)


def _table(job: Job, table: Table) -> dict[str, Any]:
    return {"number": str(table.table), "players": list(table.players), "note": _note(job, table)}


def _note(job: Job, table: Table) -> str:
    """Return what is not as at other tables."""
    if table.set is TableSet.READMISSION:
        return job.say(text("to {target} influence", target=READMISSION_TARGET))
    return job.say(text("off-numbered")) if table.off_numbered else ""
