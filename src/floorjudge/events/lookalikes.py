"""What a hall sees of a name: which characters leave a mark at all, and what makes two names look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

# Unicode's property Default_Ignorable_Code_Point, and what is blank though it counts as a sign: Braille without dots, a
# note without a head.
_BLANK = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
_INVISIBLE = frozenset(point for first, last in _BLANK for point in range(first, last + 1))


def is_visible(char: str) -> bool:
    """Say whether a character leaves a mark where it stands: no control, format, filler or variation selector.

    The space between words counts as visible; every other kind of space does not.
    """
    return char.isprintable() and ord(char) not in _INVISIBLE


# In most typefaces these cannot be told apart.
_ALIKE = str.maketrans({"0": "o", "O": "o", "1": "l", "I": "l", "|": "l"})


@lru_cache(maxsize=20_000)
def looks(name: str) -> tuple[str, str]:
    """Return what a name is in plain letters, and what it is in plain strokes; who shares either looks like it.

    The first is the same whatever the case, accents, width and alphabet: `Ana`, `ANA`, `Aná`, `Ana` with a Cyrillic A. The
    second is the same for `Ian` and `lan`, `Bum` and `Burn`; it minds the case, for `Ian` and `Lan` are two names.
    """
    plain = name if name.isascii() else "".join(map(_latin, unicodedata.normalize("NFKD", name)))
    letters = _bare(plain.casefold())
    return f"letters {letters}", f"strokes {_bare(plain).translate(_ALIKE).replace('rn', 'm')}"


def _bare(name: str) -> str:
    if name.isascii():
        return name
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
