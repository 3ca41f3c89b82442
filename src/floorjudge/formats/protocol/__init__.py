"""The class that every format derives from.

A format is a folder in this package (or in a folder that FLOORJUDGE_FORMATS names) with a module `format.py` that has
`FORMAT`, an instance of a class derived from `Format`. `docs/formats.md` writes one from beginning to end. Every method
is pure: it takes values, returns values, and raises a `FloorjudgeError` if a request is impossible. Most have a default;
a class without one of the others cannot be instantiated.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from floorjudge.formats.competition import Competition
from floorjudge.formats.display import Column, Form, Further, Given, Line
from floorjudge.formats.players import Player
from floorjudge.formats.protocol import option_fields
from floorjudge.formats.protocol.display import FormatDisplay, JsonObject, waiting
from floorjudge.formats.protocol.rules import FormatRules, LoopEdition, NoOptions, other_groups
from floorjudge.texts import Text, text

__all__ = [
    "Format",
    "FormatDisplay",
    "FormatRules",
    "JsonObject",
    "LoopEdition",
    "NoOptions",
    "other_groups",
    "waiting",
]


class Format(FormatDisplay):
    """How events of one kind are played (`FormatRules`), shown (`FormatDisplay`), and how their results are entered (here)."""

    # How results are typed. `typed_example` ends the sentence “Type the table's number, then …”.
    typed_example: ClassVar[Text]

    def how_typed(self, event: Competition, table: Any) -> Text:
        """Return how a result of this table is typed, in place of `typed_example`."""
        return self.typed_example

    def line(self, event: Competition, table: Any) -> Line:
        """Return the label, the example and the help of the field in which the desk types a result of this table."""
        what = self.how_typed(event, table)
        return Line(text("Table, then the result"), "", text("Type the table's number, then {result}", result=what))

    @abstractmethod
    def typed(self, event: Competition, table: Any, words: Sequence[str]) -> JsonObject:
        """Return the fields of a claim from the words that are typed for a table, such as `2 1` or the beginning of a name."""

    # On the command line: the prompt before all tables; columns of lists of tables before and after the players; columns of
    # lists of players before (while there are no places) and after those of the standings; the legend under a list of results.
    asking: ClassVar[Text] = text("Type the result of each table; nothing to skip it.")
    table_columns: ClassVar[tuple[tuple[Column, ...], tuple[Column, ...]]] = ((), ())
    list_columns: ClassVar[tuple[tuple[Column, ...], tuple[Column, ...]]] = ((), ())
    result_legend: ClassVar[Text | None] = None

    def from_words(self, event: Competition, table: Any, words: Sequence[str], extra: Mapping[str, Any]) -> JsonObject:
        """Return the fields of a claim from typed words, as `typed` does, with further named fields in `extra`."""
        return {**(self.typed(event, table, words) if words or not extra else {}), **extra}

    def question(self, event: Competition, table: Any) -> Text:
        """Return the prompt for the result of a table."""
        return text("Table {table}: {players}", table=table.table, players=table.players)

    def further(
        self,
        event: Competition,
        table: Any,
        words: Sequence[str],
        extra: Mapping[str, Any],
    ) -> Further | None:
        """Return a further question after words were typed; None if they are a complete result."""
        return None

    def heading(self, name: str, kind: str, round_number: int) -> Text:
        """Return the name of an event and its stage, as a heading."""
        return text("{name}: {stage}", name=name, stage=self.stage_title(kind, round_number))

    def table_cells(self, event: Competition, table: Any) -> tuple[tuple[Text | str, ...], tuple[Text | str, ...]]:
        """Return a table's cells in `table_columns`."""
        return (), ()

    def list_cells(self, event: Competition, player: Player) -> tuple[tuple[Text | str, ...], tuple[Text | str, ...]]:
        """Return a player's cells in `list_columns`."""
        return (), ()

    def result_words(self, event: Competition, outcome: Any, players: tuple[str, ...]) -> Text | None:
        """Return a result in words if the cells of its rows are not enough; `players` are the names as they are shown."""
        return None

    @abstractmethod
    def by_chance(self, event: Competition, table: Any, chance: Random) -> JsonObject:
        """Return the fields of a random report, for rehearsals and demonstrations."""

    def result_form(self, event: Competition, table: Any) -> Form:
        """Return the form in which a game is reported, empty in a format with its own fragments of pages for it."""
        return Form(())

    def result_form_after(self, event: Competition, table: Any, drawn: int) -> Form:
        """Return the form after rulings on loops have drawn this many games of the match at a table."""
        return self.result_form(event, table)

    def result_help(self, event: Competition, table: Any) -> Text | None:
        """Return a help text for the form of a table at the desk; None without one."""
        return None

    @abstractmethod
    def as_given(self, table: Any, claim: Any) -> Given:
        """Return a claim as the values of the fields of the form."""

    @abstractmethod
    def from_form(self, event: Competition, table: Any, given: Given) -> JsonObject:
        """Return the fields of a claim from the values of the form."""

    def as_corrected(self, before: Given, given: Given) -> Given:
        """Return the values of a correction from a form that was filled in with the result so far, `before`."""
        return given

    def options_form(self, players: int | None) -> Form:
        """Return the form in which an event is opened, with a field for each option, named like it."""
        return option_fields.form_of(self.options)

    def options_words(self, options: Any) -> tuple[Text, ...]:
        """Return a sentence for each option; proposals are filled in."""
        return ()

    def options_from_json(self, given: Mapping[str, Any] | None) -> Any:
        """Return options from a JSON value; what it leaves out has the format's default.

        Raises BadInput, placed at `options.…`, for an unknown option and for a value of another kind; and what
        `check_options` raises.
        """
        options = option_fields.from_json(self.options, given)
        self.check_options(options)
        return options

    def options_from_form(self, given: Given) -> JsonObject:
        """Return options as a JSON object from the values of the form, without those left empty."""
        return option_fields.from_form(self.options, given)
