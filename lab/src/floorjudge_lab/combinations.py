"""A collection of combinations of cards: one JSON object a line, in the form that players publish them in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from floorjudge.decoding import unicode_lines
from floorjudge.errors import UnreadableFile, reason_of
from floorjudge_lab.errors import BadCombination, CombinationTwice


class Use(msgspec.Struct, frozen=True, rename="camel"):
    """A card of a combination: its name, the letters of the zones it may be in, and its state in words.

    The letters: B battlefield, H hand, G graveyard, E exile, L library, C command zone.
    """

    name: str
    zone_locations: tuple[str, ...] = ("B",)
    card_state: str = ""


class Combination(msgspec.Struct, frozen=True, rename="camel"):
    """A combination as written in a collection; `prerequisites` and `steps` are prose."""

    id: str
    uses: tuple[Use, ...]
    mana_needed: str | None = None
    prerequisites: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the names of its cards."""
        return tuple(use.name for use in self.uses)

    @property
    def digest(self) -> str:
        """Return a hash of the combination as written, in 16 characters."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


def read_collection(file: Path) -> Iterator[Combination]:
    """Yield the combinations in a file, in its order; empty lines are skipped.

    Raises BadInput when the file cannot be read, a line holds something else, or an id or the cards are missing, and
    when an id comes twice.
    """
    seen: set[str] = set()
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(unicode_lines(lines), 1):
                if not line.strip():
                    continue
                combination = _read(line, number)
                if combination.id in seen:
                    raise CombinationTwice(number, combination.id)
                seen.add(combination.id)
                yield combination
    except OSError as error:
        raise UnreadableFile(str(file), reason_of(error)) from None


def _read(line: bytes, number: int) -> Combination:
    try:
        combination = msgspec.json.decode(line, type=Combination)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadCombination(number, str(error)) from None
    if not combination.id.strip() or not combination.uses or not all(name.strip() for name in combination.cards):
        raise BadCombination(number, "no id, or no names of cards")
    return combination
