"""Questions to the finder, from pages and programs: card names, a number of iterations, changes of the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.loops.desk import read_answer
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import folded
from floorjudge.magic.cards.typed import MOST_CARDS, TooManyCardsNamed, card_meant
from floorjudge.magic.positions.position import Card, Position
from floorjudge.magic.positions.text_form import read_position_text
from floorjudge.magic.search import SECONDS
from floorjudge.texts import text

LONGEST_NAME = 200
LONGEST_BOARD = 20_000
# The work of a prolonged search, in seconds of a usual computer.
LONGER = 6 * SECONDS
MOST_TIMES = 10**100
MOST_LIFE = 999_999_999
# A page waits this long for an answer before it shows that the job is waiting.
SOON = 0.6


class NoCardsNamed(BadInput):
    sentence = text("Name the cards first, one a line.")
    place = "cards"


class BoardTooLong(BadInput):
    sentence = text("This position is too long: at most {most} characters.")
    place = "board"
    most: int


class TimesOutOfReach(BadInput):
    sentence = text("How many times is a whole number from 0 to 10^100, such as 40, 1,000,000 or 10^100.")
    place = "times"


def read_names(given: Iterable[str], longest: int = LONGEST_NAME) -> list[str]:
    """Return the typed or pasted names of cards, each as often as it occurs; of each at most `longest` characters.

    Raises TooManyCardsNamed.
    """
    found = [line.strip()[:longest] for line in given if line.strip()]
    if len(found) > MOST_CARDS:
        raise TooManyCardsNamed(where="cards")
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


ZONES = {
    "battlefield": text("battlefield"),
    "hand": text("hand"),
    "graveyard": text("graveyard"),
    "library": text("library"),
    "exile": text("exile"),
}
_COUNTERS = re.compile(r"(\d{1,9} [^\[\];|,\"]{1,40})?")


class NotALife(BadInput):
    sentence = text("A life total is a whole number, 1 or more.")
    place = "life"


class NotACounter(BadInput):
    sentence = text("Counters are a number and their kind, such as “2 +1/+1”.")
    place = "counters"


class Change(msgspec.Struct, frozen=True):
    """A form's change: each player's life and mana, None if unchanged, and an added card (none if empty)."""

    life: tuple[str | None, ...] = ()
    mana: tuple[str | None, ...] = ()
    card: str = ""
    copies: int = 1
    seat: int = 0
    zone: str = "battlefield"
    tapped: bool = False
    sick: bool = False
    counters: str = ""

    def made(self, position: Position, library: CardLibrary) -> Position:
        """Return a position with this change. Raises BadInput for an impossible one, with its place in the form."""
        life, mana = list(position.life), list(position.mana)
        for seat, written in enumerate(self.life[: position.players]):
            life[seat] = life[seat] if written is None else _life(written)
        for seat, written in enumerate(self.mana[: position.players]):
            mana[seat] = mana[seat] if written is None else self._words(position, mana=written).mana[0]
        position = msgspec.structs.replace(position, life=tuple(life), mana=tuple(mana))
        return self._added(position, library) if self.card else position

    def _added(self, position: Position, library: CardLibrary) -> Position:
        given = {folded(card.name): card.name for card in position.cards}
        name = given.get(folded(self.card)) or card_meant(self.card, library)
        seat = min(max(0, self.seat), position.players - 1)
        copies = min(max(1, self.copies), 1_000)
        if self.zone == "battlefield":
            if not _COUNTERS.fullmatch(self.counters):
                raise NotACounter
            marks = ["tapped"] * self.tapped + ["sick"] * self.sick + [self.counters] * bool(self.counters)
            board = list(position.battlefield)
            thing = self._words(position, marks=marks).battlefield[0][0]
            board[seat] = (*board[seat], msgspec.structs.replace(thing, card=name, copies=copies))
            return msgspec.structs.replace(position, battlefield=tuple(board))
        zone = self.zone if self.zone in ZONES else "hand"
        cards: list[tuple[Card, ...]] = list(getattr(position, zone))
        cards[seat] = (*cards[seat], Card(name, copies=copies))
        return msgspec.structs.replace(position, **{zone: tuple(cards)})

    @staticmethod
    def _words(position: Position, *, marks: Sequence[str] = (), mana: str = "") -> Position:
        """Return a position made of words, so that there is one reader of them."""
        thing = f"Thing [{', '.join(marks)}]" if marks else "Thing"
        mine = f"{thing} | mana: {' '.join(mana.split())}"
        return read_position_text("\n".join(f'"{seat}" 20 life: {mine}' for seat in range(position.players)))


def _life(written: str) -> int:
    if not written.isdecimal() or len(written) > len(str(MOST_LIFE)) or not int(written):
        raise NotALife
    return int(written)
