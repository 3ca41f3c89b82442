"""Draws that can be proved: each player gets a ticket computed from the seed, and the lowest tickets come first.

docs/draws.md describes this for readers who check a draw with another program. A reader who knows the seed can
recompute every ticket; one who knows only the commitment cannot guess any; no person can choose one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from floorjudge.events.lookalikes import is_visible

SHORT_SEED = 20
# The version of the draws in an event that is opened now; see `EventOpened`.
DRAWS = 2
COMMITMENT = re.compile("[0-9a-f]{64}")


def commitment(seed: str) -> str:
    """Return the promise that is published at the opening of an event: the SHA-256 of the seed's UTF-8 text, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def is_short(seed: str) -> bool:
    """Return whether a seed has so few characters (below 20) that trying could find it."""
    return len(seed) < SHORT_SEED


def visible_words(given: str) -> str:
    """Return public words in the form that is used and shown: only letters and digits, in one spelling each.

    Capitals, two spellings of an accent, spaces, signs and invisible characters make no difference, so that no
    organiser can choose among variants that look alike to the hall.
    """
    words, before = given, None
    while words != before:
        before = words
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", words).casefold())
        words = "".join(_digit(char) for char in folded if unicodedata.category(char)[0] in "LN" and is_visible(char))
    return words


def _digit(char: str) -> str:
    """Return a digit of any script as its decimal digit, everything else unchanged."""
    value = unicodedata.decimal(char, None)
    return char if value is None else str(value)


def roster_digest(names: Iterable[str]) -> str:
    """Return the SHA-256, in hex, of the names in draws, in code point order, each followed by a line break.

    It is the one digest of a list of players, and of things in random order.
    """
    return hashlib.sha256("\n".join([*sorted(names), ""]).encode()).hexdigest()


class Draw(msgspec.Struct, frozen=True):
    """All the chance in an event: seed, public words (empty if there were none) and roster digest."""

    seed: str
    public: str
    roster: str

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return different names in the order of their tickets (32 bytes each) in the draw with this label.

        A label says round, set and purpose, such as `round 2/active/seats`, and is used for one draw only.
        """
        words = hashlib.sha256(self.public.encode()).hexdigest()
        message = f"floorjudge draw 1\n{words}\n{self.roster}\n{label}"
        key = hmac.new(self.seed.encode(), message.encode(), "sha256").digest()
        sha256 = hashlib.sha256
        return sorted(names, key=lambda name: sha256(key + name.encode()).digest())

    def of_things(self, number: int, things: Sequence[str]) -> tuple[str, ...]:
        """Return things in random order, in the draw of orders with this number; their present order makes no difference.

        Things that are alike have tickets of their own: the first, the second and so on.
        """
        return self._told_apart(
            number, [f"{things[:place].count(thing) + 1}\n{thing}" for place, thing in enumerate(things)]
        )

    def of_places(self, number: int, things: Sequence[str]) -> tuple[str, ...]:
        """Return things in random order as in older events: their positions in the list are part of their tickets."""
        return self._told_apart(number, [f"{place}\n{thing}" for place, thing in enumerate(things, 1)])

    def _told_apart(self, number: int, things: Iterable[str]) -> tuple[str, ...]:
        return tuple(each.partition("\n")[2] for each in self.in_order(f"order {number}", things))
