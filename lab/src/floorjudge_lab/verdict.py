"""Verifies one combination: sets it up, searches for its loop, and makes its row."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.errors import UnknownCard
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.finding import Limits as SearchLimits
from floorjudge.magic.search.finding import find
from floorjudge.magic.search.outcomes import Outcome
from floorjudge.magic.search.products import Product, products_of
from floorjudge.texts import render
from floorjudge_lab.errors import OtherVersion
from floorjudge_lab.processes import Job, row_for, spent
from floorjudge_lab.prose.hint_cost import AdvisedGuide
from floorjudge_lab.prose.starting_point import starting_point
from floorjudge_lab.rows import Details, Produced, Reason, Row, Verdict

# The number of rounds after which a sequence is no accident.
_ROUNDS = 3


def row_of(job: Job) -> Row:
    """Return the row of a combination.

    Raises BadInput if nothing can be verified here: the engine or the card texts are missing, or have another version
    than the job requires.
    """
    if (engine_version(), __version__) != (job.engine or engine_version(), job.floorjudge or __version__):
        raise OtherVersion(f"{__version__}, {engine_version()}", f"{job.floorjudge}, {job.engine}")
    with closing(CardLibrary.open(Path(job.cards) if job.cards else None)) as library:
        return _row_with(job, library)


def _row_with(job: Job, library: CardLibrary) -> Row:
    unknown = tuple(name for name in job.combination.cards if library.find(name) is None)
    if unknown:
        return _row(job, "not_set_up", "unknown_card", Details(unknown=unknown))
    try:
        start = starting_point(job.combination, library)
    except BadInput as error:
        reason: Reason = "unknown_card" if isinstance(error, UnknownCard) else "not_taken_by_engine"
        return _row(job, "not_set_up", reason, Details(message=error.message("en")))
    known = Details(unread=start.unread, gaps=start.gaps)
    if not start.layouts:
        return _row(job, "not_set_up", _likeliest(known) or "not_taken_by_engine", known)
    limits = SearchLimits(job.limits.seconds)
    try:
        outcome = find(start.layouts, job.combination.cards, library, limits, AdvisedGuide(start.advice))
    except BadInput as error:
        known = msgspec.structs.replace(known, message=error.message("en"))
        return _row(job, "not_set_up", "not_taken_by_engine", known)
    return _row_of_outcome(job, known, outcome, library)


def _row_of_outcome(job: Job, known: Details, outcome: Outcome, library: CardLibrary) -> Row:
    also_needs = tuple(render(each, "en") for each in outcome.also_needs)
    known = msgspec.structs.replace(known, ended=outcome.tally.ended, also_needs=also_needs)
    if outcome.overdue:
        return _row(job, "not_found", "time", known)
    if outcome.loop is not None and outcome.loop.is_certified:
        return _row_of_loop(job, outcome.loop, outcome.works_without, known, library)
    if not outcome.layouts:
        return _row(job, "not_set_up", "not_taken_by_engine", known)
    played = list(filter(None, (outcome.loop, *outcome.undecided)))
    if played:
        return _row_of_undecided(job, played, _likeliest(known) or "certificate_undecided", known)
    return _row(job, "not_found", _likeliest(known) or _ended(outcome), known)


def _likeliest(known: Details) -> Reason | None:
    """Return the likeliest reason why no loop was found: faults of the position come first."""
    if known.unread:
        return "sentence_not_understood"
    return "engine_gap" if known.gaps else None


def _ended(outcome: Outcome) -> Reason:
    ended = outcome.tally.ended
    if ended in ("time", "depth"):
        return ended
    return "engine_gap" if outcome.doubts else "exhausted"


def _row_of_loop(job: Job, loop: Tried, spare: tuple[str, ...], known: Details, library: CardLibrary) -> Row:
    """Return the row of a certified loop; `spare` are the cards that it works without."""
    made = products_of(loop.case, loop.certificate, library)
    verdict, reason = _judged(spare, made)
    return _row(
        job,
        verdict,
        reason,
        msgspec.structs.replace(known, unneeded=spare),
        evidence=loop.certificate.evidence,
        certificate_verdict=loop.certificate.verdict,
        produces=tuple(Produced(each.kind, render(each.label, "en")) for each in made),
        case=case_value(loop.case),
    )


def _judged(spare: Sequence[str], made: Sequence[Product]) -> tuple[Verdict, Reason | None]:
    """Return the verdict on a certified loop: it needs all cards of the combination and gains something, or not."""
    if not any(each.is_gain for each in made):
        return "undecided", "certificate_undecided"
    return ("found_without_a_card", "card_not_needed") if spare else ("certified", None)


def _row_of_undecided(job: Job, undecided: Sequence[Tried], reason: Reason, known: Details) -> Row:
    """Return the row of sequences that could not be certified: of one that won the game, else of the first."""
    won = next(filter(_wins, undecided), None)
    tried = won or undecided[0]
    if tried.certificate.misplayed:
        reason = "engine_gap"
    reasons = " ".join(render(sentence, "en") for sentence in tried.certificate.sentences)
    return _row(
        job,
        "undecided" if won is None else "played_out",
        reason if won is None else None,
        msgspec.structs.replace(known, message=reasons),
        evidence=None if won is None else won.certificate.evidence,
        certificate_verdict=tried.certificate.verdict,
        case=case_value(tried.case),
    )


def _wins(tried: Tried) -> bool:
    """Return whether a sequence was played round after round until the game was over, and the player had won."""
    certificate, seat = tried.certificate, tried.case.position.priority
    stop = certificate.stopped_by
    return stop is not None and (certificate.iterations or 0) >= _ROUNDS and stop.winner == seat


def _row(job: Job, verdict: Verdict, reason: Reason | None, details: Details, **more: Any) -> Row:  # noqa: ANN401 (a row's fields)
    made_with = {"engine": engine_version(), "floorjudge": __version__}
    return row_for(job, verdict, reason, seconds=spent(), details=details, **made_with, **more)
