"""What a judge is told about a loop: the players, what keeps it going, its body, and what they declared so far."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Edition: TypeAlias = Literal["mtr", "mtr-2018-07"]
Span: TypeAlias = Literal["turn", "turns"]
Sustenance: TypeAlias = Literal["actions", "choices"]
Variation: TypeAlias = Literal["relevant", "irrelevant"]
JudgesRuling: TypeAlias = Literal["loop", "not_loop"]
Word: TypeAlias = Literal["agree", "indefinitely", "none"]


class Point(msgspec.Struct, frozen=True, order=True):
    """A place in a loop: how many whole iterations are done, and how many steps of the next one; points are in order."""

    iterations: int
    steps: int = 0


class Step(msgspec.Struct, frozen=True):
    """One step of the body.

    `by` is the player whose step it is, None where nobody acts. `sustains` marks an optional action or choice of that
    player without which the loop would not come round again. `conditional` marks “if this, then that”; `random`,
    `decision_tree` and `converges` mark what makes a loop non-deterministic.
    """

    text: str = ""
    by: str | None = None
    sustains: bool = False
    conditional: bool = False
    random: bool = False
    decision_tree: bool = False
    converges: bool = False


class SettledBefore(msgspec.Struct, frozen=True):
    """The same loop was settled earlier in this game; `changed`: since then the game has changed in a relevant way."""

    changed: bool


class JudgesWord(msgspec.Struct, frozen=True):
    """A judge's ruling on whether this is a loop, with the reason."""

    ruling: JudgesRuling
    reason: str


class Declaration(msgspec.Struct, frozen=True):
    """What a player said when asked.

    `says` is a number of iterations (0 or more, of any size) or a word. With `steps` k, a number N means N iterations of
    which the last goes up to step k only.
    """

    player: str
    says: int | Word
    steps: int | None = None


class Case(msgspec.Struct, frozen=True):
    """A loop as it is put to a judge.

    `turn_order` starts with the active player. `maintained_by` are the players with an optional action or choice that
    keeps the loop going. `sustained_by` says which of the two it is, `hidden_information` that the choice involves some.
    `meaningful_change`: the game is meaningfully different from one turn cycle to the next. `varies`: the iterations
    differ, in a relevant or only in an irrelevant way. `body` may stay empty; then nobody can stop within an iteration.
    `declarations` stand in the order in which they were made.
    """

    turn_order: tuple[str, ...]
    maintained_by: tuple[str, ...]
    span: Span = "turn"
    sustained_by: Sustenance = "actions"
    hidden_information: bool = False
    meaningful_change: bool = False
    varies: Variation | None = None
    stalling_suspected: bool = False
    body: tuple[Step, ...] = ()
    settled_before: SettledBefore | None = None
    judge: JudgesWord | None = None
    declarations: tuple[Declaration, ...] = ()
    edition: Edition = "mtr"

    def declared(self, player: str, says: int | Word, steps: int | None = None) -> Case:
        """Return the case with one more declaration, which `rule` will look at."""
        said = Declaration(player, says, steps)
        return msgspec.structs.replace(self, declarations=(*self.declarations, said))

    @property
    def applies_choices(self) -> bool:
        """Whether the edition's paragraph on choices applies: the July 2018 edition has none."""
        return self.sustained_by == "choices" and self.edition != "mtr-2018-07"
