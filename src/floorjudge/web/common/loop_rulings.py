"""A loop that was put to the players, as a page shows it in any language: who is asked, what was said, the ruling.

What anybody may send is worked on by `begun` and `gone_on`, which run in a process that serves no pages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.events.floor.calls import LONGEST_CASE
from floorjudge.events.floor.errors import CaseTooLong
from floorjudge.exact.digits import TooManyDigits, has_more_digits
from floorjudge.loops import Case, JudgesWord, Ruling, Waiting, case_value, read_case, rule
from floorjudge.loops.desk import Resource, may_stop_halfway, read_answer, sheet_after, sheet_of
from floorjudge.loops.mtr.asking import possibilities
from floorjudge.loops.mtr.cases import Point, Word
from floorjudge.loops.mtr.codec import read_kept_case, read_saying
from floorjudge.loops.mtr.explain import said, standing_said
from floorjudge.loops.mtr.settling import JudgesFinding, found_changed, judge_may_find
from floorjudge.rulebook import clause, for_people
from floorjudge.texts import LANGUAGES, Language, Text, render
from floorjudge.web.common.languages import SHOWN_AT_ALL, BigNumber, big_number
from floorjudge.web.errors import NotAForm


class LoopShown(msgspec.Struct, frozen=True):
    """A case with what it comes to: `waiting` while somebody is asked, else `ruling`.

    `computed`: what a sheet gives for the ruling, see `floorjudge.loops.desk.sheet_after`; None where there is none.
    """

    case: Case
    waiting: Waiting | None
    ruling: Ruling | None
    computed: Mapping[str, Any] | None = None

    @property
    def question(self) -> Text:
        """What the player who is asked may say."""
        return possibilities(self.case, self._asked.player)

    @property
    def standing(self) -> Text | None:
        """Where the loop would stop so far."""
        point = None if self.waiting is None else self.waiting.standing
        return None if point is None else standing_said(point)

    @property
    def halfway(self) -> bool:
        """Whether the player who is asked may name a part of the last iteration, and one lies before the limit."""
        below = self._asked.below
        return may_stop_halfway(self.case, (self._asked.player,)) and (below is None or Point(0, 1) < below)

    @property
    def judge_may_find(self) -> JudgesFinding | None:
        """What a judge could find that changes a refusal."""
        return judge_may_find(self.case)

    @property
    def _asked(self) -> Waiting:
        if self.waiting is None:
            raise ValueError("nobody is asked any more")
        return self.waiting

    def answers(self, language: Language) -> list[tuple[str, str, int | None]]:
        """Return what was said so far: player, number or word, and steps of the last iteration."""
        return [
            (
                each.player,
                big_number(each.says, language).short if isinstance(each.says, int) else render(said(each), language),
                each.steps,
            )
            for each in self.case.declarations
        ]

    def iterations(self, language: Language) -> BigNumber | None:
        """Return how many whole iterations are done, None where the game does not move on."""
        stop = None if self.ruling is None else self.ruling.stop
        return None if stop is None else big_number(stop.iterations, language)

    def sentences(self, language: Language) -> list[str]:
        """Return the ruling in words."""
        return [] if self.ruling is None else [render(sentence, language) for sentence in self.ruling.sentences]

    def clauses(self, language: Language) -> list[tuple[str, str]]:
        """Return the clauses of the ruling, as people find them, with what they say in short."""
        cited = () if self.ruling is None else self.ruling.clauses
        return [(for_people(name), clause(name).summary.said_in(language)) for name in cited]

    def sheet_then(self, language: Language) -> SheetShown | None:
        """Return what the sheet says of the ruling, or of the loop alone where the ruling names no end; None without one."""
        found = self.computed
        if found is None or self.ruling is None:
            return None
        ended = found["stopped_by"]
        if found["resources"] is None and self.ruling.stop is not None and "reason" in found:
            return SheetShown(why=str(found["reason"]))
        if found["iterations"] is None or (self.ruling.stop is None and ended is None):
            return None
        return SheetShown(
            iterations=big_number(found["iterations"], language),
            amounts=[(name, _amount(value, language)) for name, value in (found["resources"] or {}).items()],
            ended_by=None if ended is None else str(ended["condition"]).replace("`", ""),
        )


class SheetShown(msgspec.Struct, frozen=True):
    """What there is of every resource after so many whole iterations; `ended_by`: what ended the loop by itself there.

    `why` says why that is not known, where it is not.
    """

    iterations: BigNumber | None = None
    amounts: list[tuple[str, BigNumber | str]] = []
    ended_by: str | None = None
    why: str = ""


def _amount(value: object, language: Language) -> BigNumber | str:
    if isinstance(value, str):
        return big_number(value, language)
    return str(value["closed_form"]) if isinstance(value, dict) and "closed_form" in value else "…"


def loop_shown(case: Case) -> LoopShown:
    """Return a case as a page shows it.

    Raises BadInput as `rule` does.
    """
    answer = rule(case)
    if isinstance(answer, Waiting):
        return LoopShown(case, answer, None)
    return LoopShown(case, None, answer)


class Pressed(msgspec.Struct, frozen=True):
    """What was pressed on the page of a loop, with what was typed: an answer, `back`, `again`, `overrule`, `changed`, or nothing."""

    step: str = ""
    by: str = ""
    word: str = ""
    says: str = ""
    part: str = ""
    reason: str = ""

    def answer(self) -> tuple[int | Word, int | None]:
        """Return what a player answers: the word whose button was pressed, or the number that was typed.

        Raises BadInput when it is neither.
        """
        return (read_saying(self.word, "says"), None) if self.word else read_answer(self.says, self.part)

    def on(self, case: Case) -> Case:
        """Return a case after this. Raises BadInput when an answer cannot be read."""
        if not self.step:
            return case
        if self.step == "back":
            return msgspec.structs.replace(case, declarations=case.declarations[:-1])
        if self.step == "again":
            return msgspec.structs.replace(case, declarations=())
        if self.step == "overrule":
            return msgspec.structs.replace(case, judge=JudgesWord("loop", self.reason))
        if self.step == "changed":
            return found_changed(case)
        return case.declared(self.by, *self.answer())


class Carried(msgspec.Struct, frozen=True):
    """A loop that travels with its page, where nothing is kept: `fields` as JSON; `refused` is what was wrong with an answer."""

    shown: LoopShown
    case: str
    sheet: str
    refused: BadInput | None = None


def begun(case: Case, resources: tuple[Resource, ...], language: Language) -> Carried:
    """Return a loop that has been described, with what its sheet gives. Raises BadInput where it is none."""
    return _carried(case, sheet_of(resources, case.turn_order), language)


def gone_on(case: str, sheet: str, pressed: Pressed, language: Language) -> Carried:
    """Return the loop that travels with a page after what was pressed there; as it was when an answer is refused.

    Raises BadInput when somebody has changed the fields into something else.
    """
    known, amounts = read_case(_json("case", case)), _json("sheet", sheet) if sheet else None
    if amounts is not None and not isinstance(amounts, dict):
        raise NotAForm("sheet")
    try:
        return _carried(pressed.on(known), amounts, language)
    except BadInput as refused:
        # What was given so far is shown without its sheet, which may be what cannot be worked out.
        return msgspec.structs.replace(_carried(known, None, language), refused=refused)


def _carried(case: Case, sheet: Mapping[str, Any] | None, language: Language) -> Carried:
    if any(isinstance(each.says, int) and has_more_digits(each.says, SHOWN_AT_ALL) for each in case.declarations):
        raise TooManyDigits(SHOWN_AT_ALL, where="says")
    shown = loop_shown(case)
    if sheet is not None and shown.ruling is not None:
        shown = msgspec.structs.replace(shown, computed=sheet_after(dict(sheet), shown.ruling, language))
    written = json.dumps(case_value(case), ensure_ascii=False)
    if len(written) > LONGEST_CASE:
        raise CaseTooLong(LONGEST_CASE)
    return Carried(shown, written, "" if sheet is None else json.dumps(sheet, ensure_ascii=False))


def _json(name: str, line: str) -> Any:  # noqa: ANN401 (any JSON)
    if len(line) > LONGEST_CASE:
        raise CaseTooLong(LONGEST_CASE)
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NotAForm(name) from None


def kept_loop(loop: Mapping[str, Any] | None) -> LoopShown | None:
    """Return what a ruling has kept of the loop desk; None when there is nothing, or nothing that can be understood."""
    try:
        return None if loop is None else loop_shown(read_kept_case(loop["case"]))
    except (FloorjudgeError, KeyError):
        # A program may have sent any JSON with its ruling.
        return None


def ruling_words(written: str, loop: Mapping[str, Any] | None, language: Language) -> str:
    """Return a ruling as its reader reads it: in `language` where it is the loop desk's own words, else as it was written."""
    shown = kept_loop(loop)
    if shown is None or not any(" ".join(shown.sentences(each)).split() == written.split() for each in LANGUAGES):
        return written
    return " ".join(shown.sentences(language))
