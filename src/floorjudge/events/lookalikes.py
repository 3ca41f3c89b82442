"""Names that look alike: what two of them have in common when a hall could take one for the other."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

# In most typefaces and in capitals these cannot be told apart.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


@lru_cache(maxsize=20_000)
def look(name: str) -> str:
    """Return what names that look alike have in common, whatever their case, accents, width and alphabet.

    `Ana`, `ANA`, `Aná` and `Ana` with a Cyrillic A have the same; so have `Ian` and `Lan`, `Bum` and `Burn`.
    """
    return _folded("".join(map(_latin, unicodedata.normalize("NFKD", name))))


def _folded(name: str) -> str:
    bare = "".join(char for char in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(char))
    return bare.translate(_ALIKE).replace("rn", "m")


def _latin(char: str) -> str:
    return char if char.isascii() else _prototypes().get(char, char)


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the characters that look like an ASCII letter or digit, by Unicode's own list of confusables."""
    # Reading the list takes a tenth of a second, and it comes with the extra for events: only names in other alphabets
    # need it.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    found: dict[str, str] = {}
    for char, others in confusables_data.items():
        plain = (
            other["c"] for other in others if len(other["c"]) == 1 and other["c"].isascii() and other["c"].isalnum()
        )
        first = next(plain, None)
        if first is not None and not char.isascii():
            found[char] = first
    return found
