"""What a search has looked at and why it ended, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from floorjudge.magic.certifying.certificates import certificate_value
from floorjudge.magic.playing.bodies import body_value
from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.searching.confirming import Tried
from floorjudge.magic.searching.finding import SEARCHED_PER_SECOND, Outcome
from floorjudge.magic.searching.products import Product
from floorjudge.texts import Language, Text, counted, render, text

JsonObject = dict[str, Any]


def looked_at(outcome: Outcome) -> Iterator[Text]:
    """Yield what a search has looked at, and why it ended."""
    tally = outcome.tally
    yield counted("It began from one position.", "It began from {count} positions.", count=outcome.layouts)
    if outcome.asked > outcome.layouts:
        yield counted(
            "The engine did not take another one.",
            "The engine did not take {count} others.",
            count=outcome.asked - outcome.layouts,
        )
    yield text(
        "It reached {reached} positions and went on from {expanded}; {known} were known already and {worse} no better than others.",
        reached=tally.reached,
        expanded=tally.expanded,
        known=tally.known,
        worse=tally.worse,
    )
    yield text(
        "The longest line had {deepest} choices; it all was as much work as a usual computer does in {seconds} seconds.",
        deepest=tally.deepest,
        seconds=f"{outcome.work / SEARCHED_PER_SECOND:.1f}",
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
    if outcome.loop is None:
        yield _why_not(outcome)


def _why_not(outcome: Outcome) -> Text:
    if outcome.overdue:
        return text(
            "The search was given up: this computer has taken many times as long as it should have. Run it again when it is less busy."
        )
    if outcome.tally.ended == "time":
        return text("No loop was found before the time ran out. There may be one: give it more with --seconds.")
    if outcome.tally.ended == "depth":
        return text("No loop was found within the depth. There may be a longer one: give it more with --depth.")
    return text(
        "No loop was found, and nothing is left to be tried from these positions. Another board, or another card with --with, may have one."
    )


def case_value(tried: Tried) -> JsonObject:
    """Return the loop as a case that `certify` reads."""
    case = tried.case
    value = position_value(case.position)
    if case.before:
        value["before"] = body_value(case.before)
    return value | {"body": body_value(case.body), "times": "10^100"}


def outcome_value(outcome: Outcome, made: Sequence[Product], language: Language) -> JsonObject:
    """Return what was found as JSON: the loop, what it produces, its certificate, and what was looked at."""
    tally = outcome.tally
    loop = outcome.loop
    return {
        "found": loop is not None,
        "case": None if loop is None else case_value(loop),
        "produces": [{"kind": each.kind, "text": render(each.said, language)} for each in made],
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
            {"case": case_value(each), "text": " ".join(render(said, language) for said in each.certificate.sentences)}
            for each in outcome.undecided
        ],
        "text": " ".join(render(each, language) for each in looked_at(outcome)),
    }
