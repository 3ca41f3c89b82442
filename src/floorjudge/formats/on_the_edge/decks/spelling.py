"""How names and collector numbers are compared: by letters and digits alone, whatever was typed around them."""

import re
import unicodedata

# The rules and the card list spell these two differently; the third such pair, Tulpa's and Tulpas', differs only in
# where the apostrophe stands, which is never looked at.
SPELLINGS = {"dimitrivatsavos": "dmitrivatsavos", "sacrificialbloodbath": "sacrificalbloodbath"}

# A prefix may stand apart from its digits when it is CHASE or a single letter; longer ones, as a later set may have,
# only without a gap, so that a note such as “ver 1” stays a note.
NUMBER = r"(?:CHASE[ -]*|[A-Z][ -]?|[A-Z]{0,6})[0-9]{1,4}"
# A letter may mean the same: N, no., nº, nr.
LABEL = r"(?:#|n[o°º]?\.|n[°ºo]|nr\.?)"

_NUMBER = re.compile(rf"(?:{LABEL} ?)?({NUMBER})", re.IGNORECASE | re.ASCII)
_PARTS = re.compile(r"([A-Z]*)[ -]*([0-9]+)")


def fold_name(name: str) -> str:
    """Return what two spellings of one name have in common: letters and digits, without case, accents or gaps."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    key = "".join(char for char in plain if char.isalnum())
    return SPELLINGS.get(key, key)


def fold_number(written: str) -> str | None:
    """Return a collector number in its one form, such as `CHASE4` for `chase-04`; None when it cannot be one."""
    found = _NUMBER.fullmatch(" ".join(written.split()))
    parts = _PARTS.fullmatch(found[1].upper()) if found else None
    return f"{parts[1]}{int(parts[2])}" if parts else None
