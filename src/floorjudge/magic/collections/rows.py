"""What has come of one combination: a row of the result, a line of JSON in its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from floorjudge.magic.collections import refusals
from floorjudge.magic.collections.beginning import Unread

Verdict: TypeAlias = Literal[
    "certified", "played_out", "found_without_a_card", "undecided", "not_found", "not_set_up", "failed",
]  # fmt: skip
Reason: TypeAlias = Literal[
    "unknown_card", "engine_gap", "sentence_not_understood", "time", "depth", "exhausted", "certificate_undecided",
    "card_not_needed", "crash", "hang", "memory", "not_taken_by_engine",
]  # fmt: skip
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
REASONS: tuple[Reason, ...] = get_args(Reason)

NAME = "rows.jsonl"


class Made(msgspec.Struct, frozen=True):
    """Something that a loop gives: its kind for programs, and a phrase in English."""

    kind: str
    text: str


class Details(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What else is known of a row; every reason that holds, not only the one that the row names.

    `unread` are sentences that nobody here understands, `gaps` cards that the engine does not understand fully, `unknown` cards that
    nobody knows, `unneeded` cards without which the loop that was found goes on. `ended` says why the search ended, `undecided` how
    many sequences came back without a law, `positions` how many it began from and `not_taken` how many the engine refused.
    `said` is the last word of a process that failed, why the engine took no position, or why there is no law; `signal` names what ended
    the process.
    """

    unread: tuple[Unread, ...] = ()
    gaps: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unneeded: tuple[str, ...] = ()
    ended: str | None = None
    undecided: int = 0
    positions: int = 0
    not_taken: int = 0
    said: str | None = None
    signal: str | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What has come of a combination.

    `evidence` and `certificate_verdict` are the certificate's own words, `case` is the loop as `magic certify` reads it; of an undecided
    row, the first sequence that came back. `seconds` are those of computing, of the whole process with everything that it reads; of one that failed, those by the clock on the wall.
    `nodes` are the positions that were reached, `loads` those that were loaded into the engine. `engine`, `floorjudge` and
    `combination` (a hash) say what the row was made with and of.
    """

    id: str
    cards: tuple[str, ...]
    verdict: Verdict
    reason: Reason | None = None
    evidence: str | None = None
    certificate_verdict: str | None = None
    produces: tuple[Made, ...] = ()
    said_to_produce: tuple[str, ...] = ()
    seconds: float = 0.0
    nodes: int = 0
    loads: int = 0
    limit_seconds: float = 0.0
    limit_memory: int = 0
    details: Details = Details()
    engine: str = ""
    floorjudge: str = ""
    combination: str = ""
    case: dict[str, Any] | None = None


def read_rows(file: Path) -> tuple[Row, ...]:
    """Return the rows in a file, the last one of each id, in the order of the lines that count.

    Half a line at the end, left by somebody who was killed while writing, counts for nothing. Raises BadInput when the file
    cannot be read or another line is no row.
    """
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise refusals.unreadable_rows(str(file), error.strerror or str(error)) from None
    return last_of_each(list(_rows(lines[:-1], str(file))))


def last_of_each(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the last row of each id, in the order in which these stand."""
    last = {row.id: place for place, row in enumerate(rows)}
    return tuple(rows[place] for place in sorted(last.values()))


def written(row: Row) -> bytes:
    """Return the line of a row, with its end."""
    return msgspec.json.encode(row) + b"\n"


def _rows(lines: Sequence[bytes], file: str) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield msgspec.json.decode(line, type=Row)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise refusals.bad_row(file, number, str(error)) from None
