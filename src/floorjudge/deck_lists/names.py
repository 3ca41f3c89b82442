"""The common form of all spellings of a Magic card's name."""

from __future__ import annotations

import re
import unicodedata


def fold_name(name: str) -> str:
    """Return the common form of all spellings of a name: letters, digits and the stroke between halves."""
    plain = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae")).casefold()
    return re.sub(r"/+", "/", "".join(char for char in plain if char.isalnum() or char in "/_+"))
