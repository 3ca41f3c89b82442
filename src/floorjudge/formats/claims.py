"""How a game ended, as people say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from floorjudge.texts import Text


class Claim:
    """How a game ended as somebody says it, before it stands as the result: a format's own struct, and this mixed in.

        class Won(Claim, msgspec.Struct, frozen=True, tag="match-won", tag_field="kind"):
            telltale = "winner"
            winner: str

    Its tag is unique among all formats. In a command its fields stand beside the command's own. Of the claims of a format, one is
    meant where its `telltale` is among the fields of a command, the first one where there is none; a telltale that is no field of
    the struct is a word that is `true`, such as `"draw": true`.
    """

    __slots__ = ()
    telltale: ClassVar[str | None] = None

    def same_as(self, other: Any) -> bool:
        """Say whether two people say the same with this and another claim."""
        return bool(self == other)

    def sentence(self) -> Text:
        """Say how the game ended."""
        raise NotImplementedError

    def words(self) -> Iterator[str | Text]:
        """Yield what a search among calls for judges finds this claim by: names, numbers, notes."""
        yield self.sentence()

    def as_report(self) -> dict[str, Any]:
        """Return the command that reports it, as it is sent: all but the table."""
        fields: tuple[str, ...] = getattr(self, "__struct_fields__", ())
        own = {field: value for field in fields if (value := getattr(self, field)) is not None}
        flag = {} if self.telltale is None or self.telltale in fields else {self.telltale: True}
        return {"do": "report", **own, **flag}
