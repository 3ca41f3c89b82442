"""What the pages themselves refuse, beside what the web refuses everywhere."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused, bad_input, refused
from floorjudge.texts import text


def no_file_chosen() -> BadInput:
    """A form that wants a file was sent without one."""
    return bad_input("no_file_chosen", text("Choose a file first."), where="file")


def no_deck_list() -> BadInput:
    """A deck list is handed in with nothing in it."""
    return bad_input("no_deck_list", text("Paste the deck list, or choose its file."), where="list")


def not_packed_well() -> BadInput:
    """A packed file cannot be unpacked, or holds far more than any backup."""
    return bad_input(
        "not_packed_well", text("This packed file is broken, or far too large for a backup."), where="file"
    )


def no_winner_named() -> BadInput:
    """A player's report of a game does not say who won."""
    return bad_input("no_winner_named", text("Say who won."), where="winner")


def another_players() -> Refused:
    """What one player has typed would be sent in the name of another one, whose link was opened on the phone since."""
    said = text("This was typed by somebody else, whose link was open on this phone before. It was not sent.")
    return refused("another_players", said)
