"""The answer on a loop of the book as its facts claim it: what people read while `opening` proves it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import read_number
from floorjudge.magic.answer import Answer, answer_on
from floorjudge.magic.book.entries import Entry
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.counter_names import Named, names_of
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import Certificate, Line, Segment
from floorjudge.reading import JsonObject
from floorjudge.texts import Text


def claimed_answer(entry: Entry, library: CardLibrary, named: Sequence[str], life: int) -> Answer | None:
    """Return the answer on a loop of the book as its facts claim it; nothing in it is proved, and it cites no clause.

    `named` are the cards that were named for it, `life` is what each player begins with. Return None where the facts do
    not give the answer: another life may change when a loop ends, or does something else.
    """
    facts = entry.facts
    try:
        case = read_loop_case(facts["case"])
        position = msgspec.structs.replace(case.position, life=(life,) * case.position.players)
        if (facts["breaks"] or facts["stopped_by"]) and position != case.position:
            return None
        case = msgspec.structs.replace(case, position=position)
        return answer_on(case, _claimed(case, facts, library), library, named=named)
    except FloorjudgeError:
        return None


def _claimed(case: LoopCase, facts: JsonObject, library: CardLibrary) -> Certificate:
    """Return a certificate with the facts of an entry, without what only a proof finds."""
    changes, stop = facts["per_iteration"], facts["stopped_by"]
    return Certificate(
        case=case,
        players=case.position.names,
        evidence=facts["evidence"],
        checked_to=read_number(facts["checked_to"], "checked_to"),
        iterations=None if facts["iterations"] is None else read_number(facts["iterations"], "iterations"),
        warm_up=facts["warm_up"],
        period=facts["period"],
        lines=tuple(
            Line(each.key, each.said, _change(changes[each.key]), part=each.part)
            for each in _names(case, changes, library)
        ),
        segments=tuple(_segment(read_number(each, "breaks")) for each in facts["breaks"]),
        stopped_by=None if stop is None else Stop(stop["kind"], Text(""), over=stop["over"], winner=stop["winner"]),
        maintained_by=tuple(facts["maintained_by"]),
        mandatory=facts["mandatory"],
        verdict=facts["verdict"],
        clauses=(),
        sentences=(),
    )


def _names(case: LoopCase, changes: Mapping[str, object], library: CardLibrary) -> Sequence[Named]:
    """Return the names of the amounts that an iteration changes, as they are after the second one, if there is one."""
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    with suppress(FloorjudgeError):
        play_body(table, case.body)
        play_body(table, case.body)
    return [each for each in names_of(table.snapshot(), case.position.names) if each.key in changes]


def _segment(last: int) -> Segment:
    """Return that another change begins after the `last` iteration; which one is for a proof to find."""
    return Segment(last, {}, 0, 1, {}, {}, last_is_odd=False, is_done=False)


def _change(written: str | Sequence[str]) -> tuple[int, ...]:
    several = (written,) if isinstance(written, str) else written
    return tuple(read_number(each, "per_iteration") for each in several)
