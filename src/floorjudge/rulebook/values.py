"""What a rulebook is made of: clauses, the editions they are printed in, and what they say in four languages."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from floorjudge.texts import Language

Status: TypeAlias = Literal["implemented", "planned", "not_modelled"]
STATUSES: tuple[Status, ...] = get_args(Status)


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same sentence in every language we speak."""

    en: str
    es: str
    fr: str
    pt: str

    def said_in(self, language: Language) -> str:
        """Return the sentence in a language."""
        return {"en": self.en, "es": self.es, "fr": self.fr, "pt": self.pt}[language]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One edition of a rulebook, such as `mtr-2018-07`.

    `dated` is the day, month or year of a text of it (`2018-07-13`, `2026`), None where no date is known; `chapter` is
    the number that it prints in place of a chapter which the rulebook keeps by name.
    """

    id: str
    dated: str | None = None
    chapter: str | None = None


class Clause(msgspec.Struct, frozen=True):
    """One clause: `OTE 2.4.1`, what it requires, and how far it is implemented.

    `printed` pairs each edition that has the clause with the number it bears there, oldest edition first. `reason` says
    why a clause is not modelled, `note` what else a reader should know.
    """

    rulebook: str
    number: str
    status: Status
    summary: Wording
    printed: tuple[tuple[str, str], ...]
    reason: Wording | None = None
    note: Wording | None = None

    @property
    def id(self) -> str:
        """The form in which rulings, code and tests cite this clause."""
        return f"{self.rulebook} {self.number}"

    def __str__(self) -> str:
        return self.id


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook: its id (`OTE`, `MTR`, `CR`), its name, its editions from old to new, its clauses in printed order."""

    id: str
    name: Wording
    editions: tuple[Edition, ...]
    clauses: tuple[Clause, ...]
