"""The rows of a list of people, with any separator between cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from floorjudge.events.lookalikes import without_unseen
from floorjudge.events.service.roster import errors
from floorjudge.events.service.roster.headings import heading_of
from floorjudge.formats.competition import as_kept

_SEPARATORS = "\t;,"
# Excel's own first line.
_SAID = re.compile(r'\A"?sep=(.)"?[ \t;,]*(?=\n|\Z)', re.IGNORECASE)
# In no text: a separator for whole lines.
_NOWHERE = "\x1f"
_ROWS_LOOKED_AT = 10
_MOST_CELLS = 500


class Row(msgspec.Struct, frozen=True):
    """A row with contents, and the line of the file on which it begins."""

    line: int
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """The rows of a list in cells, and the same lines whole, if they can be read like that."""

    rows: tuple[Row, ...]
    whole: tuple[Row, ...]

    @property
    def width(self) -> int:
        """The number of cells of the longest row."""
        return max(len(row.cells) for row in self.rows)


def table_of(content: str, *, plain: bool) -> Table:
    """Return the rows of a list, without empty columns at the end.

    The separator is the one that the file names itself, or the one between headings, or else the one with the most even
    rows. With `plain`, each line is one name. Raises BadInput if there is nothing, or if it is no valid CSV.
    """
    said = _SAID.match(content)
    listed = content[said.end() :] if said else content
    whole, _ = _rows(listed, _NOWHERE) or (_unquoted(listed, plain=plain), False)
    read = [found for mark in (said[1] if said else _SEPARATORS) if (found := _rows(listed, mark)) is not None]
    separated = [rows for rows, wide in read if wide and rows]
    rows = min(separated, key=_unevenness) if separated else whole or next((rows for rows, _ in read), ())
    if not rows:
        if listed.strip():
            raise errors.BadRoster(_first_bad_line(listed))
        raise errors.EmptyRoster
    return Table(rows, whole)


def _unevenness(rows: Sequence[Row]) -> tuple[bool, float]:
    """Return whether headings are missing, and the number of rows whose width differs from the usual one."""
    headed = any(len(row.cells) > 1 and heading_of(row.cells) is not None for row in rows[:_ROWS_LOOKED_AT])
    widths = [len(row.cells) for row in rows]
    usual = max(set(widths), key=lambda width: (width > 1) * widths.count(width))
    return not headed, 1 - widths.count(usual) / len(widths)


def _rows(content: str, separator: str) -> tuple[tuple[Row, ...], bool] | None:
    """Return the rows with contents, and whether the separator occurs between cells, even empty ones.

    None if a quotation mark is misplaced or never closed, or if a row has more cells than any table of people.
    """
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=separator, strict=True)
    found: list[Row] = []
    begins, wide = 1, False
    try:
        for row in reader:
            wide = wide or len(row) > 1
            if len(row) > _MOST_CELLS:
                return None
            cells = [as_kept(without_unseen(cell)) for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                found.append(Row(begins, tuple(cells)))
            begins = reader.line_num + 1
    except csv.Error:
        return None
    return tuple(found), wide


def _unquoted(content: str, *, plain: bool) -> tuple[Row, ...]:
    """Return lines whose quotation marks belong to names, as in `"Bear" Bo`; none if they could enclose several cells or lines."""
    lines = content.split("\n")
    for line in lines:
        quoted = line.startswith('"')
        if quoted and (any(mark in line for mark in _SEPARATORS) or (line.count('"') % 2 and not plain)):
            return ()
    cells = [as_kept(without_unseen(line)) for line in lines]
    return tuple(Row(at, (cell,)) for at, cell in enumerate(cells, 1) if cell)


def _first_bad_line(content: str) -> int:
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=_NOWHERE, strict=True)
    begins = 1
    with suppress(csv.Error):  # it ends the reading at the line that is looked for
        for _ in reader:
            begins = reader.line_num + 1
    return begins
