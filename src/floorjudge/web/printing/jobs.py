"""What every printed document has in common: the event, the language, the paper, when it was printed."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any

import msgspec
from babel.dates import format_datetime

from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Player, Stage, TableSet
from floorjudge.texts import Language, Text, render, text
from floorjudge.web import languages


class Paper(Enum):
    """A size of paper, named as the typesetter names it."""

    A4 = "a4"
    LETTER = "us-letter"


class Job(msgspec.Struct, frozen=True):
    """One print: the state of an event at one moment, for readers of a language, on a paper.

    `at` is when it is printed, in the time that hangs on the wall there; it stands at the foot of every page.
    """

    state: State
    language: Language
    at: datetime
    paper: Paper = Paper.A4

    def say(self, said: Text) -> str:
        """Return a text in the language of the readers."""
        return render(said, self.language)

    def number(self, whole: int) -> str:
        """Return a whole number as the readers write it."""
        return languages.number(whole, self.language)

    def score(self, player: Player) -> str:
        """Return a tournament score exactly, as the readers write it: `15½`.

        Clauses: OTE 2.8.1
        """
        return languages.score_words(player, self.language)

    def head(self, title: Text) -> dict[str, Any]:
        """Return what the head and the foot of every page are made of, for a document of this title.

        In `folio` the marks U+0001 and U+0002 stand where the page and the number of pages go.
        """
        printed = format_datetime(self.at, format="medium", locale=languages.locale_of(self.language))
        return {
            "paper": self.paper.value,
            "language": self.language,
            "event": self.state.name,
            "title": self.say(title),
            "when": self.say(stage_words(self.state)),
            "printed": self.say(text("Printed {time}", time=printed)),
            "folio": self.say(text("Page {page} of {pages}", page="\x01", pages="\x02")),
        }


def stage_words(state: State) -> Text:
    """Say how far an event has come, as it stands at the head of a page."""
    words = {
        Stage.REGISTRATION: text("Registration"),
        Stage.ROUND: text("Round {round}", round=state.round),
        Stage.READMISSION: text("Readmission after round {round}", round=state.round),
        Stage.FINAL: text("Round {round}, the final", round=state.round),
        Stage.FINISHED: text("Finished after round {round}", round=state.round),
    }
    return words[state.stage]


def set_words(of: TableSet) -> Text:
    """Return the name of a set, as the heading of its tables."""
    words = {
        TableSet.ACTIVE: text("Active set"),
        TableSet.INACTIVE: text("Inactive set"),
        TableSet.READMISSION: text("Readmission game"),
        TableSet.FINAL: text("The final"),
    }
    return words[of]
