"""The description of a loop for a judge, and the result: a ruling or the next question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.loops import errors
from floorjudge.loops.errors import check_player, check_players
from floorjudge.reading import NotWords
from floorjudge.texts import Text

Edition: TypeAlias = Literal["mtr", "mtr-2018-07", "mstr"]
Span: TypeAlias = Literal["turn", "turns"]
Sustenance: TypeAlias = Literal["actions", "choices"]
Variation: TypeAlias = Literal["relevant", "irrelevant"]
JudgesRuling: TypeAlias = Literal["loop", "not_loop"]
Word: TypeAlias = Literal["agree", "indefinitely", "none"]
Paragraph: TypeAlias = Literal["MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.4", "MTR 4.4.5"]
Outcome: TypeAlias = Literal["advance", "draw", "refused", "judge"]
Sayable: TypeAlias = Literal["agree", "indefinitely", "none", "number"]
Then: TypeAlias = Literal["acts", "chooses", "priority"]


class Point(msgspec.Struct, frozen=True, order=True):
    """A place in a loop: the number of whole iterations done, and of steps in the next; points are ordered."""

    iterations: int
    steps: int = 0


class Step(msgspec.Struct, frozen=True):
    """One step of the body.

    `by` is the player whose step it is, None if no player acts. `sustains` marks an optional action or choice of that
    player without which the loop would not come round again. `conditional` marks “if this, then that”; `random`,
    `decision_tree` and `converges` mark the causes of a non-deterministic loop.
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
    """A player's answer.

    `says` is a number of iterations (0 or more, of any size) or a word. With `steps` k, a number N means N iterations
    of which the last goes up to step k only.
    """

    player: str
    says: int | Word
    steps: int | None = None


class Case(msgspec.Struct, frozen=True):
    """A loop as described to a judge.

    `turn_order` starts with the active player. `maintained_by` are the players with an optional action or choice that
    keeps the loop going. `sustained_by` tells which of the two it is, for all maintainers or for each by name; a player
    left out sustains it by actions. `hidden_information`: a choice that sustains it involves some.
    `meaningful_change`: the game is meaningfully different from one turn cycle to the next. `varies`: the iterations
    differ, in a relevant or only in an irrelevant way. `body` may stay empty; then no player can stop within an
    iteration. `declarations` stand in the order in which they were made. In the edition `mstr`, the current rules with
    those for tables of more than two players, all players answer again until all agree to one point.
    """

    turn_order: tuple[str, ...]
    maintained_by: tuple[str, ...]
    span: Span = "turn"
    sustained_by: Sustenance | Mapping[str, Sustenance] = "actions"
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
        """Return the case with one more declaration; `rule` checks it."""
        declaration = Declaration(player, says, steps)
        return msgspec.structs.replace(self, declarations=(*self.declarations, declaration))

    @property
    def asks_again(self) -> bool:
        """Whether the others may name an earlier point after all have answered, until all agree to one.

        Clauses: MSTR 4.4A
        """
        return self.edition == "mstr"

    @property
    def choosers(self) -> tuple[str, ...]:
        """The maintainers who sustain the loop by a choice and not by an action."""
        if isinstance(self.sustained_by, str):
            return self.maintained_by if self.sustained_by == "choices" else ()
        return tuple(player for player in self.maintained_by if self.sustained_by.get(player) == "choices")

    @property
    def applies_choices(self) -> bool:
        """Whether the edition's paragraph on choices applies: the July 2018 edition has none."""
        return bool(self.choosers) and self.edition != "mtr-2018-07"

    def stops_by_choosing(self, player: str) -> bool:
        """Return whether a player who stops the loop makes a different choice, by the edition's paragraph on choices.

        Clauses: MTR 4.4.8
        """
        return self.applies_choices and player in self.choosers


class Ruling(msgspec.Struct, frozen=True):
    """The rules' result for a loop.

    `advance`: the game moves to `stop`, where `player` has priority, must act, or must choose differently (`then`).
    `draw`: the game is drawn. `refused`: this loop may not be shortcut. `judge`: no paragraph covers it. `stop`,
    `player` and `then` are None unless the game advances. `clauses` are the deciding ones, `sentences` explain the
    ruling to the players. `flags` are suspicions passed on to the judge, never decided; `overruled` is the judge's
    word, if there was one.
    """

    outcome: Outcome
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]
    stop: Point | None = None
    player: str | None = None
    then: Then | None = None
    judge_needed: bool = False
    flags: tuple[str, ...] = ()
    overruled: JudgesWord | None = None


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A missing answer: the player who must give it, and the answers available to them.

    `below` is the point before which a stopping point must lie, where there is such a limit; `standing` is the lowest
    stopping point so far. `again`: all players have answered, and the player may agree to that point or name an earlier
    one.
    """

    player: str
    may_say: tuple[Sayable, ...]
    below: Point | None = None
    standing: Point | None = None
    again: bool = False


def check_case(case: Case) -> None:
    """Look for contradictions within a case; whether a declaration is available to its player is checked elsewhere.

    Raises BadInput, with the place of the first one.
    """
    check_players(case.turn_order)
    for index, player in enumerate(case.maintained_by):
        check_player(player, case.turn_order, f"maintained_by[{index}]")
        if player in case.maintained_by[:index]:
            raise errors.NamedTwice(player, where=f"maintained_by[{index}]")
    _check_sustaining(case)
    if case.judge is not None and not case.judge.reason.strip():
        raise NotWords(where="judge.reason")
    for index, declaration in enumerate(case.declarations):
        check_player(declaration.player, case.turn_order, f"declarations[{index}].player")
        _check_numbers(case, declaration, f"declarations[{index}]")


def _check_sustaining(case: Case) -> None:
    """Check that only maintainers sustain the loop, by whatever means and with whichever step.

    Clauses: MTR 4.4.8
    """
    if case.sustained_by == "choices" and not case.maintained_by:
        raise errors.ChoicesOfNobody
    if not isinstance(case.sustained_by, str):
        for player in case.sustained_by:
            if player not in case.maintained_by:
                raise errors.NotAMaintainer(player, where=f"sustained_by.{player}")
    for index, step in enumerate(case.body):
        if step.by is not None:
            check_player(step.by, case.turn_order, f"body[{index}].by")
        if step.sustains and step.by not in case.maintained_by:
            raise errors.NotAMaintainer(step.by, where=f"body[{index}].sustains")


def _check_numbers(case: Case, declaration: Declaration, where: str) -> None:
    """Check that the named point can exist in this body.

    Clauses: MTR 4.4.6
    """
    player, says, steps = declaration.player, declaration.says, declaration.steps
    if isinstance(says, int) and says < 0:
        raise errors.BelowZero(player, where=f"{where}.says")
    if steps is None:
        return
    if not isinstance(says, int):
        raise errors.StepsWithoutNumber(player, where=f"{where}.steps")
    if not case.body:
        raise errors.StepsWithoutBody(player, where=f"{where}.steps")
    if says == 0:
        raise errors.StepsWithoutIteration(player, where=f"{where}.steps")
    if not 0 < steps < len(case.body):
        raise errors.StepsOutside(player, len(case.body) - 1, where=f"{where}.steps")
