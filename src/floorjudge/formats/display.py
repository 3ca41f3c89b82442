"""Values by which pages, prints and the command line show a format: columns, cells, badges, forms. They know nothing of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import msgspec

from floorjudge.formats.players import Player
from floorjudge.texts import Text


class Column(msgspec.Struct, frozen=True):
    """A column of a list: `key` names it in JSON and in the address of a page, `short` is its title where there is little room.

    `paper` is its title on paper, where that is another. The `main` one, or else the first, is shown where there is room for one only.
    """

    key: str
    title: Text
    short: Text
    help: Text | None = None
    paper: Text | None = None
    main: bool = False


class Cell(msgspec.Struct, frozen=True, gc=False):
    """What stands in a column: the exact value, such as `31/2`, and as people write it, `15½`.

    A number is written without groups and with a point: pages write it as the reader's language does.
    """

    exact: str
    shown: str


def rounded(number: int, divisor: int, decimals: int) -> Cell:
    """Return the cell of a number of 0 or more divided by another, written with so many decimals, a half rounded up: `0.6667`."""
    unit = 10**decimals
    whole, part = divmod((2 * number * unit + divisor) // (2 * divisor), unit)
    return Cell(str(Fraction(number, divisor)), f"{whole}.{part:0{decimals}}")


class Standing(msgspec.Struct, frozen=True, gc=False):
    """One player's line of the standings, with a cell for each column.

    `rank` is theirs by what the format ranks by, which equals share (`level`: with the line above); None for who has left, and
    while nothing was played. `place` is theirs once places are to be seen; who `left` has none before. `advanced`: sits in the
    last stage, or has a seat there by now.
    """

    player: Player
    cells: tuple[Cell, ...]
    left: bool = False
    rank: int | None = None
    level: bool = False
    place: int | None = None
    advanced: bool = False


class Badge(msgspec.Struct, frozen=True):
    """A word beside a table or a player; `kind` is for styles, the same in every language.

    Of the kinds `on` stands out beside a player, and `chief` lets a table stand out among those of its stage.
    """

    kind: str
    said: Text


class SeatResult(msgspec.Struct, frozen=True):
    """A player's line of a result, with a cell for each of the format's columns of a result.

    `won_as` says what they won, where that is not the game.
    """

    name: str
    won: bool = False
    cells: tuple[Cell, ...] = ()
    won_as: Text | None = None


class Line(msgspec.Struct, frozen=True):
    """How a result is typed on one line at the desk: what stands there, in short and at length, with an example."""

    title: Text
    example: str
    help: Text


class Slip(msgspec.Struct, frozen=True):
    """What a result slip of a table says: what wins there, what is written in the box of each player, and how it is filled in."""

    goal: Text | None
    write: Text
    how: Text


class Option(msgspec.Struct, frozen=True):
    """Something that can be chosen: the value that is sent, and what it is called (a name, or a text)."""

    value: str
    label: str | Text


class Choice(msgspec.Struct, frozen=True):
    """A field of a form: one of several; the values of options are different, and one may be empty."""

    name: str
    label: Text
    options: tuple[Option, ...]
    required: bool = True
    start: str | None = None


class Order(msgspec.Struct, frozen=True):
    """A field of a form: `count` of several, in order: `name-1` is the first of them, and so on."""

    name: str
    label: Text
    options: tuple[Option, ...]
    count: int


class Number(msgspec.Struct, frozen=True):
    """A field of a form: a whole number, of `player` where it is one's own."""

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
    """A field of a form: the text of a file, pasted or chosen; `help` says what stands in it."""

    name: str
    label: Text
    help: Text


class Flag(msgspec.Struct, frozen=True):
    """A field of a form: a thing to be said (`yes`) or not."""

    name: str
    label: Text
    start: bool = False


Field: TypeAlias = Choice | Order | Number | Words | Document | Flag


class Quick(msgspec.Struct, frozen=True):
    """A whole result at one touch: the values of the form's fields.

    Where somebody has won by it, `winner` is who, and the label says the result as seen by them: `2–1`. `help` says what else it
    means.
    """

    label: str | Text
    values: dict[str, str]
    winner: str | None = None
    help: Text | None = None


class Form(msgspec.Struct, frozen=True):
    """What is asked of somebody who reports a game, or chooses options: quick answers first, then fields for all others."""

    fields: tuple[Field, ...]
    quick: tuple[Quick, ...] = ()


class Match(msgspec.Struct, frozen=True):
    """A match of a bracket, from top to bottom: who meets there, each with a seed, a result (2), and whether they won it.

    Whoever is not known yet is None, and so is a seed or a result. `table` is the match's, where it has one. A player alone has a bye.
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
    """A bracket: its rounds in the order in which they are played, the last of which is the final."""

    rounds: tuple[BracketRound, ...]


class Change(msgspec.Struct, frozen=True):
    """What a correction would change: `what`, of which player, from what to what (JSON values), in a sentence."""

    what: str
    player: str | None
    was: str | int | list[str] | None
    now: str | int | list[str] | None
    said: Text


class Further(msgspec.Struct, frozen=True):
    """What is asked beside the words that somebody has typed: the `field` that the answer stands in; `seat`: a player of the table."""

    field: str
    said: Text
    seat: bool = False


Given: TypeAlias = Mapping[str, str]
