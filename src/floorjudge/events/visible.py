"""What can be seen of a text: characters that leave no mark on a screen have no place in names and public words."""

from __future__ import annotations

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
