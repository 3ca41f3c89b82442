"""What cannot be printed yet."""

from __future__ import annotations

from floorjudge.errors import Refused, refused
from floorjudge.texts import text


def nothing_grouped_yet() -> Refused:
    """Tables or slips are to be printed before there are any."""
    return refused("nothing_grouped_yet", text("There are no tables to print before the first round is grouped."))


def no_places_yet() -> Refused:
    """Places are to be printed before the event is finished."""
    said = text("Nobody has a place before the event is finished. The standings can be printed at any time.")
    return refused("no_places_yet", said)


def no_deck_lists_yet() -> Refused:
    """Deck lists are to be printed and none was handed in."""
    return refused("no_deck_lists_yet", text("Nobody has handed in a deck list."))
