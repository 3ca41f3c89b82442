"""What is wrong with a case or a declaration, in one place: who said what, and what would be possible."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.texts import Text, counted, text


def not_an_object(where: str) -> BadInput:
    """A JSON object is expected and something else stands there."""
    return BadInput("not_an_object", text("An object in braces is needed here."), where=where)


def not_a_list(where: str) -> BadInput:
    """A JSON list is expected and something else stands there."""
    return BadInput("not_a_list", text("A list is needed here."), where=where)


def not_words(where: str) -> BadInput:
    """A name or another text is expected, and something else or nothing visible stands there."""
    return BadInput("not_words", text("A text is needed here, and not an empty one."), where=where)


def not_true_or_false(where: str) -> BadInput:
    """A truth value is expected and something else stands there."""
    return BadInput("not_true_or_false", text("Only true or false can stand here."), where=where)


def not_a_count(where: str) -> BadInput:
    """A small whole number is expected and something else stands there."""
    return BadInput("not_a_count", text("A plain whole number is needed here."), where=where)


def no_such_field(where: str, known: tuple[str, ...]) -> BadInput:
    """A field has a name that means nothing here."""
    return BadInput("no_such_field", text("There is no such field. These exist: {known}.", known=known), where=where)


def field_left_out(where: str) -> BadInput:
    """A field without which nothing can be said is missing."""
    return BadInput("field_left_out", text("This is missing and needed."), where=where)


def unknown_choice(where: str, known: tuple[str, ...]) -> BadInput:
    """A field takes one of a few words and has another one."""
    return BadInput("unknown_choice", text("Only one of these can stand here: {known}.", known=known), where=where)


def no_players(where: str) -> BadInput:
    """A case has no players."""
    return BadInput("no_players", text("At least one player is needed, the active player first."), where=where)


def named_twice(where: str, player: str) -> BadInput:
    """A player stands in a list twice."""
    return BadInput("named_twice", text("{player} is named twice here.", player=player), where=where)


def not_a_player(where: str, given: str, players: tuple[str, ...]) -> BadInput:
    """Somebody is named who does not play."""
    said = text("“{given}” is none of the players: {players}.", given=given, players=players)
    return BadInput("not_a_player", said, where=where)


def choices_of_nobody() -> BadInput:
    """A loop is said to be sustained by choices, but nobody maintains it."""
    said = text("Choices are made by somebody: name in “maintained_by” whose choices keep the loop going.")
    return BadInput("choices_of_nobody", said, where="sustained_by")


def no_declaration(where: str) -> BadInput:
    """What a player is said to have declared is neither a number nor one of the words."""
    said = text(
        "A player says a whole number (digits, or a power such as 10^100), or one of the words “agree”, “none”, “indefinitely”."
    )
    return BadInput("no_declaration", said, where=where)


def below_zero(where: str, player: str) -> BadInput:
    """A player names a negative number of iterations."""
    said = text("{player} named a number below zero; 0 stops the loop before its first iteration.", player=player)
    return BadInput("below_zero", said, where=where)


def steps_without_number(where: str, player: str) -> BadInput:
    """A player names steps of a last iteration, but no number of iterations."""
    said = text("{player} named steps of a last iteration without saying which iteration it is.", player=player)
    return BadInput("steps_without_number", said, where=where)


def steps_without_iteration(where: str, player: str) -> BadInput:
    """A player wants a part of a last iteration, but 0 iterations have no last one."""
    said = text(
        "{player} named steps of the last of 0 iterations; there is none. Say 1 for the first one.", player=player
    )
    return BadInput("steps_without_iteration", said, where=where)


def steps_without_body(where: str, player: str) -> BadInput:
    """A player wants a part of an iteration, but nobody has said of which steps it consists."""
    said = text("{player} named steps of an iteration; list them in “body” first.", player=player)
    return BadInput("steps_without_body", said, where=where)


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
    return BadInput("steps_outside", said, where=where)


def not_asked(where: str, player: str, asked: str) -> BadInput:
    """A player answers while another one is asked."""
    said = text("{player} is not asked now; {asked} answers first.", player=player, asked=asked)
    return BadInput("not_asked", said, where=where)


def nobody_asked(where: str, player: str) -> BadInput:
    """A player answers when everybody has answered."""
    said = text("Everybody has answered; {player} is not asked again.", player=player)
    return BadInput("nobody_asked", said, where=where)


def may_not_say(where: str, player: str, said: str, possible: Text, clause: str) -> BadInput:
    """A player says something that is not theirs to say; `possible` says what is."""
    sentence = text("{player} said “{said}”. {possible}", player=player, said=said, possible=possible)
    return BadInput("may_not_say", sentence, where=where, clauses=(clause,))


def no_part_for_a_maintainer(where: str, player: str) -> BadInput:
    """A maintainer names a partial iteration, which is for those who intervene."""
    said = text(
        "{player} keeps the loop going and names whole iterations; only a player who intervenes may stop one halfway.",
        player=player,
    )
    return BadInput("no_part_for_a_maintainer", said, where=where, clauses=("MTR 4.4.6",))
