"""The one shape of all errors: a stable code, a sentence for people, the place, the clauses behind it.

An error is a class: it declares its `sentence`, and the fields that fill the gaps of the sentence. Callers match the
class. Its code is its name (`no_such_card`) by default: codes are stable, names may improve. Its sentence is its
docstring too, which the documentation site prints; a class with its own docstring adds what the sentence leaves out.

    class NoSuchCard(BadInput):
        sentence = text("There is no card “{name}”.")
        name: str

    raise NoSuchCard("Astral Wisdon", where="deck[3]")

The families tell the caller what to do next: `BadInput` (correct the input, which cannot be understood), `Refused` (the
input is clear, but a rule or an earlier decision forbids it now), `Conflict` (another caller was faster), `Damaged`
(stored data has changed since it was stored). Whichever error is raised, nothing has been changed.
"""

from __future__ import annotations

import errno
import re
from typing import Any, ClassVar, Self, dataclass_transform

from floorjudge.texts import Language, Text, Value, gaps, in_any, render, text

LONGEST_REPEATED = 200
_BY_SYSTEM = {
    errno.ENOENT: text("there is no such file or folder"),
    errno.EISDIR: text("it is a folder"),
    errno.ENOTDIR: text("a part of the path is no folder"),
    errno.EEXIST: text("something of this name is there already"),
    errno.EACCES: text("access is not allowed"),
    errno.EPERM: text("access is not allowed"),
    errno.EROFS: text("nothing can be written there"),
    errno.ENOSPC: text("the disk is full"),
    errno.ENAMETOOLONG: text("the name is too long"),
    errno.EADDRINUSE: text("another program uses it"),
    errno.EADDRNOTAVAIL: text("this computer does not have this address"),
}


def _by_name(*, default: Any, kw_only: bool) -> Any:  # noqa: ANN401, ARG001 (type checkers read the second)
    """Return the default of a keyword-only field."""
    return default


@dataclass_transform(field_specifiers=(_by_name,), eq_default=False)
class _Declared(Exception):
    """Declares to type checkers that the annotations of an error are its fields, in the order of its arguments."""


class FloorjudgeError(_Declared):
    """A request failed; the error states what was wrong, where, and what would be right.

    `where` is the place, such as `declarations[1].says`; an error whose place is always the same, or follows from its
    fields (`records[{number}]`), declares it as `place`.
    `clauses` are those that the error rests on; an error that always rests on the same ones declares them as `cites`.
    `if_empty` names a field and the sentence to use if that field is empty, such as a list of similar names. `counts`
    names the list whose length is the count of a sentence that has none itself. `gaps` are the names of the
    fields that an error declares.
    """

    code: ClassVar[str]
    sentence: ClassVar[Text]
    place: ClassVar[str | None] = None
    cites: ClassVar[tuple[str, ...]] = ()
    if_empty: ClassVar[tuple[str, Text] | None] = None
    counts: ClassVar[str | None] = None
    gaps: ClassVar[tuple[str, ...]] = ()

    where: str | None = _by_name(default=None, kw_only=True)
    clauses: tuple[str, ...] = _by_name(default=(), kw_only=True)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = (name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind))
        cls.gaps += tuple(name for name in own if name not in cls.gaps)
        if not isinstance(vars(cls).get("sentence", Text("")), Text):
            raise TypeError(f"{cls.__name__} has no sentence made by text(…)")
        if cls.__doc__ is None and "sentence" in vars(cls):
            cls.__doc__ = cls.sentence.message
        if "sentence" in vars(cls) and "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    # Dataclasses do more, and would noticeably slow every start.
    def __init__(self, *given: Any, where: str | None = None, clauses: tuple[str, ...] = (), **named: Any) -> None:  # noqa: ANN401 (checked as declared)
        kind = type(self)
        if len(given) > len(kind.gaps) or not named.keys() <= set(kind.gaps[len(given) :]):
            raise TypeError(f"{kind.__name__} has the fields {kind.gaps}, each once")
        values = dict(zip(kind.gaps, given, strict=False)) | named
        for name in kind.gaps:
            # A field without an argument must have a default.
            setattr(self, name, values[name] if name in values else getattr(kind, name))
        self.where, self.clauses = where, clauses
        self.__post_init__()

    def __post_init__(self) -> None:
        if self.where is None and self.place is not None:
            self.where = self.place.format_map(vars(self))
        self.clauses = self.clauses or self.cites

    def __str__(self) -> str:
        return f"{self.code}: {self.message('en')}"

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is pickled by its positional arguments; ours has fields.
        return type(self).__new__, (type(self),), self.__dict__

    @classmethod
    def lacks(cls) -> set[str]:
        """Return the names of the parts that instances need and this class does not declare: its sentence, or fields for its gaps."""
        if not hasattr(cls, "sentence"):
            return {"sentence"}
        own = {*cls.gaps, *(("count",) if cls.counts is not None else ())}
        return set() if cls.full_sentence is not FloorjudgeError.full_sentence else gaps(cls.sentence) - own

    @property
    def full_sentence(self) -> Text:
        """The sentence, its gaps filled with the fields; an error with several sentences chooses one here."""
        name, without = self.if_empty or ("", self.sentence)
        return self.filled(self.sentence if getattr(self, name, None) else without)

    def filled(self, sentence: Text) -> Text:
        """Return a text with its gaps filled with the fields."""
        own = {name: getattr(self, name) for name in self.gaps}
        known = {name: value for name, value in own.items() if value is not None}
        if self.counts is not None:
            known["count"] = len(own[self.counts])
        return Text(sentence.message, {**sentence.values, **known}, sentence.plural)

    def message(self, language: Language) -> str:
        """Return the sentence in a language, with the clauses it rests on in brackets."""
        sentence = render(shortened(self.full_sentence), language)
        return f"{sentence} ({', '.join(self.clauses)})" if self.clauses else sentence

    def as_json(self, language: Language) -> dict[str, Any]:
        """Return the JSON value of `error`: code, message, where."""
        return {"code": self.code, "message": self.message(language), "where": self.short_place}

    @property
    def short_place(self) -> str | None:
        """The place for display: its beginning, where a name in it is very long."""
        return self.where and str(_short(self.where))

    def at(self, where: str) -> Self:
        """Return the same error with the place where it happened, such as `declarations[1].says`."""
        moved = type(self).__new__(type(self))
        vars(moved).update(vars(self), where=where)
        return moved


class BadInput(FloorjudgeError):
    """The input cannot be understood or cannot be true."""


class Refused(FloorjudgeError):
    """The request is clear, and a rule or an earlier decision forbids it now."""


class Conflict(FloorjudgeError):
    """Another caller changed the same data first."""


class Damaged(FloorjudgeError):
    """Stored data has changed since it was stored."""


class UnreadableFile(BadInput):
    sentence = text("The file {file} cannot be read ({reason}).")
    place = "{file}"
    file: str
    reason: Text


def reason_of(error: Exception) -> Text:
    """Return the system's reason for a refusal, to fill a gap: usual reasons translated, others in its own words."""
    usual = _BY_SYSTEM.get(getattr(error, "errno", None) or 0)
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return usual or in_any(words)


def shortened(sentence: Text) -> Text:
    """Return a text that repeats none of its values at length: a long request gets a short answer."""
    return Text(sentence.message, {name: _short(value) for name, value in sentence.values.items()}, sentence.plural)


def _short(value: Value) -> Value:
    if isinstance(value, Text):
        return shortened(value)
    if isinstance(value, tuple):
        return tuple(shortened(part) if isinstance(part, Text) else str(_short(part)) for part in value)
    if len(str(value)) <= LONGEST_REPEATED:
        return value
    return f"{str(value)[:LONGEST_REPEATED]}…"
