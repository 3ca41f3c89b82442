"""The only reader of JSON fields: each method reads one kind of value, and its errors have the place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeGuard, TypeVar

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text

Word = TypeVar("Word")
JsonObject: TypeAlias = dict[str, Any]


class WrongField(BadInput):
    """A field has a wrong value; `needs` describes a right one, as part of a sentence, with gaps for fields."""

    needs: ClassVar[Text]

    @property
    def needed(self) -> Text:
        """The description of a right value, as part of a sentence."""
        return self.filled(self.needs)


class NotAnObject(WrongField):
    sentence = text("An object in braces is needed here.")
    needs = text("an object")


class NotAList(WrongField):
    sentence = text("A list is needed here.")
    needs = text("a list")


class NotWords(WrongField):
    sentence = text("A text is needed here, and not an empty one.")
    needs = text("a text")


class NotTrueOrFalse(WrongField):
    sentence = text("Only true or false can stand here.")
    needs = text("true or false")


class NotACount(WrongField):
    sentence = text("A plain whole number is needed here.")
    needs = text("a plain whole number")


class NoSuchField(WrongField):
    sentence = text("There is no such field. These exist: {known}.")
    needs = text("one of the fields {known}")
    known: tuple[str, ...]


class FieldLeftOut(WrongField):
    sentence = text("This is missing and needed.")
    needs = text("a value")


class TooMany(WrongField):
    sentence = text("At most {limit} can stand here; there are {count}.")
    needs = text("{limit} at most, not {count}")
    limit: int
    count: int


class UnknownChoice(WrongField):
    sentence = text("Only one of these can stand here: {known}.")
    needs = text("one of {known}")
    known: tuple[str, ...]


class WrittenTwice(BadInput):
    sentence = text("“{name}” stands twice in the same place; keep one of them.")
    name: str


def json_value(written: str | bytes, **reading: Any) -> Any:  # noqa: ANN401 (any JSON value)
    """Return the JSON value in a text; `reading` are other arguments of `json.loads`.

    Raises WrittenTwice, with the place, if a name occurs twice in one object, and whatever `json.loads` raises.
    """
    twice: list[tuple[JsonObject, str]] = []

    def fields(pairs: list[tuple[str, Any]]) -> JsonObject:
        """Return an object, and note the first name that it has twice."""
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice.append((found, next(name for index, name in enumerate(names) if name in names[:index])))
        return found

    value = json.loads(written, object_pairs_hook=fields, **reading)
    for inner, where in _places(value) if twice else ():
        for found, name in twice:
            if inner is found:
                raise WrittenTwice(name, where=f"{where}.{name}".removeprefix("."))
    return value


def _places(value: object, where: str = "") -> Iterator[tuple[object, str]]:
    """Yield a JSON value and all values in it with their places, in the order in which they are written."""
    yield value, where
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _places(inner, f"{where}.{name}".removeprefix("."))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, f"{where}[{index}]")


class BadDocument(BadInput):
    """A kind of document whose fields all have one error code; its sentence has a gap for the needed value."""

    outermost: ClassVar[str]
    expected: Text


# More than any real document has.
MOST_ITEMS = 10_000


class Fields(NamedTuple):
    """The fields of one JSON object; `document`, if given, determines the class of their errors."""

    given: Mapping[str, Any]
    where: str
    document: type[BadDocument] | None = None

    @classmethod
    def of(
        cls, given: object, where: str, known: tuple[str, ...] | None = None, document: type[BadDocument] | None = None
    ) -> Fields:
        """Return the fields of a JSON value.

        `where` is its place, empty for the outermost; `known` are the allowed field names, None if any is allowed.
        Raises BadInput for another kind of value, or an unknown field.
        """
        fields = cls(given if isinstance(given, dict) else {}, where, document)
        if not isinstance(given, dict):
            raise fields.wrong(NotAnObject(where=where or (document.outermost if document else "case")))
        for name in given:
            if known is not None and name not in known:
                raise fields.wrong(NoSuchField(known, where=fields.place(name)))
        return fields

    def wrong(self, error: WrongField) -> BadInput:
        """Return an error in the class of this kind of document."""
        return error if self.document is None else self.document(error.needed, where=error.where)

    def place(self, name: str) -> str:
        """Return the place of a field, such as `declarations[1].says`."""
        return f"{self.where}.{name}" if self.where else name

    def has(self, name: str) -> bool:
        """Return whether a field is there and is not null."""
        return self.given.get(name) is not None

    def need(self, name: str, kind: type[WrongField] = FieldLeftOut) -> Any:  # noqa: ANN401 (any JSON value)
        """Return a field's value, unchecked; raises BadInput if it is missing.

        `kind` is the error for a value of the wrong kind: a document raises it for a missing one, too.
        """
        if not self.has(name):
            missing = FieldLeftOut if self.document is None else kind
            raise self.wrong(missing(where=self.place(name)))
        return self.given[name]

    def words(self, name: str) -> str:
        """Return a text that must be there and must not be empty."""
        return self.text(self.need(name, NotWords), self.place(name))

    def optional_words(self, name: str) -> str | None:
        """Return a text, None if it is missing."""
        return self.words(name) if self.has(name) else None

    def flag(self, name: str) -> bool:
        """Return a truth value, false if it is missing."""
        given = self.given.get(name, False)
        if not isinstance(given, bool):
            raise self.wrong(NotTrueOrFalse(where=self.place(name)))
        return given

    def count(self, name: str) -> int:
        """Return a small whole number that must be there."""
        given = self.need(name, NotACount)
        if not is_whole(given):
            raise self.wrong(NotACount(where=self.place(name)))
        return given

    def choice(self, name: str, known: tuple[Word, ...], otherwise: Word) -> Word:
        """Return one of the known words, `otherwise` if the field is missing."""
        given = self.given.get(name, otherwise)
        for word in known:
            if given == word:
                return word
        names = tuple(str(word) for word in known if word is not None)
        raise self.wrong(UnknownChoice(names, where=self.place(name)))

    def inner(self, name: str, known: tuple[str, ...] | None = None) -> Fields:
        """Return the fields of an object within this one, which must be there."""
        return self.within(self.need(name, NotAnObject), self.place(name), known)

    def optional_inner(self, name: str, known: tuple[str, ...] | None = None) -> Fields:
        """Return the fields of an object within this one, none if it is missing."""
        return self.inner(name, known) if self.has(name) else self.within({}, self.place(name))

    def within(self, given: object, where: str, known: tuple[str, ...] | None = None) -> Fields:
        """Return the fields of an object anywhere in the same document."""
        return Fields.of(given, where, known, self.document)

    def items(self, name: str, most: int = MOST_ITEMS) -> list[tuple[Any, str]]:
        """Return the items of a list with their places, `most` at most; none if the list is missing."""
        given = self.need(name) if self.has(name) else []
        if not isinstance(given, list):
            raise self.wrong(NotAList(where=self.place(name)))
        if len(given) > most:
            raise self.wrong(TooMany(most, len(given), where=self.place(name)))
        return [(item, f"{self.place(name)}[{index}]") for index, item in enumerate(given)]

    def objects(self, name: str, known: tuple[str, ...] | None = None, most: int = MOST_ITEMS) -> list[Fields]:
        """Return the fields of each object in a list, `most` at most; none if the list is missing."""
        return [self.within(item, where, known) for item, where in self.items(name, most)]

    def names(self, name: str, most: int = MOST_ITEMS) -> list[str]:
        """Return the texts of a list that must be there, `most` at most."""
        self.need(name, NotAList)
        return self.optional_names(name, most)

    def optional_names(self, name: str, most: int = MOST_ITEMS) -> list[str]:
        """Return the texts of a list, `most` at most; none if the list is missing."""
        return [self.text(item, where) for item, where in self.items(name, most)]

    def text(self, given: object, where: str) -> str:
        """Return a text anywhere in the same document; raises BadInput for another kind, or for an invisible text."""
        if not isinstance(given, str) or not given.strip():
            raise self.wrong(NotWords(where=where))
        return given


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
