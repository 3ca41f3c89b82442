"""Numbers of any size within a sentence: as people would say them."""

from __future__ import annotations

from floorjudge.exact import short

_SAYABLE = 40
_SHOWN = 6


def readable(number: int) -> str:
    """Return a number of 0 or more as it is shown within a sentence.

    A power of ten as `10^k`; of more than 40 digits only the first and the last, the answer's own fields have all of them.
    """
    written = short(number)
    return written if len(written) <= _SAYABLE else f"{written[:_SHOWN]}…{written[-_SHOWN:]}"
