"""The only reader of JSON fields: each of its kind, with the place of what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from floorjudge.errors import BadInput
from floorjudge.texts import text

Word = TypeVar("Word")


class NotAnObject(BadInput):
    """A JSON object is expected and something else stands there."""

    code = "not_an_object"
    sentence = text("An object in braces is needed here.")


class NotAList(BadInput):
    """A JSON list is expected and something else stands there."""

    code = "not_a_list"
    sentence = text("A list is needed here.")


class NotWords(BadInput):
    """A name or another text is expected, and something else or nothing visible stands there."""

    code = "not_words"
    sentence = text("A text is needed here, and not an empty one.")


class NotTrueOrFalse(BadInput):
    """A truth value is expected and something else stands there."""

    code = "not_true_or_false"
    sentence = text("Only true or false can stand here.")


class NotACount(BadInput):
    """A small whole number is expected and something else stands there."""

    code = "not_a_count"
    sentence = text("A plain whole number is needed here.")


class NoSuchField(BadInput):
    """A field has a name that means nothing here."""

    code = "no_such_field"
    sentence = text("There is no such field. These exist: {known}.")
    known: tuple[str, ...]


class FieldLeftOut(BadInput):
    """A field without which nothing can be said is missing."""

    code = "field_left_out"
    sentence = text("This is missing and needed.")


class UnknownChoice(BadInput):
    """A field takes one of a few words and has another one."""

    code = "unknown_choice"
    sentence = text("Only one of these can stand here: {known}.")
    known: tuple[str, ...]


class Fields(NamedTuple):
    """The fields of one JSON object."""

    given: Mapping[str, Any]
    where: str

    @classmethod
    def of(cls, given: object, where: str, known: tuple[str, ...]) -> Fields:
        """Return the fields of a JSON value.

        `where` is its place, empty for the outermost. Raises BadInput for another kind of value, or an unknown field.
        """
        if not isinstance(given, dict):
            raise NotAnObject(where=where or "case")
        fields = cls(given, where)
        for name in given:
            if name not in known:
                raise NoSuchField(known, where=fields.place(name))
        return fields

    def place(self, name: str) -> str:
        """Return the place of a field, such as `declarations[1].says`."""
        return f"{self.where}.{name}" if self.where else name

    def has(self, name: str) -> bool:
        """Say whether a field is there; one that is null is not."""
        return self.given.get(name) is not None

    def need(self, name: str) -> object:
        """Return a field as it is; raises BadInput when it is missing."""
        if not self.has(name):
            raise FieldLeftOut(where=self.place(name))
        return self.given[name]

    def words(self, name: str) -> str:
        """Return a text that must be there and must not be empty."""
        return listed(self.need(name), self.place(name))

    def flag(self, name: str) -> bool:
        """Return a truth value, false where it is left out."""
        given = self.given.get(name, False)
        if not isinstance(given, bool):
            raise NotTrueOrFalse(where=self.place(name))
        return given

    def count(self, name: str) -> int:
        """Return a small whole number that must be there."""
        given = self.need(name)
        if not isinstance(given, int) or isinstance(given, bool):
            raise NotACount(where=self.place(name))
        return given

    def choice(self, name: str, known: tuple[Word, ...], otherwise: Word) -> Word:
        """Return one of a few words, `otherwise` where the field is left out."""
        given = self.given.get(name, otherwise)
        for word in known:
            if given == word:
                return word
        raise UnknownChoice(tuple(str(word) for word in known if word is not None), where=self.place(name))

    def object(self, name: str, known: tuple[str, ...]) -> Fields:
        """Return the fields of an object within this one."""
        return Fields.of(self.need(name), self.place(name), known)

    def items(self, name: str) -> list[tuple[Any, str]]:
        """Return the items of a list with their places; none where the list is left out."""
        given = self.need(name) if self.has(name) else []
        if not isinstance(given, list):
            raise NotAList(where=self.place(name))
        return [(item, f"{self.place(name)}[{index}]") for index, item in enumerate(given)]

    def names(self, name: str) -> list[str]:
        """Return the texts of a list that must be there."""
        self.need(name)
        return [listed(item, where) for item, where in self.items(name)]


def listed(given: object, where: str) -> str:
    """Return a text; raises BadInput for another kind of value, or nothing visible."""
    if not isinstance(given, str) or not given.strip():
        raise NotWords(where=where)
    return given
