"""Names that look alike: what two of them have in common when a hall could take one for the other."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

# In most typefaces these cannot be told apart.
_ALIKE = str.maketrans({"0": "o", "O": "o", "1": "l", "I": "l", "|": "l"})


@lru_cache(maxsize=20_000)
def looks(name: str) -> tuple[str, str]:
    """Return what a name is in plain letters, and what it is in plain strokes; who shares either looks like it.

    The first is the same whatever the case, accents, width and alphabet: `Ana`, `ANA`, `Aná`, `Ana` with a Cyrillic A. The
    second is the same for `Ian` and `lan`, `Bum` and `Burn`; it minds the case, for `Ian` and `Lan` are two names.
    """
    plain = "".join(map(_latin, unicodedata.normalize("NFKD", name)))
    letters = _bare(plain.casefold())
    return f"letters {letters}", f"strokes {_bare(plain).translate(_ALIKE).replace('rn', 'm')}"


def _bare(name: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))


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
