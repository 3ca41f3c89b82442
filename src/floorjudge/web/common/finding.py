"""Finding a name however it is typed: without accents, in small letters, and without the letters that no keyboard here has."""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not take apart into a letter and a mark. `static/find.js` has the same.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)


def plain(words: str) -> str:
    """Return words as they are compared when somebody looks for them: `Łukasz Müller` is `lukasz muller`."""
    apart = unicodedata.normalize("NFKD", words.casefold().translate(_LETTERS))
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())
