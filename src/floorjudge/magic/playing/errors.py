"""The errors of bodies, of their steps, and of shortcuts on the engine."""

from __future__ import annotations

from floorjudge.errors import BadInput, Refused
from floorjudge.magic.errors import Listing
from floorjudge.texts import Text, text


class BadStep(BadInput):
    sentence = text("A body needs here: {expected}.")
    expected: Text


class NoDo(BadInput):
    sentence = text("A step has to say what is done, as “do”: one of {known}.")
    known: tuple[str, ...]


class NoSuchStep(BadInput):
    sentence = text("There is no step “{given}”; a step is one of: {known}.")
    given: str
    known: tuple[str, ...]


class BodyTooLong(BadInput):
    sentence = text("A body can have up to {most} steps.")
    most: int


class UnknownSeat(BadInput):
    sentence = text("There is no player “{given}”. There are, with the numbers from 0: {known}.")
    given: str
    known: tuple[str, ...]


class NotTheirStep(BadInput):
    sentence = text("{player} acts here, not {by}.")
    by: str
    player: str


class NotPossible(Listing):
    sentence = text("“{words}” is not possible here. {player} can choose: {possible}.")
    if_empty = "possible", text("“{words}” is not possible here; {player} can do nothing of this kind.")
    words: str
    player: str
    possible: tuple[str, ...]


class WhichOne(Listing):
    sentence = text(
        "“{words}” can be several things here that are not alike: {possible}. Give one a separate name (“as”) in "
        "the position, or say whose it is (“of”), or which one, counted from 0 (“nth”)."
    )
    words: str
    possible: tuple[str, ...]


class WhichAbility(Listing):
    sentence = text(
        "{source} has several abilities that can be activated. Say which (“ability”), by its number or words of "
        "its text: {possible}."
    )
    source: str
    possible: tuple[str, ...]


class AnswerNeeded(Listing):
    sentence = text("{question} The body does not say. Possible: {possible}.")
    question: Text
    possible: tuple[str, ...]


class NothingAsked(BadInput):
    sentence = text("No question here takes “{words}” as an answer.")
    words: str


class NotAllowedByEngine(BadInput):
    sentence = text("The engine does not allow this here. Its own words: {detail}")
    detail: str


class EmptyStack(BadInput):
    sentence = text("Nothing is on the stack that could resolve.")


class DoesNotEnd(Refused):
    sentence = text("This does not come to an end within {most} actions.")
    most: int


class UnknownStepName(BadInput):
    sentence = text("There is no step “{given}” of a turn; they are: {known}.")
    given: str
    known: tuple[str, ...]


class StepNotReached(Refused):
    sentence = text("No player gets priority in the step “{given}”, even if all players keep passing.")
    given: str


class MagicGameOver(Refused):
    sentence = text("The game is over; nothing more can be done in it.")


class NothingNew(Listing):
    sentence = text("Several things come into being in this step ({came}); only one could be called “{label}”.")
    if_empty = "came", text("Nothing comes into being in this step that could be called “{label}”.")
    label: str
    came: tuple[str, ...]
