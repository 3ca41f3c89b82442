"""What is wrong with a proposed shortcut or an answer to it, in one place."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused, bad_input, refused
from floorjudge.loops.shortcuts.numbers import readable
from floorjudge.texts import Text, counted, text

CUTTING = ("CR shortcuts.2b",)


def nothing_proposed(where: str) -> BadInput:
    """A sequence, or the body of a repeat, is empty."""
    return bad_input("nothing_proposed", text("At least one choice is needed here."), where=where)


def negative_times(where: str) -> BadInput:
    """A repeat is to happen fewer than 0 times."""
    return bad_input("negative_times", text("A repeat can happen 0 times or more often."), where=where)


def too_deep(where: str, most: int) -> BadInput:
    """Repeats stand inside each other more often than anybody could follow."""
    said = text("Repeats can stand inside each other up to {most} deep.", most=most)
    return bad_input("too_deep", said, where=where)


def neither_accepts_nor_stops(where: str) -> BadInput:
    """An answer accepts and shortens at once, or does neither."""
    said = text("An answer either accepts (“accept”: true) or names the place before which to stop (“stop_at”).")
    return bad_input("neither_accepts_nor_stops", said, where=where, clauses=CUTTING)


def no_place(where: str) -> BadInput:
    """A place is not a path of numbers."""
    said = text(
        "A place is a list: the index of an item, then, inside a repeat, the whole iterations done and the index in its body, "
        "and so on."
    )
    return bad_input("no_place", said, where=where)


def no_such_item(where: str, items: int) -> BadInput:
    """A place names an item that is not there."""
    said = counted(
        "There is only one item here, with the index 0.",
        "There are {count} items here; the first has the index 0.",
        count=items,
    )
    return bad_input("no_such_item", said, where=where)


def no_such_iteration(where: str, times: int) -> BadInput:
    """A place lies in an iteration that a repeat does not have."""
    said = text(
        "The whole iterations done are a number from 0, below the times of the repeat: {times}.", times=readable(times)
    )
    return bad_input("no_such_iteration", said, where=where)


def nothing_inside(where: str) -> BadInput:
    """A place goes on after it has reached a choice."""
    return bad_input(
        "nothing_inside", text("The place has reached a choice already; nothing is inside that."), where=where
    )


def ends_at_a_repeat(where: str) -> BadInput:
    """A place leads to a repeat and not to a choice inside it."""
    said = text(
        "The place must lead to a choice: inside a repeat, go on with the whole iterations done and the index in its body."
    )
    return bad_input("ends_at_a_repeat", said, where=where)


def not_their_choice(where: str, player: str, by: str) -> BadInput:
    """Somebody names a place where another player chooses."""
    said = text(
        "It is {by} who chooses at this place; {player} can stop only where {player} chooses.", by=by, player=player
    )
    return bad_input("not_their_choice", said, where=where, clauses=CUTTING)


def nobodys_choice(where: str, player: str) -> BadInput:
    """Somebody names a place where the rules go on by themselves."""
    said = text("Nobody chooses at this place; {player} can stop only where {player} chooses.", player=player)
    return bad_input("nobodys_choice", said, where=where, clauses=CUTTING)


def not_before_the_end(where: str) -> BadInput:
    """Somebody names a place that an earlier answer has cut off."""
    said = text("An earlier answer ends the sequence at this place or before it; name a place before that end.")
    return bad_input("not_before_the_end", said, where=where, clauses=CUTTING)


def same_choice(player: str, choice: str) -> Refused:
    """A player who shortened the sequence makes the very choice that had been proposed for them."""
    said = text(
        "{player} stopped the shortcut here to do something else than “{choice}”, and must.",
        player=player,
        choice=choice,
    )
    return refused("same_choice", said, clauses=("CR shortcuts.2c",))


def not_as_checked(place: str, reason: Text) -> Refused:
    """A game does not go on as it did when the shortcut was proposed."""
    said = text(
        "The game is not as it was when the shortcut was proposed. Place {place}: {reason}", place=place, reason=reason
    )
    return refused("not_as_checked", said, clauses=("CR shortcuts.2c",))
