"""Sentences for people, kept as values and translated only when they are shown.

The English sentence stands in the source, next to the code that uses it, and is the key of its translations
(`locale/*/LC_MESSAGES/floorjudge.po`). The core passes `Text` values around; only the edges call `render`.
"""

from __future__ import annotations

import gettext
import re
import string
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

Language: TypeAlias = Literal["en", "es", "fr", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Value: TypeAlias = "str | int | tuple[str | Text, ...] | Text"

# The sign between groups of digits, the fewest digits that are grouped, and the decimal sign, as in Unicode's CLDR.
_GROUPS: dict[Language, tuple[str, int, str]] = {
    "en": (",", 4, "."),
    "es": (".", 5, ","),
    "fr": ("\N{NARROW NO-BREAK SPACE}", 4, ","),
    "pt": (".", 4, ","),
}
# A number: a whole one, perhaps with a half or with a sign before it, or one with decimals.
_WRITTEN = re.compile(r"([+−-]?)(\d+)(½|\.\d+)?", re.ASCII)
# A text that is only a number: its digits, of any length, stand in groups where people read it.
_NUMBER = "{digits:n}"
_SEVERAL = 2  # a count that is plural in every language
_PARSER = string.Formatter()
_SENTENCE_ENDS = (".", ":", "!", "?", "…")
# A preposition, an article at the beginning of a phrase in a gap, and what both are together.
_CONTRACTIONS: dict[Language, tuple[tuple[str, str, str], ...]] = {
    "es": (("de ", "el ", "del "), ("a ", "el ", "al ")),
    "fr": (("de ", "le ", "du "), ("à ", "le ", "au "), ("de ", "les ", "des "), ("à ", "les ", "aux ")),
    "pt": (
        *(("de ", f"{article} ", f"d{article} ") for article in ("o", "a", "os", "as")),
        *(("em ", f"{article} ", f"n{article} ") for article in ("o", "a", "os", "as")),
        *(("por ", f"{article} ", f"pel{article} ") for article in ("o", "a", "os", "as")),
        ("a ", "o ", "ao "),
        ("a ", "os ", "aos "),
        ("a ", "a ", "à "),
        ("a ", "as ", "às "),
    ),
}
# French words that lose their last letter before a vowel or a silent h.
_ELIDED = ("de ", "que ", "lorsque ", "puisque ")
# Where French hears a vowel: not in an initial (“de A.”), in y only before a consonant (Yves, not Yann).
_VOWEL = re.compile(r"(?!\w([.,;]|$))([aeiouœæøı]|y[^\Waeiou])")
# No letter tells whether an h is silent. In French given names it is, and the usage that the Académie and Québec's office for the language
# describe is d’Hector, d’Henri, d’Hubert; Hugo wavers and goes with them. Names of other languages (Hans, Hiro, Hassan) keep theirs.
_SILENT_H = frozenset(
    """hadrien hector helene helie heliodore heliette heloise henri henriette hercule hermance hermeline hermine hermione herve
    hilaire hippolyte homere honore honorine horace hortense hubert huberte hugo hugues huguette humbert hyacinthe""".split()
)
# Spanish “y” and “o” before a word that begins with the same sound: the i of Inés, Hilda and Yves, but not of Ian, hielo and Yolanda;
# the o of Óscar and Horacio, and of the numbers ocho, ochenta and once.
_SAME_SOUND = (("y ", "e ", re.compile(r"h?i(?![aeou])|y[^\Waeiou]")), ("o ", "u ", re.compile(r"h?o|8|11(?!\d)")))
_CATALOGUES = Path(__file__).with_name("locale")


class Text(msgspec.Struct, frozen=True):
    """A sentence with gaps and the values for them; `plural` is the English for all counts but one.

    `str` returns the English sentence, `render` that of any language.
    """

    message: str
    values: dict[str, Value] = {}
    plural: str | None = None

    def __str__(self) -> str:
        """Return the English sentence; for another language see `render`."""
        return render(self, "en")


def text(message: str, **values: Value) -> Text:
    """Return a sentence that can be translated.

    `message` is English with named gaps such as `{player}`; `values` fill them: words, whole numbers, tuples of names
    or phrases (joined with commas) or other texts (whole phrases).
    """
    return Text(message, values)


def gaps(sentence: Text) -> set[str]:
    """Return the names of the gaps of a text that have no value."""
    named = (gap for form in (sentence.message, sentence.plural or "") for _, gap, _, _ in _PARSER.parse(form))
    return {gap for gap in named if gap is not None}.difference(sentence.values)


def in_any(words: str) -> Text:
    """Return words that are the same in every language, such as another program's message."""
    return Text("{words}", {"words": words})


def counted(one: str, many: str, *, count: int, **values: Value) -> Text:
    """Return a sentence whose form depends on `count`, which fills the gap `{count}`; see `text`."""
    return Text(one, {"count": count, **values}, many)


def decimal(value: float) -> Text:
    """Return a number of 0 or more with one decimal, to fill a gap: `1.2`, or `1,2` with a decimal comma."""
    return number_text(f"{value:.1f}")


def grouped(written: str) -> str | Text:
    """Return a written number as a value for a gap, where its digits stand in groups; one such as `10^100` unchanged."""
    return number_text(written) if written.removeprefix("-").isdecimal() else written


def number_text(written: str) -> Text:
    """Return a number as a text, from its digits with a decimal point, see `in_groups`."""
    return Text(_NUMBER, {"digits": written})


def in_groups(written: str, language: Language) -> str:
    """Return a number as a language writes it: `12,345`, `−7½`, in Spanish `1234` and `0,3333`; anything else as it is."""
    number = _WRITTEN.fullmatch(written)
    if number is None:
        return written
    separator, fewest, point = _GROUPS[language]
    sign, digits, rest = number.groups(default="")
    first = len(digits) % 3 or 3
    groups = [digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))]
    whole = digits if len(digits) < fewest else separator.join(groups)
    return f"{sign.replace('-', '−')}{whole}{rest.replace('.', point)}"


def in_lines(*sentences: Text) -> Text:
    """Return several sentences as one text, one on each line."""
    lines = {f"line{number}": line for number, line in enumerate(sentences)}
    return Text("\n".join(f"{{{name}}}" for name in lines), {**lines})


def render(sentence: Text, language: Language, *, for_people: bool = True) -> str:
    """Return a text in a language, with the digits of whole numbers in groups `for_people`, else as they are compared.

    Raises KeyError if a gap has no value: an error in the source, found by the tests that render every text.
    """
    if sentence.message == _NUMBER:
        digits = str(sentence.values["digits"])
        return in_groups(digits, language) if for_people else digits
    return _with_gaps_filled(_pattern(sentence, language), sentence.values, language, for_people=for_people)


def _pattern(sentence: Text, language: Language) -> str:
    """Return a text in a language with its gaps, in the form for its count."""
    catalogue = _catalogue(language)
    if sentence.plural is None:
        return catalogue.gettext(sentence.message)
    count = sentence.values["count"]
    number = count if isinstance(count, int) else 0
    pattern = catalogue.ngettext(sentence.message, sentence.plural, number)
    if number == 0 and "{count}" in sentence.plural and "{count}" not in pattern:
        # French counts 0 as one; a form that writes “one” in words would be false.
        return catalogue.ngettext(sentence.message, sentence.plural, _SEVERAL)
    return pattern


def _with_gaps_filled(pattern: str, values: Mapping[str, Value], language: Language, *, for_people: bool) -> str:
    """Return a pattern with its gaps filled, each as the grammar of the language joins it to the words before it."""
    written = ""
    for literal, gap, _, _ in _PARSER.parse(pattern):
        written += literal
        if gap is None:
            continue
        value = values[gap]
        filled = _filled(value, language, for_people=for_people)
        if not isinstance(value, Text):
            written = _joined(written, filled, language)
            continue
        if not written and pattern.endswith(_SENTENCE_ENDS):
            filled = filled[:1].upper() + filled[1:]
        elif written.endswith(": ") and filled.endswith(_SENTENCE_ENDS) and _has_its_own_capital(value, language):
            filled = filled[:1].lower() + filled[1:]
        written = _contracted(written, filled, language)
    return written


def _has_its_own_capital(sentence: Text, language: Language) -> bool:
    """Return whether a sentence begins with a capital only because it is a sentence, so that a colon before it takes it away.

    English keeps it there, names and abbreviations have it everywhere.
    """
    if language == "en" or sentence.message == _NUMBER:
        return False
    literal, gap, _, _ = next(iter(_PARSER.parse(_pattern(sentence, language))), ("", None, None, None))
    if literal:
        return not literal[1:2].isupper()
    value = sentence.values.get(gap or "")
    if not isinstance(value, Text):
        return False
    return _has_its_own_capital(value, language) or render(value, language)[:1].islower()


def _contracted(before: str, phrase: str, language: Language) -> str:
    """Return a phrase joined to the words before it: `de` and `el jugador` are `del jugador`."""
    for preposition, article, together in _CONTRACTIONS.get(language, ()):
        if phrase.startswith(article) and _ends_with_word(before, preposition):
            joined = together.capitalize() if before[-len(preposition)].isupper() else together
            return f"{before[: -len(preposition)]}{joined}{phrase[len(article) :]}"
    return _joined(before, phrase, language)


def _joined(before: str, words: str, language: Language) -> str:
    """Return words joined to those before them: `de` and `Ana` are `d’Ana` in French, `y` and `Inés` are `e Inés` in Spanish."""
    if language == "fr" and any(_ends_with_word(before, word) for word in _ELIDED) and _is_elided_before(_plain(words)):
        return f"{before[:-2]}’{words}"
    if language == "es":
        for conjunction, instead, sound in _SAME_SOUND:
            if before.endswith(f" {conjunction}") and sound.match(_plain(words)):
                return f"{before.removesuffix(conjunction)}{instead}{words}"
    return before + words


def _is_elided_before(plain: str) -> bool:
    """Return whether French elides before words without accents and capitals."""
    return _VOWEL.match(plain) is not None or re.split(r"\W", plain, maxsplit=1)[0] in _SILENT_H


def _plain(words: str) -> str:
    """Return words in small letters without accents."""
    return "".join(char for char in unicodedata.normalize("NFD", words).lower() if not unicodedata.combining(char))


def _ends_with_word(before: str, word: str) -> bool:
    return before.lower().endswith(word) and not before[: -len(word)][-1:].isalnum()


def _filled(value: Value, language: Language, *, for_people: bool) -> str:
    if isinstance(value, int):
        return in_groups(str(value), language) if for_people else signed(value)
    if isinstance(value, str):
        return isolated(value)
    if isinstance(value, Text):
        return render(value, language, for_people=for_people)
    return listed((_filled(each, language, for_people=for_people) for each in value), language)


def listed(names: Iterable[str], language: Language) -> str:
    """Return names in a list, each with its own writing direction: after commas, or semicolons if names have commas."""
    all_of_them = list(map(isolated, names))
    semicolon = "\N{NARROW NO-BREAK SPACE}; " if language == "fr" else "; "
    return (semicolon if any(", " in name for name in all_of_them) else ", ").join(all_of_them)


def signed(number: int) -> str:
    """Return a whole number, with a real minus sign if it is negative."""
    return str(number) if number >= 0 else f"\N{MINUS SIGN}{-number}"


def isolated(words: str) -> str:
    """Return words isolated from the text around them if they are written from right to left."""
    if words.isascii() or not any(unicodedata.bidirectional(char) in ("R", "AL") for char in words):
        return words
    return f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    """Return the translations into a language; none, so that every sentence is English, where there is no catalogue of it (yet)."""
    return gettext.translation("floorjudge", _CATALOGUES, [language], fallback=True)
