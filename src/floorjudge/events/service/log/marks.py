"""Marks of a log: the number of its newest record and the beginning of its hash, by which readers recognise a replaced log.

The owner of a log can make two logs whose hashes begin with the same few digits: a search among 2^20 variants of each
finds a pair with ten equal digits, in seconds. With 32 digits (128 bits) it takes 2^64 tries.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import msgspec

from floorjudge.events.service.log.records import Record
from floorjudge.texts import Text, text

MARK_DIGITS = 32
# As many digits as people read aloud; beside them stands a code with all of them.
SPOKEN_DIGITS = 10
# 80 bits; a shorter mark proves nothing against the owner of the log.
ENOUGH_DIGITS = 20
_FEWEST, _ALL = 6, 64


def log_mark(record: Record) -> str:
    """Return the mark of a log that ends with a record, such as `57-3f119c75afa27ee7d3c5f97d0be167c3`."""
    return _mark(record, MARK_DIGITS)


def spoken_mark(record: Record) -> str:
    """Return a short mark to read aloud, such as `57-3f119c75af`; weak alone, see `MarkFound`."""
    return _mark(record, SPOKEN_DIGITS)


def whole_mark(record: Record) -> str:
    """Return the mark with all digits of the hash, for links and codes."""
    return _mark(record, _ALL)


def _mark(record: Record, digits: int) -> str:
    return f"{record.number}-{record.hash[:digits]}"


class MarkFound(msgspec.Struct, frozen=True):
    """The result of a mark for a log: the record that it names, None without one; `same`: the log is the same up to there.

    `weak`: the mark has so few digits that the owner of the log could have made another log with it.
    """

    record: Record | None
    same: bool
    weak: bool


def find_mark(records: Sequence[Record], typed: str) -> MarkFound | None:
    """Compare a typed mark with a log; None if it is no mark.

    `57-3f119c75af`, or only the beginning of a hash (six digits at least), with any signs between: phones replace the
    dash by another one, or by a space.
    """
    words = "".join("-" if unicodedata.category(char) == "Pd" or char == "−" else char for char in typed)
    number, mark, begin = words.lower().partition("-")
    number = number.strip()
    first, space, others = number.partition(" ")
    if not mark and space and first.isdecimal() and _begins_with(records, number) is None:
        number, mark, begin = first, space, others
    digits = _digits(begin if mark else number)
    if not _FEWEST <= len(digits) <= _ALL or set(digits) - set("0123456789abcdef"):
        return None
    weak = len(digits) < ENOUGH_DIGITS
    if not mark:
        found = _begins_with(records, number)
        return MarkFound(found, same=found is not None, weak=weak)
    if not (number.isascii() and number.isdecimal() and len(number) <= 9):
        return None
    named = records[int(number) - 1] if 1 <= int(number) <= len(records) else None
    return MarkFound(named, same=named is not None and named.hash.startswith(digits), weak=weak)


def _digits(words: str) -> str:
    return "".join(filter(str.isalnum, words))


def _begins_with(records: Sequence[Record], words: str) -> Record | None:
    """Return the first record whose hash begins with the typed digits."""
    digits = _digits(words)
    return next((record for record in records if record.hash.startswith(digits)), None)


def same_text(number: int) -> Text:
    """Return that a log is the same up to the record of a mark."""
    return text("The mark is found: the log is the same up to record {number}.", number=number)


def weak_text() -> Text:
    """Return what a mark of few digits does not prove."""
    return text(
        "But this mark is weak: a person who keeps the log can make another one with the same mark in seconds. A mark proves "
        "something from {digits} digits on; the code on a slip has them all.",
        digits=ENOUGH_DIGITS,
    )
