"""The claim of a player or the desk that a game ended in some way."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from floorjudge.texts import Text


class Claim:
    """How a game ended according to a report, before it is the result: a base of structs of each format.

        class Won(Claim, msgspec.Struct, frozen=True, tag="match-won", tag_field="kind"):
            telltale = "winner"
            winner: str

    Its tag is unique among all formats. A command holds its fields beside its own. A command carries the claim of the format
    whose `telltale` is among its fields, and the first claim of the format if there is none. A telltale that is no field of
    the struct is a flag that is `true`, such as `"draw": true`.
    """

    __slots__ = ()
    telltale: ClassVar[str | None] = None

    def same_as(self, other: Any) -> bool:
        """Return whether this and another claim mean the same."""
        return bool(self == other)

    @abstractmethod
    def sentence(self) -> Text:
        """Return how the game ended, as a sentence."""

    def words(self) -> Iterator[str | Text]:
        """Yield the names, numbers and notes by which a search among calls for judges finds this claim."""
        yield self.sentence()

    def as_report(self) -> dict[str, Any]:
        """Return the command that reports this claim, without its table."""
        fields: tuple[str, ...] = getattr(self, "__struct_fields__", ())
        own = {field: value for field in fields if (value := getattr(self, field)) is not None}
        flag = {} if self.telltale is None or self.telltale in fields else {self.telltale: True}
        return {"do": "report", **own, **flag}
