"""What is said when cards, a position or the engine cannot be had."""

from __future__ import annotations

from floorjudge.errors import BadInput, bad_input
from floorjudge.texts import Text, text


def no_engine() -> BadInput:
    """The rules engine for Magic is not installed."""
    said = text(
        "The engine for Magic is not installed. Install it with “pip install floorjudge[magic]”; it exists for Linux and for Macs "
        "with Apple's own processors."
    )
    return bad_input("no_magic_engine", said)


def cards_not_imported() -> BadInput:
    """No card texts have been imported yet, and a package that carries some is installed."""
    return bad_input(
        "cards_not_imported", text("No card texts have been imported. Type “floorjudge magic cards import”.")
    )


def no_cards() -> BadInput:
    """No card texts have been imported yet."""
    said = text(
        "No card texts have been imported. Download AtomicCards.json.gz from mtgjson.com and type “floorjudge magic cards import "
        "AtomicCards.json.gz”, or give the text of each card under “cards” in the position."
    )
    return bad_input("no_card_texts", said)


def no_card_source() -> BadInput:
    """An import names no file, and no package with card texts is installed."""
    said = text(
        "Name the file with the card texts: “floorjudge magic cards import AtomicCards.json.gz”. MTGJSON offers it at mtgjson.com."
    )
    return bad_input("no_card_source", said)


def bad_card_file(file: str, expected: Text) -> BadInput:
    """A file of card texts does not hold what it should."""
    said = text("The file {file} is no collection of card texts: {expected}.", file=file, expected=expected)
    return bad_input("bad_card_file", said, where=file)


def damaged_card_cache(file: str) -> BadInput:
    """The file of imported card texts cannot be read."""
    said = text(
        "The imported card texts in {file} cannot be read. Import them again with “floorjudge magic cards import”.",
        file=file,
    )
    return bad_input("damaged_card_texts", said, where=file)


def unknown_card(name: str, similar: tuple[str, ...]) -> BadInput:
    """A card is named that is not among the imported ones."""
    if similar:
        said = text("There is no card “{name}”. Similar names: {similar}.", name=name, similar=similar)
    else:
        said = text(
            "There is no card “{name}”, and none with a similar name. Give its text under “cards” in the position, or import newer "
            "card texts with “floorjudge magic cards import”.",
            name=name,
        )
    return bad_input("unknown_card", said)


def bad_position(where: str, expected: Text) -> BadInput:
    """A field of a position is missing, unknown, or of the wrong kind."""
    return bad_input("bad_position", text("A position needs here: {expected}.", expected=expected), where=where)


def bad_position_text(where: str, expected: Text) -> BadInput:
    """A line of a position in words cannot be read."""
    return bad_input(
        "bad_position_text", text("A position in words needs here: {expected}.", expected=expected), where=where
    )


def player_named_twice(name: str) -> BadInput:
    """Two players of a position have the same name."""
    return bad_input("player_named_twice", text("Two players are called “{name}”.", name=name), where="names")


def no_life_left(where: str, player: str) -> BadInput:
    """A player of a position has no life left, and so is not in the game any more."""
    said = text(
        "A position begins with everybody alive, and {player} would have lost already: a life total is 1 or more.",
        player=player,
    )
    return bad_input("no_life_left", said, where=where)


def no_such_permanent(where: str, name: str, known: tuple[str, ...]) -> BadInput:
    """An Aura or Equipment is put on something that is not on the battlefield."""
    if known:
        said = text("There is no permanent “{name}”. There are: {known}.", name=name, known=known)
    else:
        said = text("There is no permanent “{name}”, and no other one either.", name=name)
    return bad_input("no_such_permanent", said, where=where)


def which_permanent(where: str, name: str) -> BadInput:
    """An Aura or Equipment is put on a permanent of which there are several."""
    said = text(
        "There are several permanents “{name}”. Give one of them a name of its own (“as”) and use that name here.",
        name=name,
    )
    return bad_input("which_permanent", said, where=where)


def name_given_twice(where: str, name: str) -> BadInput:
    """Two objects of a position have the same name of their own."""
    return bad_input(
        "name_given_twice",
        text("The name “{name}” is given twice; every name is for one object.", name=name),
        where=where,
    )


def pile_with_name(where: str) -> BadInput:
    """A pile of several objects has a name that only one object can have."""
    said = text("A name (“as”) is for one object; write this one apart from its copies.")
    return bad_input("pile_with_name", said, where=where)


def no_permanent(where: str, name: str) -> BadInput:
    """An instant or a sorcery is on the battlefield."""
    return bad_input("no_permanent", text("{name} cannot be on the battlefield.", name=name), where=where)


def nobody_attacks() -> BadInput:
    """A position is in the declare attackers step, but there is nobody who could attack."""
    said = text("Nobody can attack in this position. Begin in the main phase or at the beginning of combat instead.")
    return bad_input("nobody_attacks", said, where="step")


def engine_refused(detail: str) -> BadInput:
    """The engine does not take a position; `detail` is its own word."""
    return bad_input("engine_refused", text("The engine does not take this position: {detail}.", detail=detail))
