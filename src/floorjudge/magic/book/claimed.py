"""Builds the answer on a loop of the book from its stored facts: people read it while `opening` proves the loop again.

Its first lines need no play of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import read_number
from floorjudge.magic.answer import Answer, answer_on
from floorjudge.magic.answer.given import taken_for_granted
from floorjudge.magic.answer.verdicts import Verdict, VerdictKind, by_importance, verdict_on
from floorjudge.magic.book.entries import Entry
from floorjudge.magic.book.facts import read_afterwards, read_happened, with_life
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.counter_names import Named, names_of, words_of
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up_loop
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.magic.proof.certificates import Certificate, Line, Segment
from floorjudge.magic.search.products import Kind as Gained
from floorjudge.magic.search.products import products_with
from floorjudge.reading import JsonObject
from floorjudge.texts import Text

# The most important gains. The changes of an iteration show them, and no event within the iteration is more important.
_FIRST: frozenset[Gained] = frozenset({"poison", "damage", "tokens", "mana"})


class FirstLines(msgspec.Struct, frozen=True):
    """The first lines of an answer, as in `claimed_answer`: the verdict, the players' choices, the assumptions about the position."""

    kind: VerdictKind
    verdict: Text
    chooses: tuple[Text, ...]
    clauses: tuple[str, ...]
    given: tuple[Text, ...]
    doubts: tuple[Text, ...]


def claimed_first_lines(entry: Entry, library: CardLibrary, named: Sequence[str], life: int) -> FirstLines | None:
    """Return the first lines of the answer on a loop of the book, without any play; None if only playing the loop shows them.

    The arguments are those of `claimed_answer`.
    """
    try:
        found = _with_life(entry, life, library)
        if found is None:
            return None
        case, facts = found
        changes = facts["per_iteration"]
        certificate = _claimed(case, facts, [_line(key, changes[key], case.position) for key in changes])
        verdict = _verdict(case, certificate, facts)
    except FloorjudgeError:
        return None
    if verdict is None:
        return None
    given = taken_for_granted(case.position, certificate, named, library)
    doubts = tuple(doubtful_cards(case.position, library))
    return FirstLines(verdict.kind, verdict.line, verdict.chooses, certificate.clauses, given, doubts)


def _verdict(case: LoopCase, certificate: Certificate, facts: JsonObject) -> Verdict | None:
    """Return the verdict that facts give; None if they lack the events of an iteration, which the verdict may depend on."""
    seat, knows_all = case.position.priority, "happens" in facts
    products = products_with(certificate, seat, read_happened(facts["happens"] if knows_all else ()))
    gains = by_importance([each for each in products if each.is_gain])
    after = read_afterwards(facts.get("afterwards"))
    verdict = verdict_on(case, certificate, gains, () if after is None else after.products(certificate.players, seat))
    is_known = knows_all or (not certificate.segments and bool(gains) and gains[0].kind in _FIRST)
    return verdict if is_known or verdict.kind not in ("any", "changes", "not_known") else None


def claimed_answer(entry: Entry, library: CardLibrary, named: Sequence[str], life: int) -> Answer | None:
    """Return the answer on a loop of the book by its stored facts; nothing in it is proved.

    `named` are the cards that were named for it, `life` is what each player begins with. Return None if the facts do
    not give the answer: with another life, the loop may end elsewhere or do something else.
    """
    try:
        found = _with_life(entry, life, library)
        if found is None:
            return None
        case, facts = found
        changes, names = facts["per_iteration"], _names(case, facts["per_iteration"], library)
        lines = [Line(each.key, each.label, _change(changes[each.key]), part=each.part) for each in names]
        return answer_on(case, _claimed(case, facts, lines), library, named=named)
    except FloorjudgeError:
        return None


def _with_life(entry: Entry, life: int, library: CardLibrary) -> tuple[LoopCase, JsonObject] | None:
    facts = entry.facts
    return with_life(facts, read_loop_case(facts["case"]), life, library)


def _claimed(case: LoopCase, facts: JsonObject, lines: Sequence[Line]) -> Certificate:
    """Return a certificate with the facts of an entry; fields that only a proof determines are left out."""
    after = facts.get("lives_after") or {}
    return Certificate(
        case=case,
        players=case.position.names,
        evidence=facts["evidence"],
        checked_to=read_number(facts["checked_to"], "checked_to"),
        iterations=None if facts["iterations"] is None else read_number(facts["iterations"], "iterations"),
        warm_up=facts["warm_up"],
        period=facts["period"],
        lines=tuple(
            msgspec.structs.replace(line, after=read_number(after[line.key], line.key)) if line.key in after else line
            for line in lines
        ),
        knows_end=facts.get("lives_after") is not None,
        segments=tuple(_segment(read_number(each, "breaks")) for each in facts["breaks"]),
        stopped_by=_stop(facts["stopped_by"], facts.get("stops_in")),
        left_on_stack=_stop(facts.get("left_on_stack")),
        maintained_by=tuple(facts["maintained_by"]),
        mandatory=facts["mandatory"],
        verdict=facts["verdict"],
        clauses=tuple(facts.get("clauses", ())),
        sentences=(),
    )


def _stop(end: JsonObject | None, step: int | None = None) -> Stop | None:
    if end is None:
        return None
    return Stop(end["kind"], Text(""), step=step, over=end["over"], winner=end["winner"])


def _line(key: str, change: str | Sequence[str], position: Position) -> Line:
    """Return an amount by its key, with the words for it as far as a verdict may need them."""
    sides = [
        (each.label or each.card, each.card.split(" // "), each.transformed) for _, _, each in position.permanents()
    ]
    names = {label: of_card[-1] if transformed else of_card[0] for label, of_card, transformed in sides}
    return Line(key, words_of(key, position.names, names) or Text(key), _change(change))


def _names(case: LoopCase, changes: Mapping[str, object], library: CardLibrary) -> Sequence[Named]:
    """Return the names of the amounts that an iteration changes, as they are after the second one, if there is one."""
    table = set_up_loop(case, library)
    with suppress(FloorjudgeError):
        play_body(table, case.body)
        play_body(table, case.body)
    return [each for each in names_of(table.snapshot(), case.position.names) if each.key in changes]


def _segment(last: int) -> Segment:
    """Return a segment with another, unknown change after the `last` iteration; a proof determines the change."""
    return Segment(last, {}, 0, 1, {}, {}, last_is_odd=False, is_done=False)


def _change(written: str | Sequence[str]) -> tuple[int, ...]:
    several = (written,) if isinstance(written, str) else written
    return tuple(read_number(each, "per_iteration") for each in several)
