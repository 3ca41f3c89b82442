"""What a judge's sheet, or a game, is told when it cannot be read or played."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import Text, text


def no_expression(where: str, written: str) -> BadInput:
    """An expression of a sheet cannot be read."""
    said = text(
        "“{written}” is no linear expression. Use whole numbers, names of resources, +, -, and * by a number; put unusual names "
        "between backquotes.",
        written=written,
    )
    return bad_input("no_expression", said, where=where)


def no_comparison(where: str, written: str) -> BadInput:
    """A condition of a sheet is not one comparison."""
    said = text(
        "“{written}” is no comparison. Write two expressions with one of >= <= > < == != between them.", written=written
    )
    return bad_input("no_comparison", said, where=where)


def not_linear(where: str, written: str) -> BadInput:
    """An expression of a sheet multiplies resources with each other."""
    said = text("“{written}” multiplies two resources; only a number may multiply a resource.", written=written)
    return bad_input("not_linear", said, where=where)


def unknown_resource(where: str, name: str, known: tuple[str, ...]) -> BadInput:
    """An expression of a sheet names a resource that the sheet does not declare."""
    said = text("There is no resource “{name}” on this sheet. It has: {known}.", name=name, known=known)
    return bad_input("unknown_resource", said, where=where)


def unknown_player(where: str, name: str, players: tuple[str, ...]) -> BadInput:
    """A sheet names somebody who is not one of its players."""
    said = text("“{name}” is none of the players: {players}.", name=name, players=players)
    return bad_input("unknown_player_of_sheet", said, where=where)


def bad_sheet(where: str, expected: Text) -> BadInput:
    """A field of a sheet is missing, unknown, or of the wrong kind."""
    return bad_input("bad_sheet", text("A sheet needs here: {expected}.", expected=expected), where=where)


def optional_for_nobody(where: str) -> BadInput:
    """A step is marked optional, but no player is named who could leave it out."""
    said = text("An optional step needs a player who may leave it out: name them as “by”.")
    return bad_input("optional_for_nobody", said, where=where)


def unknown_game(name: str) -> BadInput:
    """OpenSpiel has no game of this name, or not with these parameters."""
    said = text(
        "OpenSpiel has no game “{name}”, or not with these parameters; pyspiel.registered_names() lists those it has.",
        name=name,
    )
    return bad_input("unknown_game", said)


def hidden_information(name: str) -> BadInput:
    """In this game of OpenSpiel's a player does not see the whole position."""
    said = text(
        "In “{name}” players hide something from each other; only games of open information can be watched.", name=name
    )
    return bad_input("hidden_information", said)


def not_in_turns(name: str) -> BadInput:
    """In this game of OpenSpiel's several players choose at once."""
    said = text(
        "In “{name}” players choose at the same moment; only games played one choice after another fit here.", name=name
    )
    return bad_input("not_in_turns", said)
