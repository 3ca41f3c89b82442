"""The people in a list; an ambiguous list has questions for the organiser, and nothing is guessed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, permutations

import msgspec

from floorjudge.decoding import in_encoding, possible_encodings, unicode_in
from floorjudge.errors import BadInput
from floorjudge.events.service.roster import errors
from floorjudge.events.service.roster.headings import (
    Heading,
    heading_of,
    heads_first_names,
    heads_status,
    is_address,
    is_gone,
    is_no_name,
)
from floorjudge.events.service.roster.table import Row, Table, table_of
from floorjudge.events.tournament.checks import LARGEST_EVENT, new_name

# The beginnings of files that are given by mistake: a web page, JSON (an export of ours), a PDF.
_OF_SOMETHING_ELSE = ("<", "{", "[", "%PDF")
_LINE_ENDS = re.compile(r"\r*\n|\r")
WHOLE_LINE = "line"
NOTHING = "-"
# The most pairs of columns, and the most single columns, to choose from.
MOST_COLUMNS, MOST_SINGLE_COLUMNS = 4, 20
# Headings are in one of the first lines.
_FIRST_ROWS = 6
_SHOWN = 60
# `1.`, `2)`, `#3`, `4 -`, also in full width, and as emoji.
_NUMBERED = re.compile(
    r"[#№](\d{1,5})[.):]?\s+|(\d{1,5})(?:\s*[.):．）：、](?!\d)|\s*[-–—](?=\s)|\ufe0f?\u20e3)\s*|(\d{1,5})(?:\s+(?=[^\d\s])|$)"
)
# The numbering of a list, if all lines begin with it.
_BULLET = re.compile(r"[-–—*•·‣▪●◦○➤►]\s+")
# No list of people is longer.
_MOST_LINES = 3 * LARGEST_EVENT


class Choices(msgspec.Struct, frozen=True):
    """The organiser's answers about a list; None without one.

    `skip`: the number of lines at the beginning that are no people. `columns`: those that make a name, in order,
    counted from 1, such as `2,1`, or `line` for whole lines. `status`: the cell of people who play. `plain`: the list
    has one name on each line.
    """

    encoding: str | None = None
    skip: int | None = None
    columns: str | None = None
    status: tuple[str, ...] | None = None
    plain: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A person in a list, with the number of the line and its other cells."""

    line: int
    name: str
    beside: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A choice as the command line or a form sends it, and its result for a line."""

    key: str
    shows: str


class People(msgspec.Struct, frozen=True):
    """The people in a list, by the given choices and otherwise by the first offer of each question.

    `questions` are the open ones, as errors that list the choices. `skips`, `ways` and `states` are the choices;
    `skip`, `columns` and `status` the present ones; the ways are shown with their results for `line`.
    """

    content: str
    entries: tuple[Entry, ...]
    questions: tuple[BadInput, ...]
    skips: tuple[Offer, ...]
    skip: str
    ways: tuple[Offer, ...]
    columns: str
    states: tuple[Offer, ...]
    status: tuple[str, ...]
    line: int


def read_people(given: bytes | str, choices: Choices) -> People:
    """Return the people of a list, with the questions to ask before they are registered.

    Raises EncodingUnknown if the encoding of a file is unclear; BadInput for a text that is no list, for an invalid
    choice, and, with the line, for an invalid name.
    """
    content = given if isinstance(given, str) else _text_of(given, choices.encoding)
    if content.lstrip("\ufeff \t\r\n").startswith(_OF_SOMETHING_ELSE):
        raise errors.NotARoster
    # In the form in which a page sends it again, so that a line keeps its number.
    content = _LINE_ENDS.sub("\n", content.removeprefix("\ufeff"))
    if content.count("\n") > _MOST_LINES:
        raise errors.TooManyLines(_MOST_LINES)
    table = table_of(content, plain=choices.plain)
    start, skip_asked, numbered = _start_of(table, choices)
    skips = tuple(Offer(_lines_before(table, at), _line_shown(row)) for at, row in enumerate(table.rows[:_FIRST_ROWS]))
    if start >= len(table.rows):
        raise errors.EmptyRoster
    listed = _Listed(table, start, numbered)
    ways, columns_asked = listed.ways(choices.columns)
    states, column, status_asked = listed.states(ways[0], choices.status)
    playing = tuple(each.key for each in states if not is_gone(each.key))
    status = choices.status or playing or tuple(each.key for each in states)
    entries = listed.entries(ways[0], column, status)
    if not entries:
        raise errors.EmptyRoster
    telling = max(
        range(len(entries)),
        key=lambda at: len({listed.name(entries[at].line, way) for way in ways}),
        default=0,
    )
    offers = tuple(Offer(way.key, listed.name(entries[telling].line, way)) for way in ways)
    questions: list[BadInput] = []
    if skip_asked:
        questions.append(errors.HeadingUnknown(tuple(f"--skip {each.key} (“{each.shows}”)" for each in skips)))
    if columns_asked:
        questions.append(
            errors.ColumnsUnknown(
                tuple(f"--columns {each.key} (“{each.shows}”)" for each in offers), entries[telling].line
            )
        )
    if status_asked:
        questions.append(errors.StatusUnknown(tuple(f"--status {_quoted(each.key)} ({each.shows})" for each in states)))
    skip = _lines_before(table, start)
    return People(
        content, entries, tuple(questions), skips, skip, offers, ways[0].key, states, status, entries[telling].line
    )


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


def _text_of(content: bytes, encoding: str | None) -> str:
    if encoding is not None:
        return in_encoding(content, encoding)
    found = unicode_in(content)
    if found is None:
        possible = possible_encodings(content)
        raise errors.EncodingUnknown(tuple(f"--encoding {each.encoding} (“{each.shows}”)" for each in possible))
    return found


def _lines_before(table: Table, at: int) -> str:
    return "0" if at == 0 else str(table.rows[at].line - 1)


def _line_shown(row: Row) -> str:
    shown = " | ".join(filter(None, row.cells))
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _start_of(table: Table, choices: Choices) -> tuple[int, bool, bool]:
    """Return the first row with a person, whether that needs a question, and whether the people are numbered."""
    rows = table.rows
    if choices.skip is not None:
        if choices.skip < 0:
            raise errors.HeadingUnknown(
                tuple(
                    f"--skip {_lines_before(table, at)} (“{_line_shown(row)}”)"
                    for at, row in enumerate(rows[:_FIRST_ROWS])
                )
            )
        start = next((at for at, row in enumerate(rows) if row.line > choices.skip), len(rows))
        return start, False, _first_numbered(rows[start:]) == 0
    counted = _first_numbered(rows)
    headed = _headed(rows)
    if headed is not None:
        return headed + 1, False, counted == headed + 1
    if counted is not None:
        # Above the numbers is a title, or a person without a number.
        return counted, counted > 0, True
    if any(rows and all(map(is_address, column)) for column in _columns(rows, table.width)):
        return 0, False, False
    below = [all(map(is_no_name, column)) for column in _columns(rows[1:], table.width)]
    heads = len(rows) > 1 and any(typed and not is_no_name(_cell(rows[0], at)) for at, typed in enumerate(below))
    plain = choices.plain and table.width == 1 and not _stands_out(rows)
    return int(heads), not plain, False


def _cell(row: Row, at: int) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _columns(rows: Sequence[Row], width: int) -> list[list[str]]:
    return [[_cell(row, at) for row in rows] for at in range(width)]


def _stands_out(rows: Sequence[Row]) -> bool:
    """Return whether the first line differs from those below: a gap follows, or it has figures or signs that they lack."""

    def signs(row: Row) -> bool:
        return any(char.isdigit() or char in ":#*?=|" for char in row.cells[0])

    gaps = [row.line - before.line for before, row in pairwise(rows)]
    return bool(gaps) and ((gaps[0] > 1 and set(gaps[1:]) <= {1}) or (signs(rows[0]) and not any(map(signs, rows[1:]))))


def _headed(rows: Sequence[Row]) -> int | None:
    """Return the row of headings: the first of the widest ones, below titles, which have fewer cells; None without one."""
    filled = [sum(map(bool, row.cells)) for row in rows[:_FIRST_ROWS]]
    heads = [at for at, row in enumerate(rows[:_FIRST_ROWS]) if heading_of(row.cells) is not None]
    if not heads:
        return None
    head = max(heads, key=lambda at: (filled[at], -at))
    return head if all(cells < filled[head] for cells in filled[:head]) else None


def _first_numbered(rows: Sequence[Row]) -> int | None:
    """Return the row that begins `1.` if all rows from there to the end are numbered 1, 2, 3 and so on; None without one."""
    numbers = [_NUMBERED.match(row.cells[0]) if row.cells[0] else None for row in rows]
    counts = [int(found[1] or found[2] or found[3]) if found else None for found in numbers]
    start = counts.index(1) if 1 in counts else len(rows)
    dotted = any(found is not None and not found[3] for found in numbers)
    if counts[start:] != list(range(1, len(rows) - start + 1)) or not (dotted or len(rows) - start > 1):
        return None
    if any(count is not None for count in counts[:start]):
        return None
    return start if start < len(rows) else None


class _Way(msgspec.Struct, frozen=True):
    """The columns that make a name, counted from 0; none for whole lines."""

    columns: tuple[int, ...]

    @property
    def key(self) -> str:
        return ",".join(str(column + 1) for column in self.columns) or WHOLE_LINE


class _Listed:
    """The rows with people, and the ways to read them."""

    def __init__(self, table: Table, start: int, numbered: bool) -> None:  # noqa: FBT001 (of one function)
        heads = table.rows[start - 1] if start else None
        self._heads = heads.cells if heads else ()
        self.rows = {row.line: row for row in table.rows[start:] if row.cells != self._heads}
        self._whole = {row.line: row for row in table.whole if row.line in self.rows}
        self._width = table.width
        self._numbered = numbered
        self._heading = heading_of(self._heads)
        self._bulleted = len(self.rows) > 1 and all(_BULLET.match(row.cells[0]) for row in self.rows.values())

    def ways(self, chosen: str | None) -> tuple[list[_Way], bool]:
        """Return the ways to read a name, the chosen or proposed one first, and whether that needs a question."""
        if chosen is not None:
            way = self._chosen(chosen)
            return [way, *(each for each in self._possible() if each != way)], False
        known = self._known()
        if known is not None:
            return [known], False
        found: list[_Way] = []
        wrong: BadInput | None = None
        seen: list[tuple[str, ...]] = []
        for way in self._possible():
            try:
                names = tuple(entry.name for entry in self.entries(way, None, ()))
            except BadInput as error:
                wrong = wrong or error
                continue
            if names not in seen:
                found.append(way)
                seen.append(names)
        if not found:
            raise wrong or errors.EmptyRoster
        return found, len(found) > 1

    def _chosen(self, written: str) -> _Way:
        if written.strip() == WHOLE_LINE:
            return _Way(())
        with suppress(ValueError):
            columns = tuple(int(word) - 1 for word in written.split(","))
            if all(0 <= column < self._width for column in columns) and len(set(columns)) == len(columns):
                return _Way(columns)
        raise errors.NoSuchColumns(written, self._width)

    def _known(self) -> _Way | None:
        """Return the way to read a name by the headings, or the only possible one."""
        heading = self._heading
        if heading is not None and heading.columns is not None and self._fits(heading):
            return _Way(heading.columns)
        if self._width == 1:
            return _Way((0,))
        return None

    def _fits(self, heading: Heading) -> bool:
        """Return whether the rows fit their heading: none has more cells, nor a whole name beside a family name."""
        assert heading.columns is not None  # noqa: S101 (the caller looked)
        if any(len(row.cells) > len(self._heads) for row in self.rows.values()):
            return False
        if len(heading.columns) == 1 or not heads_first_names(self._heads[heading.columns[0]]):
            return True
        first, family = heading.columns
        return not any(_cell(row, family) and _cell(row, family) in _cell(row, first) for row in self.rows.values())

    def _possible(self) -> Iterator[_Way]:
        rows = list(self.rows.values())
        holding = [
            at for at in range(self._width) if not all(not (cell := _cell(row, at)) or is_no_name(cell) for row in rows)
        ]
        columns, singles = holding[:MOST_COLUMNS], holding[:MOST_SINGLE_COLUMNS]
        if self._heading is not None and self._heading.columns is not None:
            yield _Way(self._heading.columns)
        yield from (_Way((column,)) for column in singles)
        yield from map(_Way, permutations(columns, 2))
        if len(columns) != 1 and self._whole.keys() >= self.rows.keys():
            yield _Way(())

    def states(self, way: _Way, chosen: tuple[str, ...] | None) -> tuple[tuple[Offer, ...], int | None, bool]:
        """Return the cells of the status column with their counts; its number; and whether that needs a question."""
        others = [at for at in range(self._width) if at not in way.columns] if way.columns else []
        said = {at: Counter(_cell(row, at) or NOTHING for row in self.rows.values()) for at in others}
        column = next((at for at in others if any(map(is_gone, said[at]))), None)
        if column is None:
            column = next(
                (at for at in others if heads_status(_cell(Row(0, self._heads), at)) and len(said[at]) > 1), None
            )
        if column is None:
            if chosen is not None:
                raise errors.NoStatus
            return (), None, False
        offers = tuple(Offer(value, str(count)) for value, count in said[column].items())
        unknown = [value for value in chosen or () if value not in said[column]]
        if unknown:
            raise errors.NoSuchStatus(unknown[0], tuple(said[column]))
        return offers, column, chosen is None

    def name(self, line: int, way: _Way) -> str:
        """Return the name on a line in a way of reading, without its number if all are numbered."""
        if way.columns:
            row = self.rows[line]
            words = " ".join(filter(None, (_cell(row, column) for column in way.columns)))
        else:
            words = " ".join(self._whole[line].cells)
        if self._numbered and (not way.columns or 0 in way.columns):
            words = _NUMBERED.sub("", words, count=1)
        if self._bulleted and (not way.columns or 0 in way.columns):
            words = _BULLET.sub("", words, count=1)
        return words

    def _holds_somebody(self, line: int, way: _Way) -> bool:
        """Return whether a line has a name; a free number of a list has none, nor a line of sums.

        Raises BadInput if it has other contents than numbers.
        """
        if self.name(line, way):
            return True
        beside = [cell for at, cell in enumerate(self.rows[line].cells) if at not in way.columns]
        if any(not is_no_name(cell) for cell in beside if cell):
            raise errors.NoNameThere(_line_shown(self.rows[line]), line)
        return False

    def entries(self, way: _Way, column: int | None, status: Sequence[str]) -> tuple[Entry, ...]:
        """Return the people in a way of reading, of those with one status if a column has that.

        Raises BadInput, with the line, for an invalid name.
        """
        return tuple(
            Entry(
                line,
                new_name(f"line {line}", self.name(line, way)),
                tuple("" if at in way.columns or not way.columns else cell for at, cell in enumerate(row.cells)),
            )
            for line, row in self.rows.items()
            if (column is None or (_cell(row, column) or NOTHING) in status) and self._holds_somebody(line, way)
        )
