"""The only reader of JSON fields: each of its kind, with the place of what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeGuard, TypeVar

from floorjudge.errors import BadInput
from floorjudge.texts import Text, text

Word = TypeVar("Word")


class WrongField(BadInput):
    """What stands in a field is not what is needed there; `needs` says what is, as part of a sentence, with gaps for fields."""

    needs: ClassVar[Text]

    @property
    def needed(self) -> Text:
        """What is needed there, as part of a sentence."""
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


def each_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of a JSON object as they were written; raises WrittenTwice when a name stands there twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise WrittenTwice(name, where=name)
        found[name] = value
    return found


class BadDocument(BadInput):
    """A kind of document whose fields all go wrong under one code; its sentence has a gap for what is needed."""

    outermost: ClassVar[str]
    expected: Text


# More than a document that people mean holds anywhere.
MOST_ITEMS = 10_000


class Fields(NamedTuple):
    """The fields of one JSON object; what is wrong with one is said as `document` says it, where that is given."""

    given: Mapping[str, Any]
    where: str
    document: type[BadDocument] | None = None

    @classmethod
    def of(
        cls, given: object, where: str, known: tuple[str, ...] | None = None, document: type[BadDocument] | None = None
    ) -> Fields:
        """Return the fields of a JSON value.

        `where` is its place, empty for the outermost; `known` are the names that fields can have, None when any will
        do. Raises BadInput for another kind of value, or an unknown field.
        """
        fields = cls(given if isinstance(given, dict) else {}, where, document)
        if not isinstance(given, dict):
            raise fields.wrong(NotAnObject(where=where or (document.outermost if document else "case")))
        for name in given:
            if known is not None and name not in known:
                raise fields.wrong(NoSuchField(known, where=fields.place(name)))
        return fields

    def wrong(self, error: WrongField) -> BadInput:
        """Return an error as this kind of document says it."""
        return error if self.document is None else self.document(error.needed, where=error.where)

    def place(self, name: str) -> str:
        """Return the place of a field, such as `declarations[1].says`."""
        return f"{self.where}.{name}" if self.where else name

    def has(self, name: str) -> bool:
        """Say whether a field is there; one that is null is not."""
        return self.given.get(name) is not None

    def need(self, name: str, kind: type[WrongField] = FieldLeftOut) -> Any:  # noqa: ANN401 (any JSON value)
        """Return a field as it is; raises BadInput when it is missing.

        `kind` is what would be wrong with another value: a document says so of a missing one, too.
        """
        if not self.has(name):
            missing = FieldLeftOut if self.document is None else kind
            raise self.wrong(missing(where=self.place(name)))
        return self.given[name]

    def words(self, name: str) -> str:
        """Return a text that must be there and must not be empty."""
        return self.text(self.need(name, NotWords), self.place(name))

    def optional_words(self, name: str) -> str | None:
        """Return a text, None where it is left out."""
        return self.words(name) if self.has(name) else None

    def flag(self, name: str) -> bool:
        """Return a truth value, false where it is left out."""
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
        """Return one of a few words, `otherwise` where the field is left out."""
        given = self.given.get(name, otherwise)
        for word in known:
            if given == word:
                return word
        names = tuple(str(word) for word in known if word is not None)
        raise self.wrong(UnknownChoice(names, where=self.place(name)))

    def inner(self, name: str, known: tuple[str, ...] | None = None) -> Fields:
        """Return the fields of an object within this one, which must be there."""
        return self.within(self.need(name, NotAnObject), self.place(name), known)

    def within(self, given: object, where: str, known: tuple[str, ...] | None = None) -> Fields:
        """Return the fields of an object anywhere in the same document."""
        return Fields.of(given, where, known, self.document)

    def items(self, name: str, most: int = MOST_ITEMS) -> list[tuple[Any, str]]:
        """Return the items of a list with their places, `most` at most; none where the list is left out."""
        given = self.need(name) if self.has(name) else []
        if not isinstance(given, list):
            raise self.wrong(NotAList(where=self.place(name)))
        if len(given) > most:
            raise self.wrong(TooMany(most, len(given), where=self.place(name)))
        return [(item, f"{self.place(name)}[{index}]") for index, item in enumerate(given)]

    def objects(self, name: str, known: tuple[str, ...] | None = None, most: int = MOST_ITEMS) -> list[Fields]:
        """Return the fields of each object in a list, `most` at most; none where the list is left out."""
        return [self.within(item, where, known) for item, where in self.items(name, most)]

    def names(self, name: str, most: int = MOST_ITEMS) -> list[str]:
        """Return the texts of a list that must be there, `most` at most."""
        self.need(name, NotAList)
        return self.optional_names(name, most)

    def optional_names(self, name: str, most: int = MOST_ITEMS) -> list[str]:
        """Return the texts of a list, `most` at most; none where the list is left out."""
        return [self.text(item, where) for item, where in self.items(name, most)]

    def text(self, given: object, where: str) -> str:
        """Return a text anywhere in the same document; raises BadInput for another kind of value, or nothing visible."""
        if not isinstance(given, str) or not given.strip():
            raise self.wrong(NotWords(where=where))
        return given


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
