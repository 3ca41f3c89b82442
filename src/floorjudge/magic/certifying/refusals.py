"""What is said when a loop cannot be certified because it is not one yet."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import text


def no_body() -> BadInput:
    """A case to certify has no body, or an empty one."""
    said = text(
        "A loop needs a “body”: the steps that are repeated, such as {example}.",
        example='[{"by": 0, "do": "activate", "source": "bear"}]',
    )
    return bad_input("no_body", said, where="body")


def times_below_nothing() -> BadInput:
    """A number of times is below 0."""
    return bad_input("times_below_nothing", text("A loop is repeated 0 times or more."), where="times")


def no_seats(players: int) -> BadInput:
    """What a judge says of who keeps a loop going is not a list of players' numbers."""
    said = text(
        "Who keeps a loop going is a list of players by their numbers, 0 to {last}, such as {example}; an empty list is nobody.",
        last=players - 1,
        example="[0]",
    )
    return bad_input("no_seats", said, where="maintained_by")
