"""The appearance of a name: which characters are visible at all, and which names look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from rpds import HashTrieMap, List

# Unicode's property Default_Ignorable_Code_Point, and blank characters that count as signs: Braille without dots, a
# note without a head.
_BLANK = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
# Burmese stacks five on a letter; dozens would cover the lines above and below.
_MOST_ACCENTS = 6
_INVISIBLE = frozenset(point for first, last in _BLANK for point in range(first, last + 1))


# Left behind by copying: gaps without width, marks of direction without effect, optional breaks.
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"))


def without_unseen(words: str) -> str:
    """Return words without invisible characters that have no visible effect."""
    return words if words.isascii() else words.translate(_UNSEEN)


# Characters that turn the direction of text beside them.
_TURNING = dict.fromkeys(
    map(
        ord,
        "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f",
    )
)


def without_turning(words: str) -> str:
    """Return a text without the characters that turn the direction of text beside them."""
    return words if words.isascii() else words.translate(_TURNING)


def described(char: str) -> str:
    """Return the code of a character and its Unicode name, such as `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip()


def is_visible(char: str) -> bool:
    """Return whether a character is visible: no control, format, filler or variation selector.

    The space between words counts as visible; every other kind of space does not.
    """
    return char.isprintable() and ord(char) not in _INVISIBLE


# They join and colour sequences of emoji; scripts of India and Arabic use them in spelling.
_PICTURES = frozenset("\u203c\u2049\u2194\u25fd\u25fe\u2934\u2935\u3030\u303d")
_KEYS, _KEYCAP = frozenset("0123456789#*"), "\N{COMBINING ENCLOSING KEYCAP}"
_JOINER, _NON_JOINER, _AS_TEXT, _AS_EMOJI = "\u200d", "\u200c", "\ufe0e", "\ufe0f"
_JOINING = dict.fromkeys(map(ord, (_JOINER, _NON_JOINER, _AS_TEXT, _AS_EMOJI)))
_VIRAMA = 9  # the combining class of the signs that join consonants


def refused_in(name: str) -> int | None:
    """Return the position of the first character that no name may hold; None if all are allowed.

    Joiners and selectors of emoji are allowed in a sequence of emoji, and joiners between letters whose spelling needs
    them: names that differ in nothing else look alike. All other characters must be visible, and accents must be on
    letters.
    """
    accents = _MOST_ACCENTS
    for at, char in enumerate(name):
        accents = accents + 1 if unicodedata.category(char) in {"Mn", "Me"} else char.isspace() * _MOST_ACCENTS
        if accents > _MOST_ACCENTS or not (is_visible(char) or _joins(name, at)):
            return at
    return None


def without_joiners(words: str) -> str:
    """Return words without joiners and selectors of emoji."""
    return words if words.isascii() else words.translate(_JOINING)


def _joins(name: str, at: int) -> bool:
    """Return whether a character is a joiner or selector in a position where it has an effect."""
    before, after = name[max(at - 1, 0) : at], name[at + 1 : at + 2]
    if name[at] in (_AS_TEXT, _AS_EMOJI):
        return _is_picture(before) or (before in _KEYS and after == _KEYCAP)
    if name[at] == _JOINER and (before == _AS_EMOJI or _is_picture(before)):
        return _is_picture(after)
    if name[at] not in (_JOINER, _NON_JOINER) or not before or not after.isalpha():
        return False
    arabic = all(unicodedata.name(char, "").startswith("ARABIC LETTER ") for char in (before, after))
    return unicodedata.combining(before) == _VIRAMA or (name[at] == _NON_JOINER and arabic)


def _is_picture(char: str) -> bool:
    """Return whether a character is an emoji, a related sign, or the colour of one."""
    return char != "" and (unicodedata.category(char) == "So" or 0x1F3FB <= ord(char) <= 0x1F3FF or char in _PICTURES)


# Greek, African and Canadian letters that people use for Latin ones, and Persian ones with the shapes of Arabic ones,
# which are missing in Unicode's list.
_STYLED = str.maketrans(
    "\N{GREEK CAPITAL LETTER LAMDA}\N{GREEK SMALL LETTER LAMDA}\N{LATIN CAPITAL LETTER TURNED V}"
    "ᗩᗷᑕᗪᗴᖴᘜᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ"
    "\N{ARABIC LETTER FARSI YEH}\N{ARABIC LETTER ALEF MAKSURA}\N{ARABIC LETTER KEHEH}",
    "AaAABCDEFGHJLMNPRSUVW\N{ARABIC LETTER YEH}\N{ARABIC LETTER YEH}\N{ARABIC LETTER KAF}",
)  # fmt: skip
# In most typefaces these look the same.
_ALIKE = str.maketrans({"0": "o", "O": "o", "1": "l", "I": "l", "|": "l"})
_RUN_TOGETHER = (("rn", "m"), ("vv", "w"), ("VV", "W"))
_SIGNS = ("'", "-")
_DRAWN = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE CIRCLED|NEGATIVE SQUARED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER) "
    "([A-Z])"
)
# Latin letters of phonetics that look like the everyday ones in most typefaces.
_PHONETIC = re.compile("LATIN (?:LETTER (?:SMALL CAPITAL [A-Z]|DENTAL CLICK)|SMALL LETTER (?:ALPHA|IOTA|SCRIPT G))")
# Accents without a letter, which people type for an apostrophe; normalization would turn the second into a space.
_APOSTROPHES = str.maketrans("`\N{ACUTE ACCENT}", "''")


@lru_cache(maxsize=20_000)
def looks(name: str) -> tuple[str, str]:
    """Return a name in plain letters, and in plain strokes; two names look alike if they share either.

    The first is the same in any case, accents, width and alphabet: `Ana`, `ANA`, `Aná`, `Ana` with a Cyrillic A. The
    second is the same for `Ian` and `lan`, `Bum` and `Burn`; case matters there, because `Ian` and `Lan` are two names.
    Dots, dashes and the like at the ends of a word make no difference, nor do joiners.
    """
    name = without_joiners(name)
    # Wide and Greek letters are among these only after normalization.
    name = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES)).translate(_APOSTROPHES)
    plain = _in_latin(name.translate(_STYLED))
    # A second time after folding: of some letters only the small one is known to look like a Latin one.
    letters = _words_alone(without_accents(_in_latin(plain.casefold()).casefold()))
    strokes = _words_alone(without_accents(plain)).translate(_ALIKE)
    for several, one in _RUN_TOGETHER:
        strokes = strokes.replace(several, one)
    return f"letters {letters}", f"strokes {strokes}"


def disguised_letters(words: str) -> str:
    """Return the letters of words that look like Latin ones but belong to another alphabet, each once; none if other letters show that.

    A whole word may be of another alphabet. Beside Latin letters, or in a word of such letters only, no reader can
    tell.
    """
    letters = [char for char in dict.fromkeys(words) if char.isalpha()]
    named = [(char, unicodedata.name(char, "")) for char in letters]
    latin = [char for char, name in named if name.startswith("LATIN ") and _PHONETIC.fullmatch(name) is None]
    found = [char for char in letters if char not in latin and _is_plain(_latin(char))]
    return "".join(found) if latin or len(found) == len(letters) else ""


def with_look(known: HashTrieMap[str, List[str]], name: str) -> HashTrieMap[str, List[str]]:
    """Return names by their appearance, with one more."""
    return known.update({look: known.get(look, List()).push_front(name) for look in looks(name)})


def without_look(known: HashTrieMap[str, List[str]], name: str) -> HashTrieMap[str, List[str]]:
    """Return names by their appearance, without one."""
    return known.update({look: List([each for each in known.get(look, ()) if each != name]) for look in looks(name)})


def without_accents(name: str) -> str:
    """Return letters without accents, in their one usual form."""
    if name.isascii():
        return name
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))


def _in_latin(words: str) -> str:
    return words if words.isascii() else "".join(map(_latin, words))


def _words_alone(name: str) -> str:
    """Return a name without the punctuation at the ends of its words; one of punctuation only stays unchanged."""
    if name.replace(" ", "").isalnum():
        return name
    return " ".join(filter(None, map(_word_alone, name.split()))) or name


def _word_alone(word: str) -> str:
    inner = [index for index, char in enumerate(word) if not unicodedata.category(char).startswith("P")]
    return word[inner[0] : inner[-1] + 1] if inner else ""


def _latin(char: str) -> str:
    if char.isascii():
        return char
    drawn = _prototypes().get(char) or _drawn_otherwise(char)
    return drawn if drawn != char else _alike_elsewhere().get(char, char)


def _drawn_otherwise(char: str) -> str:
    """Return the letter of a small capital, or of a capital in a box or a disc, which are separate letters in Unicode."""
    named = _DRAWN.fullmatch(unicodedata.name(char, ""))
    return named[1] if named else char


def _confusables() -> Mapping[str, Any]:
    """Return Unicode's list of confusables, which takes a tenth of a second to read: only names in other alphabets need it."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 (of the extra for events)

    data: Mapping[str, Any] = confusables_data
    return data


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the appearance of characters in ASCII letters, digits, apostrophes and hyphens, by Unicode's own list of confusables.

    A stroke through a letter counts as an accent, too: the list has another mark for it.
    """
    found: dict[str, str] = {}
    for char, others in _confusables().items():
        first = next((plain for other in others if _is_plain(plain := without_accents(other["c"]))), None)
        if first is not None and not char.isascii():
            found[char] = first
    return found


@cache
def _alike_elsewhere() -> Mapping[str, str]:
    """Return one letter for each group of letters that look alike and are not Latin, such as a Chinese and a Japanese one."""
    first: dict[str, str] = {}

    def of(char: str) -> str:
        while (other := first.setdefault(char, char)) != char:
            char = other
        return char

    for char, others in _confusables().items():
        for other in (each["c"] for each in others):
            if _is_settled(char) and _is_settled(other):
                one, same = sorted((of(char), of(other)))
                first[same] = one
    return {char: of(char) for char in first}


def _is_settled(char: str) -> bool:
    """Return whether folding leaves a letter unchanged and no Latin letter looks like it."""
    return (
        len(char) == 1
        and char.isalpha()
        and not char.isascii()
        and without_accents(char.casefold()) == char
        and char not in _prototypes()
        and ord(char) not in _STYLED
        and _drawn_otherwise(char) == char
    )


def _is_plain(letters: str) -> bool:
    return letters.isascii() and (letters.isalnum() or letters in _SIGNS)
