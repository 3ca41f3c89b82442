"""What a hall sees of a name: which characters leave a mark at all, and what makes two names look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from rpds import HashTrieMap, List

# Unicode's property Default_Ignorable_Code_Point, and what is blank though it counts as a sign: Braille without dots, a
# note without a head.
_BLANK = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
# Burmese stacks five on a letter; dozens cover the lines above and below.
_MOST_ACCENTS = 6
_INVISIBLE = frozenset(point for first, last in _BLANK for point in range(first, last + 1))


# Left behind by copying: gaps without width, marks of direction that turn nothing around, breaks that are allowed.
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"))


def without_unseen(words: str) -> str:
    """Return words without invisible characters that change nothing visible."""
    return words if words.isascii() else words.translate(_UNSEEN)


# Characters that turn what stands beside them.
_TURNING = dict.fromkeys(
    map(
        ord,
        "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f",
    )
)


def without_turning(words: str) -> str:
    """Return a text without the characters that turn the direction of what stands beside them."""
    return words if words.isascii() else words.translate(_TURNING)


def described(char: str) -> str:
    """Return the code of a character and the name that Unicode has for it, such as `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip()


def is_visible(char: str) -> bool:
    """Return whether a character leaves a mark where it stands: no control, format, filler or variation selector.

    The space between words counts as visible; every other kind of space does not.
    """
    return char.isprintable() and ord(char) not in _INVISIBLE


# Sequences of emoji are joined and coloured by them; scripts of India and Arabic spell with them.
# Emoji that Unicode takes for signs of other kinds: arrows, exclamation marks, a wave, squares.
_PICTURES = frozenset("\u203c\u2049\u2194\u25fd\u25fe\u2934\u2935\u3030\u303d")
_KEYS, _KEYCAP = frozenset("0123456789#*"), "\N{COMBINING ENCLOSING KEYCAP}"
_JOINER, _NON_JOINER, _AS_TEXT, _AS_EMOJI = "\u200d", "\u200c", "\ufe0e", "\ufe0f"
_JOINING = dict.fromkeys(map(ord, (_JOINER, _NON_JOINER, _AS_TEXT, _AS_EMOJI)))
_VIRAMA = 9  # the combining class of the signs that join consonants


def refused_in(name: str) -> int | None:
    """Return where the first character stands that no name may hold; None if all may stand.

    Joiners and selectors of emoji may stand in a sequence of emoji, and joiners between letters that are spelt with them: names
    that differ in nothing else look alike. All other characters must be visible, and accents stand on letters.
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
    """Return whether a character is a joiner or selector, and stands where it means something."""
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
    """Return whether a character is an emoji, a sign of its kind, or the colour of one."""
    return char != "" and (unicodedata.category(char) == "So" or 0x1F3FB <= ord(char) <= 0x1F3FF or char in _PICTURES)


# Greek, African and Canadian letters that people write for Latin ones, and Persian ones that are drawn as Arabic ones, which
# Unicode's list does not have.
_STYLED = str.maketrans(
    "\N{GREEK CAPITAL LETTER LAMDA}\N{GREEK SMALL LETTER LAMDA}\N{LATIN CAPITAL LETTER TURNED V}"
    "ᗩᗷᑕᗪᗴᖴᘜᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ"
    "\N{ARABIC LETTER FARSI YEH}\N{ARABIC LETTER ALEF MAKSURA}\N{ARABIC LETTER KEHEH}",
    "AaAABCDEFGHJLMNPRSUVW\N{ARABIC LETTER YEH}\N{ARABIC LETTER YEH}\N{ARABIC LETTER KAF}",
)  # fmt: skip
# In most typefaces these cannot be told apart.
_ALIKE = str.maketrans({"0": "o", "O": "o", "1": "l", "I": "l", "|": "l"})
_RUN_TOGETHER = (("rn", "m"), ("vv", "w"), ("VV", "W"))
_SIGNS = ("'", "-")
_DRAWN = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE CIRCLED|NEGATIVE SQUARED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER) "
    "([A-Z])"
)
# Latin letters of phonetics that in most typefaces are the everyday ones.
_PHONETIC = re.compile("LATIN (?:LETTER (?:SMALL CAPITAL [A-Z]|DENTAL CLICK)|SMALL LETTER (?:ALPHA|IOTA|SCRIPT G))")
# Accents without a letter, which people type for an apostrophe; normalizing would make a space of the second.
_APOSTROPHES = str.maketrans("`\N{ACUTE ACCENT}", "''")


@lru_cache(maxsize=20_000)
def looks(name: str) -> tuple[str, str]:
    """Return what a name is in plain letters, and what it is in plain strokes; who shares either looks like it.

    The first is the same whatever the case, accents, width and alphabet: `Ana`, `ANA`, `Aná`, `Ana` with a Cyrillic A. The
    second is the same for `Ian` and `lan`, `Bum` and `Burn`; it minds the case, for `Ian` and `Lan` are two names. Dots, dashes
    and the like at the end or the beginning of a word make no other name, nor do joiners.
    """
    name = without_joiners(name)
    # Wide and Greek ones are of those only when they are normalized.
    name = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES)).translate(_APOSTROPHES)
    plain = _in_latin(name.translate(_STYLED))
    # Once more when it is folded: of some letters only the small one is known to look like a Latin one.
    letters = _words_alone(without_accents(_in_latin(plain.casefold()).casefold()))
    strokes = _words_alone(without_accents(plain)).translate(_ALIKE)
    for several, one in _RUN_TOGETHER:
        strokes = strokes.replace(several, one)
    return f"letters {letters}", f"strokes {strokes}"


def disguised_letters(words: str) -> str:
    """Return the letters of words that look like Latin ones and are of another alphabet, each once; none where others show which.

    A whole word may be of another alphabet. Beside Latin letters, or where all letters are such, no reader sees which they are.
    """
    letters = [char for char in dict.fromkeys(words) if char.isalpha()]
    named = [(char, unicodedata.name(char, "")) for char in letters]
    latin = [char for char, name in named if name.startswith("LATIN ") and _PHONETIC.fullmatch(name) is None]
    found = [char for char in letters if char not in latin and _is_plain(_latin(char))]
    return "".join(found) if latin or len(found) == len(letters) else ""


def with_look(known: HashTrieMap[str, List[str]], name: str) -> HashTrieMap[str, List[str]]:
    """Return names by what they look like, with one more."""
    return known.update({look: known.get(look, List()).push_front(name) for look in looks(name)})


def without_look(known: HashTrieMap[str, List[str]], name: str) -> HashTrieMap[str, List[str]]:
    """Return names by what they look like, without one."""
    return known.update({look: List([each for each in known.get(look, ()) if each != name]) for look in looks(name)})


def without_accents(name: str) -> str:
    """Return letters without the accents on them, and in their one usual form."""
    if name.isascii():
        return name
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))


def _in_latin(words: str) -> str:
    return words if words.isascii() else "".join(map(_latin, words))


def _words_alone(name: str) -> str:
    """Return a name without the signs of punctuation that its words begin or end with; one of nothing else stays unchanged."""
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
    """Return the letter of a small capital, or of a capital in a box or a disc, which Unicode takes for letters of their own."""
    named = _DRAWN.fullmatch(unicodedata.name(char, ""))
    return named[1] if named else char


@cache
def _prototypes() -> Mapping[str, str]:
    """Return what characters look like in ASCII letters, digits, apostrophes and hyphens, by Unicode's own list of confusables.

    A stroke through a letter is an accent, too: the list takes it for another mark.
    """
    # Reading the list takes a tenth of a second, and it comes with the extra for events: only names in other alphabets
    # need it.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    found: dict[str, str] = {}
    for char, others in confusables_data.items():
        first = next((plain for other in others if _is_plain(plain := without_accents(other["c"]))), None)
        if first is not None and not char.isascii():
            found[char] = first
    return found


@cache
def _alike_elsewhere() -> Mapping[str, str]:
    """Return one letter for each group of letters that look alike and are not Latin, such as a Chinese and a Japanese one."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    first: dict[str, str] = {}

    def of(char: str) -> str:
        while (other := first.setdefault(char, char)) != char:
            char = other
        return char

    for char, others in confusables_data.items():
        for other in (each["c"] for each in others):
            if _is_settled(char) and _is_settled(other):
                one, same = sorted((of(char), of(other)))
                first[same] = one
    return {char: of(char) for char in first}


def _is_settled(char: str) -> bool:
    """Return whether a character is a letter that folding leaves unchanged, and that no Latin letter is taken for."""
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
