"""Names of cards typed into a form: the cards that are meant, and for each unclear one the names to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.typed import MOST_CARDS, TooManyCardsNamed, TypedCard, cards_typed
from floorjudge.texts import counted
from floorjudge.web.forms import SentForm, number_in

# A line may hold several names.
LONGEST_LINE = 1_000
FIELDS = ("cards", "helpers")
_COPIES = re.compile(r"\s*\d+\s*[x×]?\s+", re.ASCII | re.IGNORECASE)


class UnclearNames(BadInput):
    sentence = counted(
        "One card is not clear. Tap the one that you mean.",
        "{count} cards are not clear. Tap the ones that you mean.",
        count=0,
    )
    counts = "written"
    place = "cards"
    written: tuple[str, ...]


class UnknownNames(BadInput):
    sentence = counted(
        "One card is not known. Correct its name, or leave it out.",
        "{count} cards are not known. Correct their names, or leave them out.",
        count=0,
    )
    counts = "written"
    place = "cards"
    written: tuple[str, ...]


class Unclear(msgspec.Struct, frozen=True):
    """A card that is not clear: the field and the line in which it was typed, and similar names."""

    field: str
    line: int
    written: str
    similar: tuple[str, ...]

    def choice(self, name: str) -> str:
        """Return the value of the button that puts a name in its place; without a name the line is removed."""
        return f"{self.field}:{self.line}:{name}"


class TypedNames(msgspec.Struct, frozen=True):
    """The cards in a form: those of the loop, and those that may help. `only_english`: no other names are known here."""

    cards: tuple[TypedCard, ...] = ()
    helpers: tuple[TypedCard, ...] = ()
    only_english: bool = True

    @property
    def unclear(self) -> tuple[Unclear, ...]:
        """The cards that are not clear, in the order of the form."""
        return tuple(
            Unclear(field, line, card.written, card.similar)
            for field, cards in zip(FIELDS, (self.cards, self.helpers), strict=True)
            for line, card in enumerate(cards)
            if card.name is None
        )

    def lines(self) -> dict[str, str]:
        """Return the text of both fields with one card a line, each under its whole name if it is clear."""
        return {
            "cards": "\n".join(map(line_of, self.cards)),
            "helpers": "\n".join(map(line_of, self.helpers)),
        }

    def names(self) -> tuple[list[str], list[str]]:
        """Return the whole names, each as often as it was asked for, and the helpers with their numbers.

        Raises UnclearNames, UnknownNames and TooManyCardsNamed.
        """
        if self.unclear:
            written = tuple(each.written for each in self.unclear)
            raise UnclearNames(written) if any(each.similar for each in self.unclear) else UnknownNames(written)
        named = list(chain.from_iterable(repeat(card.name or "", card.copies) for card in self.cards))
        if max(len(named), len(self.helpers)) > MOST_CARDS:
            raise TooManyCardsNamed(where="cards")
        return named, [line_of(card) for card in self.helpers]


def line_of(card: TypedCard) -> str:
    """Return a card as a line of a form: its whole name, as typed if that is unclear, with its number if it is not one."""
    name = card.name or card.written
    return f"{card.copies} {name}" if card.copies > 1 else name


def as_line(card: TypedCard) -> dict[str, object]:
    """Return a card as JSON: what was written, its line in a form, whether it is clear, and similar names if not."""
    clear = card.name is not None
    return {"written": card.written, "line": line_of(card), "clear": clear, "similar": card.similar}


def typed_names(cards: Sequence[str], helpers: Sequence[str], library: CardLibrary) -> TypedNames:
    """Return the cards in the lines of a form. Raises BadInput if there are no card texts."""
    return TypedNames(_typed(cards, library), _typed(helpers, library), only_english=not library.has_translations)


def _typed(lines: Sequence[str], library: CardLibrary) -> tuple[TypedCard, ...]:
    return tuple(card for line in lines for card in cards_typed(line, library) or (_nothing(line),))


def _nothing(line: str) -> TypedCard:
    """Return a line without a letter or digit, which names no card."""
    return TypedCard(line, 1, None, exactly=False)


def chosen_names(sent: SentForm) -> dict[str, str]:
    """Return the two fields of a form, with the name that was tapped in place of an unclear one."""
    fields = {name: sent.word(name) for name in FIELDS}
    field, _, rest = sent.word("take").partition(":")
    written, _, name = rest.partition(":")
    line = number_in(written, 3)
    if field in fields and line is not None:
        fields[field] = "\n".join(_replaced(fields[field].splitlines(), line, name))
    return fields


def _replaced(lines: Sequence[str], at: int, name: str) -> Iterator[str]:
    for index, line in enumerate(lines):
        if index != at:
            yield line
        elif name:
            yield name


def with_chosen_name(listing: str, chosen: str) -> str:
    """Return a deck list in which a name, chosen as `line:name`, stands on that line; its number of copies stays."""
    written, _, name = chosen.partition(":")
    at, lines = number_in(written, 4), listing.splitlines()
    if at is None or not 0 < at <= len(lines):
        return listing
    copies = _COPIES.match(lines[at - 1])
    lines[at - 1] = f"{copies[0] if copies else ''}{name}"
    return "\n".join(lines)
