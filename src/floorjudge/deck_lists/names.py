"""What two spellings of the name of a Magic card have in common."""

from __future__ import annotations

import re
import unicodedata


def fold_name(name: str) -> str:
    """Return what two spellings of one name have in common: letters, digits and the stroke between halves."""
    plain = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae")).casefold()
    return re.sub(r"/+", "/", "".join(char for char in plain if char.isalnum() or char in "/_+"))
