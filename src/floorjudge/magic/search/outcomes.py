"""What a search has found, and what it looked at and why it ended, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from floorjudge.magic.engine.work import UNITS_PER_SECOND
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.proof.certificates import certificate_value
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.products import Product
from floorjudge.magic.search.search import Tally
from floorjudge.texts import Language, Text, counted, decimal, render, text

JsonObject: TypeAlias = dict[str, Any]

# A search does less than a certificate with what the engine returns: more units fit into a second of it.
SEARCHED_PER_SECOND = 2 * UNITS_PER_SECOND
NO_LOOP = text("No loop was found.")
NOT_KNOWN = text("Not known.")


class Outcome(msgspec.Struct, frozen=True):
    """What a search has found.

    `loop` is the loop, certified or seen to win, None when there is none; `undecided` are sequences that go on and could not be
    certified; `layouts` how many positions it began from, of `asked`; `tally` what was looked at, `work` what the
    engine did for it, in units (see `Work`), `seconds` of computing it took here. `overdue` says that the clock ended
    it, long after that work should have been done: then it reports no loop. `also_needs` is what the
    loop needs beside what was asked for, `works_without` the named cards that it does not use. `doubts` are what the
    engine does not play as the cards say, so that a loop may have been missed: of all cards where none was found, else
    of those that the loop does not use.
    """

    loop: Tried | None
    undecided: tuple[Tried, ...]
    layouts: int
    asked: int
    tally: Tally
    work: int
    seconds: float
    overdue: bool
    also_needs: tuple[Text, ...] = ()
    works_without: tuple[str, ...] = ()
    doubts: tuple[Text, ...] = ()

    @property
    def reservations(self) -> tuple[Text, ...]:
        """Return sentences on the named cards that the loop does not use: another loop may do more with them."""
        if self.loop is None:
            return ()
        unused = (
            text("This loop works without {card}; one that uses it may do more.", card=name)
            for name in self.works_without
        )
        return (*unused, *self.doubts)


def looked_at(outcome: Outcome) -> Iterator[Text]:
    """Yield sentences on the positions and sequences that a search has looked at."""
    tally = outcome.tally
    yield counted("It began from one position.", "It began from {count} positions.", count=outcome.layouts)
    if outcome.asked > outcome.layouts:
        yield counted(
            "The engine did not take another one.",
            "The engine did not take {count} others.",
            count=outcome.asked - outcome.layouts,
        )
    yield counted(
        "It reached one more position; of all these it went on from {expanded}.",
        "It reached {count} more positions; of all these it went on from {expanded}.",
        count=tally.reached,
        expanded=tally.expanded,
    )
    yield counted(
        "The longest line had one choice; it all was as much work as a usual computer does in {seconds} seconds.",
        "The longest line had {count} choices; it all was as much work as a usual computer does in {seconds} seconds.",
        count=tally.deepest,
        seconds=decimal(outcome.work / SEARCHED_PER_SECOND),
    )
    if tally.cut:
        yield counted(
            "One answer among very many was left out.",
            "{count} answers among very many were left out.",
            count=tally.cut,
        )
    if tally.candidates:
        yield counted(
            "One sequence came back to a board at least as good.",
            "{count} sequences came back to a board at least as good.",
            count=tally.candidates,
        )


def verdict_without(outcome: Outcome) -> Text:
    """Return the verdict of a search that has certified no loop: a sequence that came back may still be one."""
    return NOT_KNOWN if any(each.may_go_on for each in outcome.undecided) else NO_LOOP


def why_not(outcome: Outcome) -> Text:
    """Return the reason for which a search ended without a loop."""
    if verdict_without(outcome) is NOT_KNOWN:
        return text(
            "There may well be a loop: steps were found that come back to a board at least as good, and they could not be certified."
        )
    return _why_none(outcome)


def _why_none(outcome: Outcome) -> Text:
    if outcome.overdue:
        return text("This computer took many times as long as it should have: try again when it is less busy.")
    if outcome.tally.ended == "time":
        return text("There may be one: the work that this search may do ran out.")
    if outcome.tally.ended == "depth":
        return text("There may be one with more choices in a row than this search tries.")
    if outcome.doubts:
        return text("There may be one: the rules engine does not play everything here as the cards say.")
    if outcome.tally.cut:
        return text("There may be one: not every answer was tried where there were very many.")
    return text("Nothing is left to be tried from these positions; from another one there may be a loop.")


def _missing(outcome: Outcome) -> tuple[Text, ...]:
    return () if outcome.loop is not None else (verdict_without(outcome), why_not(outcome), *outcome.doubts)


def outcome_value(outcome: Outcome, made: Sequence[Product], language: Language) -> JsonObject:
    """Return what was found as JSON: the loop, what it produces, its certificate, and what was looked at."""
    tally = outcome.tally
    loop = outcome.loop
    return {
        "found": loop is not None,
        "case": None if loop is None else case_value(loop.case),
        "also_needs": [render(each, language) for each in outcome.also_needs],
        "works_without": list(outcome.works_without),
        "produces": [{"kind": each.kind, "text": render(each.label, language)} for each in made],
        "certificate": None if loop is None else certificate_value(loop.certificate, language),
        "ended": tally.ended,
        "looked_at": {
            "positions": outcome.layouts,
            "reached": tally.reached,
            "expanded": tally.expanded,
            "known": tally.known,
            "worse": tally.worse,
            "loads": tally.loads,
            "answers_left_out": tally.cut,
            "deepest": tally.deepest,
            "candidates": tally.candidates,
            "work": outcome.work,
            "seconds": round(outcome.seconds, 2),
        },
        "undecided": [
            {
                "case": case_value(each.case),
                "text": " ".join(render(sentence, language) for sentence in each.certificate.sentences),
            }
            for each in outcome.undecided
        ],
        "doubts": [render(each, language) for each in outcome.doubts],
        "text": " ".join(render(each, language) for each in (*_missing(outcome), *looked_at(outcome))),
    }
