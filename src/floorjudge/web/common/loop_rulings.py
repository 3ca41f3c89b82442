"""A loop on a page, in any language: the next question, the answers so far, the ruling.

`begun` and `gone_on` process input from any visitor; they run in a process that serves no pages.
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
from floorjudge.loops.mtr.cases import Declaration, Point, Word
from floorjudge.loops.mtr.codec import read_kept_case, read_saying
from floorjudge.loops.mtr.explain import declaration_text, standing_text
from floorjudge.loops.mtr.settling import JudgesFinding, found_changed, judge_may_find
from floorjudge.rulebook import clause, for_people
from floorjudge.texts import LANGUAGES, Language, Text, render
from floorjudge.web.common.languages import SHOWN_AT_ALL, BigNumber, big_number
from floorjudge.web.errors import NotAForm


class LoopShown(msgspec.Struct, frozen=True):
    """A case with its result: `waiting` while an answer is missing, else `ruling`.

    `computed`: the sheet's answer for the ruling, see `floorjudge.loops.desk.sheet_after`; None if there is none.
    """

    case: Case
    waiting: Waiting | None
    ruling: Ruling | None
    computed: Mapping[str, Any] | None = None

    @property
    def question(self) -> Text:
        """The answers available to the player asked next."""
        return possibilities(self.case, self._asked.player)

    @property
    def standing(self) -> Text | None:
        """Where the loop stops by the answers so far."""
        point = None if self.waiting is None else self.waiting.standing
        return None if point is None else standing_text(point)

    @property
    def halfway(self) -> bool:
        """Whether the next player may name a part of the last iteration, and one lies before the limit."""
        below = self._asked.below
        return may_stop_halfway(self.case, (self._asked.player,)) and (below is None or Point(0, 1) < below)

    @property
    def judge_may_find(self) -> JudgesFinding | None:
        """The finding with which a judge could change a refusal."""
        return judge_may_find(self.case)

    @property
    def _asked(self) -> Waiting:
        if self.waiting is None:
            raise ValueError("no player has to answer any more")
        return self.waiting

    def answers(self, language: Language) -> list[tuple[str, str]]:
        """Return the answers so far: the player, and the number, the word or the point halfway through an iteration."""
        return [(each.player, _answer(each, language)) for each in self.case.declarations]

    def iterations(self, language: Language) -> BigNumber | None:
        """Return how many whole iterations are done, None if the game does not move on."""
        stop = None if self.ruling is None else self.ruling.stop
        return None if stop is None else big_number(stop.iterations, language)

    def sentences(self, language: Language) -> list[str]:
        """Return the sentences of the ruling."""
        return [] if self.ruling is None else [render(sentence, language) for sentence in self.ruling.sentences]

    def clauses(self, language: Language) -> list[tuple[str, str]]:
        """Return the clauses of the ruling under their current numbers, with their requirements in short."""
        cited = () if self.ruling is None else self.ruling.clauses
        return [(for_people(name), clause(name).summary.in_language(language)) for name in cited]

    def sheet_then(self, language: Language) -> SheetShown | None:
        """Return the sheet after the ruling, or after the loop if the ruling names no end; None without a sheet."""
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
            ended_by=None
            if ended is None
            else tuple(each["condition"].replace("`", "") for each in (ended, *ended["also"])),
        )


def _answer(given: Declaration, language: Language) -> str:
    """Return the words of an answer, with a number that fits on a phone."""
    words = declaration_text(given)
    if isinstance(given.says, int):
        short = big_number(given.says, language).short
        words = msgspec.structs.replace(words, values={**words.values, "iterations": short})
    return render(words, language)


class SheetShown(msgspec.Struct, frozen=True):
    """Every resource after so many whole iterations; `ended_by`: the conditions that ended the loop by itself there.

    `why` is the reason if that is not known.
    """

    iterations: BigNumber | None = None
    amounts: list[tuple[str, BigNumber | str]] = []
    ended_by: tuple[str, ...] | None = None
    why: str = ""


def _amount(value: object, language: Language) -> BigNumber | str:
    if isinstance(value, str):
        return big_number(value, language)
    return str(value["closed_form"]) if isinstance(value, dict) and "closed_form" in value else "…"


def loop_shown(case: Case) -> LoopShown:
    """Return a case in the form for a page.

    Raises BadInput as `rule` does.
    """
    answer = rule(case)
    if isinstance(answer, Waiting):
        return LoopShown(case, answer, None)
    return LoopShown(case, None, answer)


class Pressed(msgspec.Struct, frozen=True):
    """The pressed button of a loop's page (an answer, `back`, `again`, `overrule`, `changed`, none) and its fields."""

    step: str = ""
    by: str = ""
    word: str = ""
    says: str = ""
    part: str = ""
    reason: str = ""

    def answer(self) -> tuple[int | Word, int | None]:
        """Return a player's answer: the word of the pressed button, or the typed number.

        Raises BadInput if it is neither.
        """
        return (read_saying(self.word, "says"), None) if self.word else read_answer(self.says, self.part)

    def on(self, case: Case) -> Case:
        """Return the case after this step. Raises BadInput if an answer cannot be read."""
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
    """A loop stored only in its page: `fields` as JSON; `refused` is the error of a refused answer."""

    shown: LoopShown
    case: str
    sheet: str
    refused: BadInput | None = None


def begun(case: Case, resources: tuple[Resource, ...], language: Language) -> Carried:
    """Return a described loop, with its sheet's answer. Raises BadInput if the description is not valid."""
    return _carried(case, sheet_of(resources, case.turn_order), language)


def gone_on(case: str, sheet: str, pressed: Pressed, language: Language) -> Carried:
    """Return the loop in a page's fields after the pressed button; unchanged if an answer is refused.

    Raises BadInput if the fields no longer make a loop.
    """
    known, amounts = read_case(_json("case", case)), _json("sheet", sheet) if sheet else None
    if amounts is not None and not isinstance(amounts, dict):
        raise NotAForm("sheet")
    try:
        return _carried(pressed.on(known), amounts, language)
    except BadInput as refused:
        # The answers so far are shown without the sheet, which may be the part that takes too long.
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
    """Return the loop desk's part of a stored ruling; None if there is none, or none that can be read."""
    try:
        return None if loop is None else loop_shown(read_kept_case(loop["case"]))
    except (FloorjudgeError, KeyError):
        # A program may have sent any JSON with its ruling.
        return None


def ruling_words(written: str, loop: Mapping[str, Any] | None, language: Language) -> str:
    """Return a ruling's text for its reader: in `language` if it is the loop desk's own, else as written."""
    shown = kept_loop(loop)
    if shown is None or not any(" ".join(shown.sentences(each)).split() == written.split() for each in LANGUAGES):
        return written
    return " ".join(shown.sentences(language))
