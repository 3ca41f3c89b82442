"""The answer on a loop of the book as its facts claim it: what people read while `opening` proves it again.

Its first lines need no play of the engine wherever the facts alone give the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import read_number
from floorjudge.magic.answer import Answer, answer_on
from floorjudge.magic.answer.given import taken_for_granted
from floorjudge.magic.answer.verdicts import VerdictKind, by_importance, verdict_on
from floorjudge.magic.book.entries import Entry
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.counter_names import Named, names_of
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.magic.proof.certificates import Certificate, Line, Segment
from floorjudge.magic.search.products import Kind as Gained
from floorjudge.magic.search.products import products_of_changes
from floorjudge.reading import JsonObject
from floorjudge.texts import Text

# The most telling gains, which the changes of an iteration alone show; nothing that happens on the way comes before them.
_FIRST: frozenset[Gained] = frozenset({"poison", "damage", "tokens", "mana"})


class FirstLines(msgspec.Struct, frozen=True):
    """The first lines of an answer, which `claimed_answer` begins with too: the verdict, who chooses what, what was taken for granted."""

    kind: VerdictKind
    verdict: Text
    chooses: tuple[Text, ...]
    given: tuple[Text, ...]
    doubts: tuple[Text, ...]
    clauses: tuple[str, ...] = ()


def claimed_first_lines(entry: Entry, library: CardLibrary, named: Sequence[str], life: int) -> FirstLines | None:
    """Return the first lines of the answer on a loop of the book, without any play; None where only playing shows what they are.

    The arguments are those of `claimed_answer`.
    """
    try:
        case = _case(entry, life)
        if case is None:
            return None
        changes = entry.facts["per_iteration"]
        certificate = _claimed(case, entry.facts, [Line(key, Text(key), _change(changes[key])) for key in changes])
        gains = by_importance(
            [each for each in products_of_changes(certificate, case.position.priority) if each.is_gain]
        )
        verdict = verdict_on(case, certificate, gains)
    except FloorjudgeError:
        return None
    is_known = not certificate.segments and bool(gains) and gains[0].kind in _FIRST
    if verdict.kind in ("any", "changes", "not_known") and not is_known:
        return None
    given = taken_for_granted(case.position, certificate, named)
    return FirstLines(verdict.kind, verdict.line, verdict.chooses, given, tuple(doubtful_cards(case.position, library)))


def claimed_answer(entry: Entry, library: CardLibrary, named: Sequence[str], life: int) -> Answer | None:
    """Return the answer on a loop of the book as its facts claim it; nothing in it is proved, and it cites no clause.

    `named` are the cards that were named for it, `life` is what each player begins with. Return None where the facts do
    not give the answer: another life may change when a loop ends, or does something else.
    """
    facts = entry.facts
    try:
        case = _case(entry, life)
        if case is None:
            return None
        changes, names = facts["per_iteration"], _names(case, facts["per_iteration"], library)
        lines = [Line(each.key, each.label, _change(changes[each.key]), part=each.part) for each in names]
        return answer_on(case, _claimed(case, facts, lines), library, named=named)
    except FloorjudgeError:
        return None


def _case(entry: Entry, life: int) -> LoopCase | None:
    """Return the case of an entry with this life of each player; None where another life may change what is claimed."""
    facts = entry.facts
    case = read_loop_case(facts["case"])
    position = msgspec.structs.replace(case.position, life=(life,) * case.position.players)
    # An entry that sets a life total needs that life for its loop.
    if position != case.position and (facts["breaks"] or facts["stopped_by"] or "life" in facts["case"]):
        return None
    return msgspec.structs.replace(case, position=position)


def _claimed(case: LoopCase, facts: JsonObject, lines: Sequence[Line]) -> Certificate:
    """Return a certificate with the facts of an entry, without what only a proof finds."""
    stop = facts["stopped_by"]
    return Certificate(
        case=case,
        players=case.position.names,
        evidence=facts["evidence"],
        checked_to=read_number(facts["checked_to"], "checked_to"),
        iterations=None if facts["iterations"] is None else read_number(facts["iterations"], "iterations"),
        warm_up=facts["warm_up"],
        period=facts["period"],
        lines=tuple(lines),
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
