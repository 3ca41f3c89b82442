"""The errors for cards, positions and an engine that are missing or wrong."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.reading import BadDocument
from floorjudge.texts import Text, Value, text

MOST_LISTED = 30


class Listing(BadInput):
    """An error with a list of the possibilities, shortened for people."""

    @property
    def full_sentence(self) -> Text:
        """Return the fitting sentence."""
        sentence = super().full_sentence
        values: dict[str, Value] = {
            name: listed(tuple(map(str, value))) if isinstance(value, tuple) else value
            for name, value in sentence.values.items()
        }
        return Text(sentence.message, values)


def listed(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names, each once, shortened for people."""
    once = tuple(dict.fromkeys(names))
    return once if len(once) <= MOST_LISTED else (*once[:MOST_LISTED], "…")


class NoMagicEngine(BadInput):
    sentence = text(
        "The engine for Magic is not installed. Install it with “pip install floorjudge[magic]”; it exists for "
        "Linux and for Macs with Apple's own processors."
    )


class NoCardTexts(BadInput):
    sentence = text(
        "There are no card texts. Install them with “pip install floorjudge[magic]”, or download AtomicCards.json.gz from mtgjson.com "
        "and type “floorjudge magic cards import AtomicCards.json.gz”."
    )


class UnwritableCardTexts(BadInput):
    sentence = text(
        "The card texts need 25 MB in {file}, which cannot be written ({reason}). Make room or allow it, or name another folder in "
        "the variable FLOORJUDGE_CACHE."
    )
    file: str
    reason: Text


class BadCardFile(BadInput):
    place = "{file}"
    sentence = text("The file {file} is no collection of card texts: {expected}.")
    file: str
    expected: Text


class DamagedCardTexts(BadInput):
    place = "{file}"
    sentence = text(
        "The imported card texts in {file} cannot be read. Import them again with “floorjudge magic cards import”."
    )
    file: str


class UnknownCard(Listing):
    sentence = text("There is no card “{name}”. Similar names: {similar}.")
    if_empty = (
        "similar",
        text(
            "There is no card “{name}”, and none with a similar name. Write it as on the English card, give its text under “cards” in the "
            "position, or import newer card texts; those of MTGJSON also have Spanish, French and Portuguese names."
        ),
    )
    name: str
    similar: tuple[str, ...]


class BadPosition(BadDocument):
    outermost = "position"
    sentence = text("A position needs here: {expected}.")


class BadPositionText(BadInput):
    sentence = text("A position in words needs here: {expected}.")
    expected: Text


class PlayerNamedTwice(BadInput):
    place = "names"
    sentence = text("Two players are called “{name}”.")
    name: str


class NoLifeLeft(BadInput):
    sentence = text(
        "All players begin a position alive, and {player} would have lost already: a life total is 1 or more."
    )
    player: str


class NotAttachable(BadInput):
    sentence = text(
        "{name} is not an Aura, an Equipment or a Fortification, so it cannot be attached to anything (CR 704.5p, 704.5q)."
    )
    name: str


class NoSuchPermanent(Listing):
    sentence = text("There is no permanent “{name}”. There are: {known}.")
    if_empty = "known", text("There is no permanent “{name}”, and no other one either.")
    name: str
    known: tuple[str, ...]


class WhichPermanent(BadInput):
    sentence = text(
        "There are several permanents “{name}”. Give one of them a separate name (“as”) and use that name here."
    )
    name: str


class NameGivenTwice(BadInput):
    sentence = text("The name “{name}” is given twice; every name is for one object.")
    name: str


class CopiesWithName(BadInput):
    code = "pile_with_name"
    sentence = text("A name (“as”) is for one object; write this one apart from its copies.")


class CannotBePermanent(BadInput):
    code = "no_permanent"
    sentence = text("{name} cannot be on the battlefield.")
    name: str


class NobodyAttacks(BadInput):
    place = "step"
    sentence = text(
        "No player can attack in this position. Begin in the main phase or at the beginning of combat instead."
    )


class EngineRefused(BadInput):
    sentence = text("The engine does not take this position: {detail}.")
    detail: str
