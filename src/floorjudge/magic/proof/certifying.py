"""Certifies a loop: takes a position, a body and a number of times, and returns a certificate.

The proposer finds how far the loop goes; the prover establishes what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import numeral
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import doubts, sentences_about
from floorjudge.magic.engine.fields import LARGEST_AMOUNT
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.work import Work, WorkIsOver, units
from floorjudge.magic.playing.automatic import AutomaticIn
from floorjudge.magic.playing.errors import DoesNotEnd
from floorjudge.magic.playing.ordering import Ordered, ordered
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.assumptions import doubtful_cards, order_sentences
from floorjudge.magic.proof.certificates import Certificate, card_hashes, not_certified
from floorjudge.magic.proof.proposing import propose
from floorjudge.magic.proof.proving import Proof, prove
from floorjudge.magic.proof.rules import END_NOT_KNOWN
from floorjudge.magic.proof.trajectory import Trajectory, trajectory_of
from floorjudge.magic.proof.watching import first_audit
from floorjudge.texts import Text, text

_BUDGET_SECONDS = 10.0
# Work in progress may exceed the budget, up to so many times as much and so many seconds more.
_MOST_TIMES, _MOST_MORE = 3.0, 15.0
_A_JUDGE = text("A judge decides.")


class BodyNotPlayed(BadInput):
    sentence = text(
        "Step {step} of the body could not be played, and it was the first time round: so this is not a loop yet. {why} “floorjudge "
        "magic play” shows step by step what can be done."
    )
    step: int
    why: Text


def certify(
    case: LoopCase, library: CardLibrary, *, budget: float = _BUDGET_SECONDS, within: Work | None = None
) -> Certificate:
    """Return the certificate of a loop.

    `budget` limits the tries on the engine: the work of a usual machine in so many seconds, 0 or more. The work is
    counted, also as part of the work `within` which it is done, so that the answer does not depend on the machine. The
    maintainers named by a judge stand, and are recorded beside those found. Raises BadInput for a position that cannot
    be set up, for impossible steps in `before`, and for a body that cannot be played once; WorkIsOver if the clock has
    run out `within` other work, which then has no answer either.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    work = Work(units(budget), most=units(_MOST_TIMES * budget + _MOST_MORE), within=within)
    table = set_up(case.position, library).counted_in(work)
    nothing = Certificate(
        case=case,
        players=table.names,
        cards=card_hashes(case.position, library),
        assumes=tuple(doubtful_cards(case.position, library)),
        sentences=(),
    )
    try:
        before, body = ordered(table, case.before, case.body[0]), ordered(table, case.body, case.body[0])
        nothing = _with_orders(nothing, before, body)
        case = nothing.case
        led = trajectory_of(case, library, work)
        led.ask("orders", lambda: (before.orders, body.orders))
        audit = first_audit(led, case, library)
        # A body that cannot be played once is an error, unless the engine may have failed to ask a question that the body answers.
        found = doubts([audit], case.position.with_own_cards(library))
        if found and (audit.played > bool(case.before) or any(each.hides_a_choice for each in found)):
            return _undecided(nothing, Proof(misplayed=found))
        begun = msgspec.structs.replace(nothing, automatic=AutomaticIn(each=audit.automatic[-1]))
        return _certified(begun, library, led, body.of)
    except WorkIsOver as over:
        if over.by_clock and within is not None:
            raise
        why = (
            text("It takes far too long on this computer: nothing is claimed.")
            if over.by_clock
            else text("The rules engine would have to do more than is allowed for this loop: nothing is claimed.")
        )
        return _undecided(nothing, Proof(why=why))


def _with_orders(nothing: Certificate, before: Ordered, body: Ordered) -> Certificate:
    """Return a certificate whose case states every order of triggered abilities, with a sentence on each."""
    if not before.played:
        return nothing
    case = msgspec.structs.replace(nothing.case, before=before.body, body=body.body)
    sentences = order_sentences(before.orders, body.orders, nothing.players)
    return msgspec.structs.replace(nothing, case=case, assumes=(*nothing.assumes, *sentences))


def _certified(begun: Certificate, library: CardLibrary, led: Trajectory, steps: Sequence[int]) -> Certificate:
    """Return the certificate of a loop that was `begun`; `steps` has the requested step of each step of the body."""
    proposal = propose(led, begun.case)
    _check_played_once(led, steps)
    proof, known = prove(proposal.claims, library, led.anew(), proposal.stop), begun
    if proof.performed is not None:
        known = msgspec.structs.replace(proof.performed, assumes=begun.assumes, automatic=begun.automatic)
    if proposal.why is not None:
        return _undecided(known, Proof(why=proposal.why, misplayed=proposal.misplayed))
    if too_large := tuple(_too_large(led.positions[0])):
        return not_certified(known, too_large)
    if proof.certificate is None:
        is_end = known.stopped_by is None or known.stopped_by.is_end
        return _undecided(not_certified(known, ()) if is_end else known, proof)
    if proposal.is_sure or proof.certificate.verdict not in ("draw", "ends"):
        return proof.certificate
    return not_certified(known, (END_NOT_KNOWN,))


def _undecided(known: Certificate, proof: Proof) -> Certificate:
    """Return a certificate without anything certain, with the reason; play against the rules takes precedence."""
    if proof.misplayed:
        sentences = sentences_about(proof.misplayed, proof.stopped)
        return msgspec.structs.replace(not_certified(known, sentences), misplayed=proof.misplayed)
    sentences = (*filter(None, [proof.why]), _A_JUDGE)
    return msgspec.structs.replace(known, evidence="undecided", sentences=sentences)


def _too_large(position: Snapshot) -> Iterator[Text]:
    """Yield a sentence on each number in a text that the engine cannot hold: it takes it for another one."""
    for number, cards in position.wording.written_above(LARGEST_AMOUNT).items():
        yield text(
            "This is in the text of a card, and larger than what the rules engine can hold: {number} ({cards}). A judge decides.",
            number=numeral(number),
            cards=cards,
        )


def _check_played_once(led: Trajectory, steps: Sequence[int]) -> None:
    """Raise BodyNotPlayed if a step is not possible before the body was played once: the input is not a loop."""
    stop = led.stop
    if stop is None or stop.kind != "step" or stop.step is None or led.stopped_after != 0:
        return
    if stop.code != DoesNotEnd.code:
        step = steps[stop.step]
        raise BodyNotPlayed(step + 1, stop.sentence, where=f"body[{step}]")
