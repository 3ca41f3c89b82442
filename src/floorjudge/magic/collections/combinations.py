"""A collection of combinations of cards: one JSON object a line, in the form that players publish them in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from floorjudge.magic.collections import refusals


class Use(msgspec.Struct, frozen=True, rename="camel"):
    """A card of a combination: its name, the letters of the zones it may be in, and what is said of its state.

    The letters: B battlefield, H hand, G graveyard, E exile, L library, C command zone.
    """

    name: str
    zone_locations: tuple[str, ...] = ("B",)
    card_state: str = ""
    must_be_commander: bool = False


class Combination(msgspec.Struct, frozen=True, rename="camel"):
    """A combination as it is written down; `prerequisites` and `steps` are prose, `produces` what people say it gives."""

    id: str
    uses: tuple[Use, ...]
    mana_needed: str | None = None
    prerequisites: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    produces: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the names of its cards."""
        return tuple(use.name for use in self.uses)


def read_collection(file: Path) -> Iterator[Combination]:
    """Yield the combinations in a file, in its order; empty lines count for nothing.

    Raises BadInput when the file cannot be read, a line holds something else, or an id or the cards are missing, and
    when an id comes twice.
    """
    seen: set[str] = set()
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                combination = read_combination(line, number)
                if combination.id in seen:
                    raise refusals.combination_twice(number, combination.id)
                seen.add(combination.id)
                yield combination
    except OSError as error:
        raise refusals.unreadable_collection(str(file), error.strerror or str(error)) from None


def read_combination(line: bytes, number: int) -> Combination:
    """Return the combination in a line. Raises BadInput as `read_collection` does."""
    try:
        combination = msgspec.json.decode(line, type=Combination)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise refusals.bad_combination(number, str(error)) from None
    if not combination.id.strip() or not combination.uses or not all(name.strip() for name in combination.cards):
        raise refusals.incomplete_combination(number)
    return combination
