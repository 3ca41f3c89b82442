"""One shape for everything that goes wrong: a stable code, a sentence for people, the place, the clauses behind it.

The families say whose move it is: `BadInput` (what was given cannot be understood), `Refused` (understood, but a rule
or an earlier decision forbids it now), `Conflict` (somebody else was faster), `Damaged` (stored data is not what was
stored). Whatever is raised, nothing has been changed.
"""

from __future__ import annotations

from typing import Any

from floorjudge.texts import Language, Text, Value, render

LONGEST_REPEATED = 200


class FloorjudgeError(Exception):
    """Something was not done; says what was wrong, where, and what would be right."""

    def __init__(self, code: str, said: Text, *, where: str | None = None, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.said = said
        self.where = where
        self.clauses = clauses

    def __str__(self) -> str:
        return f"{self.code}: {self.message('en')}"

    def message(self, language: Language) -> str:
        """Return the sentence in a language, with the clauses it rests on in brackets."""
        sentence = render(shortened(self.said), language)
        return f"{sentence} ({', '.join(self.clauses)})" if self.clauses else sentence

    def as_json(self, language: Language) -> dict[str, Any]:
        """Return the JSON value of `error`: code, message, where."""
        return {"code": self.code, "message": self.message(language), "where": self.where and str(_short(self.where))}

    def at(self, where: str) -> FloorjudgeError:
        """Return the same error with the place where it happened, such as `declarations[1].says`."""
        return type(self)(self.code, self.said, where=where, clauses=self.clauses)


class BadInput(FloorjudgeError):
    """What was given cannot be understood or cannot be true."""


class Refused(FloorjudgeError):
    """What was asked is understood, and a rule or an earlier decision forbids it now."""


class Conflict(FloorjudgeError):
    """Somebody else changed the same thing first."""


class Damaged(FloorjudgeError):
    """Stored data is not what was once stored."""


def shortened(said: Text) -> Text:
    """Return a text in which nothing that was given is repeated at length: whoever sends much gets little back."""
    return Text(said.message, {name: _short(value) for name, value in said.values.items()}, said.plural)


def _short(value: Value) -> Value:
    if isinstance(value, Text):
        return shortened(value)
    if isinstance(value, tuple):
        return tuple(str(_short(part)) for part in value)
    if len(str(value)) <= LONGEST_REPEATED:
        return value
    return f"{str(value)[:LONGEST_REPEATED]}…"
