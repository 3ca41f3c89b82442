"""What cannot be read as a number, and what cannot be computed."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import text


def no_number(where: str) -> BadInput:
    """A number is expected and something else stands there."""
    said = text("A whole number is needed here: digits, or a power such as 10^100 (in JSON, as a text).")
    return bad_input("no_number", said, where=where)


def too_many_digits(where: str, limit: int) -> BadInput:
    """A number has more digits than we take in."""
    said = text("This number has more than {limit} digits; nobody could read the answer.", limit=limit)
    return bad_input("too_many_digits", said, where=where)
