"""What is asked of the finder: names of cards, a number of iterations; read once for pages and for programs."""

from __future__ import annotations

from collections.abc import Iterable

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.loops.desk import read_answer
from floorjudge.magic.searching import SECONDS
from floorjudge.texts import text

MOST_CARDS, LONGEST_NAME = 10, 200
LONGEST_BOARD = 20_000
# How much work a search does that is asked to look for longer, in seconds of a usual computer.
LONGER = 6 * SECONDS
MOST_TIMES = 10**100
# So long somebody waits for a page before they are told to wait.
SOON = 1.5


class NoCardsNamed(BadInput):
    """A loop is to be found and no card is named, nor any position given."""

    sentence = text("Name the cards first, one a line.")
    place = "cards"


class TooManyCardsNamed(BadInput):
    """A loop is to be found among more cards than can be searched."""

    sentence = text("At most {most} cards can be searched for a loop.")
    place = "cards"
    most: int


class BoardTooLong(BadInput):
    """A position in words is longer than any board."""

    sentence = text("This position is too long: at most {most} characters.")
    place = "board"
    most: int


class TimesOutOfReach(BadInput):
    """A number of iterations is asked for that is no number, below 0, or beyond 10^100."""

    sentence = text("How many times is a whole number from 0 to 10^100, such as 40, 1,000,000 or 10^100.")
    place = "times"


def read_names(given: Iterable[str]) -> list[str]:
    """Return the names of cards that somebody has typed or pasted, each once. Raises TooManyCardsNamed."""
    found = list(dict.fromkeys(line.strip()[:LONGEST_NAME] for line in given if line.strip()))
    if len(found) > MOST_CARDS:
        raise TooManyCardsNamed(MOST_CARDS)
    return found


def read_times(typed: str) -> str:
    """Return a number of iterations as digits. Raises TimesOutOfReach."""
    try:
        said, _ = read_answer(typed)
    except BadInput:
        raise TimesOutOfReach from None
    if not 0 <= said <= MOST_TIMES:
        raise TimesOutOfReach
    return digits(said)


def check_board(written: str) -> None:
    """Raise BoardTooLong for a position in words that is longer than any board."""
    if len(written) > LONGEST_BOARD:
        raise BoardTooLong(LONGEST_BOARD)
