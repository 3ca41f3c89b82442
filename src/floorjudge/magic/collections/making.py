"""A row from a combination, in this process: read, set up, searched, certified, and whether each card takes part."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from floorjudge import __version__
from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.collections import refusals
from floorjudge.magic.collections.beginning import Beginning, beginning_of
from floorjudge.magic.collections.jobs import Job
from floorjudge.magic.collections.processes import row_for
from floorjudge.magic.collections.rows import Details, Made, Reason, Row, Verdict
from floorjudge.magic.phase.engine import engine_version
from floorjudge.magic.phase.quirks import misplayed
from floorjudge.magic.searching.confirming import Tried
from floorjudge.magic.searching.finding import Limits as SearchLimits
from floorjudge.magic.searching.finding import Outcome, find
from floorjudge.magic.searching.needed_cards import unneeded
from floorjudge.magic.searching.outcomes import case_value
from floorjudge.magic.searching.products import Product, happenings, products
from floorjudge.texts import render

# Something is left for a search, however long it took to read the cards.
_LEAST_SECONDS = 0.1
# What happened so often is no accident.
_ROUNDS = 3
_TWO = 2
UNKNOWN_CARD: Final = "unknown_card"


def row_of(job: Job) -> Row:
    """Return what has come of a combination.

    Raises BadInput when nothing can be verified here: the engine or the card texts are missing, or they are of another version
    than the job asks for.
    """
    if (engine_version(), __version__) != (job.engine or engine_version(), job.floorjudge or __version__):
        raise refusals.other_version(f"{__version__}, {engine_version()}", f"{job.floorjudge}, {job.engine}")
    library = CardLibrary.open(Path(job.cards) if job.cards else None)
    try:
        return _with(job, library)
    finally:
        library.close()


def _with(job: Job, library: CardLibrary) -> Row:
    begun = _begun(job, library)
    if isinstance(begun, Row):
        return begun
    known = Details(unread=begun.unread, gaps=begun.gaps)
    try:
        outcome = _found(job, begun, library)
    except BadInput as error:
        known = msgspec.structs.replace(known, not_taken=len(begun.layouts), said=error.message("en"))
        return _row(job, "not_set_up", "not_taken_by_engine", known)
    known = msgspec.structs.replace(
        known,
        ended=outcome.tally.ended,
        undecided=len(outcome.undecided),
        positions=outcome.layouts,
        not_taken=outcome.asked - outcome.layouts,
    )
    if outcome.loop is not None:
        row = _row(job, "certified", None, known, outcome)
        return _with_loop(row, outcome.loop, begun.named, library)
    if not outcome.layouts:
        return _row(job, "not_set_up", "not_taken_by_engine", known, outcome)
    row = _row(job, "not_found", _likeliest(known) or _ended(outcome), known, outcome)
    return _with_undecided(row, outcome.undecided, real=_are_real(begun.named, library)) if outcome.undecided else row


def _begun(job: Job, library: CardLibrary) -> Beginning | Row:
    """Return where to begin, or the row of a combination that cannot be set up."""
    unknown = unknown_cards(job.combination.cards, library)
    if unknown:
        return _row(job, "not_set_up", UNKNOWN_CARD, Details(unknown=unknown))
    try:
        beginning = beginning_of(job.combination, library)
    except BadInput as error:
        reason: Reason = UNKNOWN_CARD if error.code == UNKNOWN_CARD else "not_taken_by_engine"
        return _row(job, "not_set_up", reason, Details(said=error.message("en")))
    if beginning.layouts:
        return beginning
    known = Details(unread=beginning.unread, gaps=beginning.gaps)
    return _row(job, "not_set_up", _likeliest(known) or "not_taken_by_engine", known)


def unknown_cards(names: Sequence[str], library: CardLibrary) -> tuple[str, ...]:
    """Return those of some names that no card has. Raises BadInput when there are no card texts at all, or no engine."""
    unknown = []
    for name in names:
        try:
            library.card(name)
        except BadInput as error:
            if error.code != UNKNOWN_CARD:
                raise
            unknown.append(name)
    return tuple(unknown)


def _found(job: Job, beginning: Beginning, library: CardLibrary) -> Outcome:
    left = max(_LEAST_SECONDS, job.limits.seconds - time.process_time())
    return find(beginning.layouts, beginning.named, library, SearchLimits(left), advice=beginning.advice)


def _likeliest(known: Details) -> Reason | None:
    """Return the likeliest reason for a loop that was not found: what is wrong in the beginning comes first."""
    if known.unread:
        return "sentence_not_understood"
    if known.gaps:
        return "engine_gap"
    return "certificate_undecided" if known.undecided else None


def _ended(outcome: Outcome) -> Reason:
    ended = outcome.tally.ended
    return ended if ended in ("time", "depth") else "exhausted"


def _with_loop(row: Row, loop: Tried, named: Sequence[str], library: CardLibrary) -> Row:
    """Return a row with the loop that was found for it."""
    spare = _unneeded(loop, named, library)
    made = products(loop.certificate, happenings(loop.case, library), loop.case.position.priority)
    verdict, reason = _judged(spare, made, named, library)
    return msgspec.structs.replace(
        row,
        verdict=verdict,
        reason=reason,
        evidence=loop.certificate.evidence,
        certificate_verdict=loop.certificate.verdict,
        produces=tuple(Made(each.kind, render(each.said, "en")) for each in made),
        seconds=round(time.process_time(), 2),
        details=msgspec.structs.replace(row.details, unneeded=spare),
        case=case_value(loop),
    )


def _judged(
    spare: Sequence[str], made: Sequence[Product], named: Sequence[str], library: CardLibrary
) -> tuple[Verdict, Reason | None]:
    """Return whether a loop with a certificate is what the combination says: real cards, all needed, for something.

    A certificate rests on the engine playing the cards as they are written; where that is known to be wrong it says nothing of the
    real cards.
    """
    if not _are_real(named, library):
        return "undecided", "engine_gap"
    if not made:
        return "undecided", "certificate_undecided"
    return ("found_without_a_card", "card_not_needed") if spare else ("certified", None)


def _with_undecided(row: Row, undecided: Sequence[Tried], *, real: bool) -> Row:
    """Return a row with a sequence that came back without a law: one that was played until the game was won, or else the first one.

    `real` says that no card is known to be played otherwise than it is written.
    """
    won = next(filter(_wins, undecided), None) if real else None
    tried = won or undecided[0]
    said = " ".join(render(sentence, "en") for sentence in tried.certificate.sentences)
    return msgspec.structs.replace(
        row,
        verdict="undecided" if won is None else "played_out",
        reason=row.reason if won is None else None,
        evidence=None if won is None else won.certificate.evidence,
        certificate_verdict=tried.certificate.verdict,
        details=msgspec.structs.replace(row.details, said=said),
        case=case_value(tried),
    )


def _are_real(named: Sequence[str], library: CardLibrary) -> bool:
    """Say whether no card is known to be played otherwise than it is written."""
    return not any(misplayed(library.card(name).faces) for name in named)


def _wins(tried: Tried) -> bool:
    """Say whether a sequence was played round after round until the game was over, and the player had won."""
    found, seat = tried.certificate, tried.case.position.priority
    stop = found.stopped_by
    if stop is None or (found.iterations or 0) < _ROUNDS:
        return False
    if stop.kind == "life":
        # Here the player is the one who has died.
        return len(found.players) == _TWO and stop.player not in (seat, None)
    return stop.kind == "game over" and stop.player == seat


def _unneeded(loop: Tried, named: Sequence[str], library: CardLibrary) -> tuple[str, ...]:
    try:
        return unneeded(loop, named, library)
    except FloorjudgeError:
        return ()


def _row(job: Job, verdict: Verdict, reason: Reason | None, details: Details, outcome: Outcome | None = None) -> Row:
    return row_for(
        job,
        verdict=verdict,
        reason=reason,
        seconds=round(time.process_time(), 2),
        nodes=outcome.tally.reached if outcome else 0,
        loads=outcome.tally.loads if outcome else 0,
        details=details,
        engine=engine_version(),
        floorjudge=__version__,
    )
