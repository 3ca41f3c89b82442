"""The values by which a format is shown on pages, in prints and on the command line: columns, cells, badges, forms. They know no rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import msgspec

from floorjudge.formats.players import Player
from floorjudge.texts import Text


class Column(msgspec.Struct, frozen=True):
    """A column of a list: `key` is its name in JSON and in the address of a page, `short` is a title for little room.

    `paper` is its title on paper, if that is another. If there is room for one column only, the `main` one is shown, or
    else the first.
    """

    key: str
    title: Text
    short: Text
    help: Text | None = None
    paper: Text | None = None
    main: bool = False


class Cell(msgspec.Struct, frozen=True, gc=False):
    """The contents of a column: the exact value, such as `31/2`, and its form for display, `15½`.

    A number is without groups and with a decimal point: pages write it in the form of the reader's language.
    """

    exact: str
    shown: str


def rounded(number: int, divisor: int, decimals: int) -> Cell:
    """Return the cell of a number of 0 or more divided by another, with this many decimals, rounded half up: `0.6667`."""
    unit = 10**decimals
    whole, part = divmod((2 * number * unit + divisor) // (2 * divisor), unit)
    return Cell(str(Fraction(number, divisor)), f"{whole}.{part:0{decimals}}")


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A player's line of the standings, with a cell for each column.

    `rank` is the rank by the format's values, which equal players share (`level`: with the line above); None for a
    player who left, while nothing was played, and where the format ranks no player. `place` is set once places are public; a player who `left` has
    none before. `advanced` players are in the last stage, or have a seat in it.
    """

    player: Player
    cells: tuple[Cell, ...]
    left: bool = False
    rank: int | None = None
    level: bool = False
    place: int | None = None
    advanced: bool = False


class Badge(msgspec.Struct, frozen=True):
    """A word beside a table or a player; `kind` is the same in every language, for styles.

    A kind `on` stands out beside a player, and `chief` makes a table stand out in its stage.
    """

    kind: str
    label: Text


class SeatResult(msgspec.Struct, frozen=True):
    """A player's line of a result, with a cell for each of the format's columns of a result.

    `won_as` is what the player won, if it is not the game.
    """

    name: str
    won: bool = False
    cells: tuple[Cell, ...] = ()
    won_as: Text | None = None


class TableShown(msgspec.Struct, frozen=True):
    """A table as its format shows it: the group among the tables of its stage with the group's heading, badges, and the columns of a result.

    `rows` are the lines of the result in seat order, empty without one, and `note` stands beside it.
    """

    group: str
    title: Text | None
    badges: tuple[Badge, ...]
    columns: tuple[Column, ...]
    rows: tuple[SeatResult, ...] = ()
    note: str | Text | None = None


class Line(msgspec.Struct, frozen=True):
    """The field in which the desk types a result: its label, in short and at length, with an example."""

    title: Text
    example: str
    help: Text


class Slip(msgspec.Struct, frozen=True):
    """The contents of a table's result slip: the target, the box of each player, and how to fill it in."""

    goal: Text | None
    write: Text
    how: Text


class Option(msgspec.Struct, frozen=True):
    """A choice: the value that is sent, and its name (a name or a text)."""

    value: str
    label: str | Text


class Choice(msgspec.Struct, frozen=True):
    """A field of a form: one of several options with different values, one of which may be empty."""

    name: str
    label: Text
    options: tuple[Option, ...]
    required: bool = True
    start: str | None = None


class Order(msgspec.Struct, frozen=True):
    """A field of a form: `count` of several options, in order: `name-1` is the first of them, and so on."""

    name: str
    label: Text
    options: tuple[Option, ...]
    count: int


class Number(msgspec.Struct, frozen=True):
    """A field of a form: a whole number, for `player` if there is one for each."""

    name: str
    label: Text
    player: str | None = None
    least: int | None = None
    most: int | None = None
    start: int | None = None
    required: bool = True


class Words(msgspec.Struct, frozen=True):
    """A field of a form: free text."""

    name: str
    label: Text
    longest: int = 2_000
    required: bool = False


class Document(msgspec.Struct, frozen=True):
    """A field of a form: the text of a file, pasted or uploaded; `help` describes it."""

    name: str
    label: Text
    help: Text


class Flag(msgspec.Struct, frozen=True):
    """A field of a form: `yes`, or nothing."""

    name: str
    label: Text
    start: bool = False


Field: TypeAlias = Choice | Order | Number | Words | Document | Flag


class Quick(msgspec.Struct, frozen=True):
    """A one-touch answer: the values of the fields of the form for a whole result.

    `winner` is the winner, if there is one; the label then is the result from that player's view: `2–1`. `help` adds an
    explanation.
    """

    label: str | Text
    values: dict[str, str]
    winner: str | None = None
    help: Text | None = None


class Form(msgspec.Struct, frozen=True):
    """The form for a result or for options: one-touch answers first, then fields for all others."""

    fields: tuple[Field, ...]
    quick: tuple[Quick, ...] = ()


class Match(msgspec.Struct, frozen=True):
    """A match of a bracket, from top to bottom: its players, each with a seed, a result, and whether they won it (two of each).

    A player not known yet is None, and so is a seed or a result. `table` is that of the match, if it has one. A
    single player has a bye.
    """

    players: tuple[str | None, ...]
    seeds: tuple[int | None, ...] = ()
    results: tuple[str | None, ...] = ()
    winners: tuple[str, ...] = ()
    table: int | None = None


class BracketRound(msgspec.Struct, frozen=True):
    """A round of a bracket with its matches from top to bottom."""

    title: Text
    matches: tuple[Match, ...]


class Bracket(msgspec.Struct, frozen=True):
    """A bracket: its rounds in order, the last of which is the final."""

    rounds: tuple[BracketRound, ...]


class Change(msgspec.Struct, frozen=True):
    """A change by a correction: `what`, of which player, from what to what (JSON values), and a sentence."""

    what: str
    player: str | None
    was: str | int | list[str] | None
    now: str | int | list[str] | None
    sentence: Text


class Further(msgspec.Struct, frozen=True):
    """A further question after typed words: the `field` of the answer; `seat` asks for a player of the table."""

    field: str
    sentence: Text
    seat: bool = False


Given: TypeAlias = Mapping[str, str]
