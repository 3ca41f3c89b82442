"""What is wrong with a case or a declaration, in one place: who said what, and what would be possible."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import Text, counted, text


def no_players(where: str) -> BadInput:
    """A case has no players."""
    return bad_input("no_players", text("At least one player is needed, the active player first."), where=where)


def named_twice(where: str, player: str) -> BadInput:
    """A player stands in a list twice."""
    return bad_input("named_twice", text("{player} is named twice here.", player=player), where=where)


def not_a_player(where: str, given: str, players: tuple[str, ...]) -> BadInput:
    """Somebody is named who does not play."""
    said = text("“{given}” is none of the players: {players}.", given=given, players=players)
    return bad_input("not_a_player", said, where=where)


def choices_of_nobody() -> BadInput:
    """A loop is said to be sustained by choices, but nobody maintains it."""
    said = text("Choices are made by somebody: name in “maintained_by” whose choices keep the loop going.")
    return bad_input("choices_of_nobody", said, where="sustained_by")


def no_declaration(where: str) -> BadInput:
    """What a player is said to have declared is neither a number nor one of the words."""
    said = text(
        "A player says a whole number (digits, or a power such as 10^100), or one of the words “agree”, “none”, “indefinitely”."
    )
    return bad_input("no_declaration", said, where=where)


def below_zero(where: str, player: str) -> BadInput:
    """A player names a negative number of iterations."""
    said = text("{player} named a number below zero; 0 stops the loop before its first iteration.", player=player)
    return bad_input("below_zero", said, where=where)


def steps_without_number(where: str, player: str) -> BadInput:
    """A player names steps of a last iteration, but no number of iterations."""
    said = text("{player} named steps of a last iteration without saying which iteration it is.", player=player)
    return bad_input("steps_without_number", said, where=where)


def steps_without_iteration(where: str, player: str) -> BadInput:
    """A player wants a part of a last iteration, but 0 iterations have no last one."""
    said = text(
        "{player} named steps of the last of 0 iterations; there is none. Say 1 for the first one.", player=player
    )
    return bad_input("steps_without_iteration", said, where=where)


def steps_without_body(where: str, player: str) -> BadInput:
    """A player wants a part of an iteration, but nobody has said of which steps it consists."""
    said = text("{player} named steps of an iteration; list them in “body” first.", player=player)
    return bad_input("steps_without_body", said, where=where)


def steps_outside(where: str, player: str, most: int) -> BadInput:
    """A partial iteration has as many steps as a whole one, or more, or none."""
    said = (
        counted(
            "{player} can stop an iteration halfway only after its first step.",
            "{player} can stop an iteration halfway only after 1 to {count} steps.",
            player=player,
            count=most,
        )
        if most
        else text("{player} cannot stop an iteration halfway: it has a single step.", player=player)
    )
    return bad_input("steps_outside", said, where=where)


def not_asked(where: str, player: str, asked: str) -> BadInput:
    """A player answers while another one is asked."""
    said = text("{player} is not asked now; {asked} answers first.", player=player, asked=asked)
    return bad_input("not_asked", said, where=where)


def nobody_asked(where: str, player: str) -> BadInput:
    """A player answers when everybody has answered."""
    said = text("Everybody has answered; {player} is not asked again.", player=player)
    return bad_input("nobody_asked", said, where=where)


def may_not_say(where: str, player: str, said: str, possible: Text, clause: str) -> BadInput:
    """A player says something that is not theirs to say; `possible` says what is."""
    sentence = text("{player} said “{said}”. {possible}", player=player, said=said, possible=possible)
    return bad_input("may_not_say", sentence, where=where, clauses=(clause,))


def no_part_for_a_maintainer(where: str, player: str) -> BadInput:
    """A maintainer names a partial iteration, which is for those who intervene."""
    said = text(
        "{player} keeps the loop going and names whole iterations; only a player who intervenes may stop one halfway.",
        player=player,
    )
    return bad_input("no_part_for_a_maintainer", said, where=where, clauses=("MTR 4.4.6",))
