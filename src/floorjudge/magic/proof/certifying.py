"""Certifying a loop: a position, a body and a number of times in, a certificate out.

How far the loop goes is proposed; what comes of that is what the prover finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import Doubt, doubts, sentences_about
from floorjudge.magic.doubt.zones import KeptOut
from floorjudge.magic.engine.fields import LARGEST_AMOUNT
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import Work, WorkIsOver, units
from floorjudge.magic.playing.automatic_sentences import AutomaticIn
from floorjudge.magic.playing.errors import DoesNotEnd
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.playing.ordering import Ordered, ordered
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.answers import Answers
from floorjudge.magic.proof.assumptions import doubtful_cards, said_of_orders
from floorjudge.magic.proof.certificates import Certificate, card_hashes, not_certified
from floorjudge.magic.proof.proposing import Proposal, propose
from floorjudge.magic.proof.proving import performed, prove
from floorjudge.magic.proof.rules import END_NOT_KNOWN
from floorjudge.magic.proof.trajectory import NotSo, Trajectory
from floorjudge.magic.proof.watching import first_audit
from floorjudge.texts import Text, text

BUDGET_SECONDS = 10.0
# What is begun may go on beyond the budget, up to so many times as much and so many seconds more.
_MOST_TIMES, _MOST_MORE = 3.0, 40.0
_A_JUDGE = text("A judge decides.")


class BodyNotPlayed(BadInput):
    sentence = text(
        "Step {step} of the body could not be played, and it was the first time round: so this is not a loop yet. {why} “floorjudge "
        "magic play” shows step by step what can be done."
    )
    step: int
    why: Text


def certify(
    case: LoopCase, library: CardLibrary, *, budget: float = BUDGET_SECONDS, within: Work | None = None
) -> Certificate:
    """Return the certificate of a loop.

    `budget` is how much is tried on the engine: the work that a usual machine does in so many seconds, 0 or more. It is counted,
    also as a part of the work that it is done `within`, so that the answer does not depend on the machine. What a judge says of who
    maintains the loop stands, and is recorded beside what was found. Raises BadInput for a position that cannot be set up, for steps
    in `before` that are not possible, and for a body that cannot be played once; WorkIsOver when the clock has run out `within` other
    work, which then has no answer either.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    work = Work(units(budget), most=units(_MOST_TIMES * budget + _MOST_MORE), within=within)
    table = work.count(set_up(case.position, library))
    nothing = Certificate(
        case=case,
        players=table.names,
        cards=card_hashes(case.position, library),
        assumes=tuple(doubtful_cards(case.position, library)),
        sentences=(),
    )
    try:
        before, body = _ordered(case, work.count(set_up(case.position, library)))
        nothing = _with_orders(nothing, before, body)
        case = nothing.case
        play_body(table, case.before, "before")
        led = Trajectory(Answers(Loop(table.engine, case.body, table.names, KeptOut)), table.snapshot(), work)
        led.answers.ask("orders", lambda: (before.orders, body.orders))
        audit = first_audit(led, case, library)
        # A body that cannot be played once is an error, unless the engine may have failed to ask what the body answers.
        found = doubts([audit], case.position.with_own_cards(library))
        if found and (audit.played > bool(case.before) or any(each.hides_a_choice for each in found)):
            return _misplayed(nothing, found)
        automatic = AutomaticIn(each=audit.automatic[-1])
        begun = msgspec.structs.replace(nothing, payments=audit.payments, automatic=automatic)
        return _certified(begun, library, led, body.of)
    except WorkIsOver as over:
        if over.by_clock and within is not None:
            raise
        why = (
            text("It takes far too long on this computer: nothing is claimed.")
            if over.by_clock
            else text("The rules engine would have to do more than is allowed for this loop: nothing is claimed.")
        )
        return msgspec.structs.replace(nothing, sentences=(why, _A_JUDGE))


def _ordered(case: LoopCase, table: Table) -> tuple[Ordered, Ordered]:
    """Return what is done before a loop and in it, with a step for each order of triggered abilities; the table is played on."""
    return ordered(table, case.before, case.body[0]), ordered(table, case.body, case.body[0])


def _with_orders(nothing: Certificate, before: Ordered, body: Ordered) -> Certificate:
    """Return a certificate with a case in which every order of triggered abilities is said, and a sentence on each."""
    if not before.played:
        return nothing
    names = nothing.players
    said = (*said_of_orders(before.orders, names, before=True), *said_of_orders(body.orders, names, before=False))
    case = msgspec.structs.replace(nothing.case, before=before.body, body=body.body)
    return msgspec.structs.replace(nothing, case=case, assumes=(*nothing.assumes, *said))


def _certified(begun: Certificate, library: CardLibrary, led: Trajectory, steps: Sequence[int]) -> Certificate:
    """Return the certificate of a loop that was `begun`; `steps` tell for each step of the body which one it is of what was asked for."""
    proposal = propose(led, begun.case)
    _check_played_once(led, steps)
    if proposal.why is not None:
        return _undecided(_as_performed(begun, proposal, library, led), proposal.why, proposal.misplayed)
    proof = prove(proposal.claims, library, led.anew())
    known = begun if proof.performed is None else _beside(begun, proof.performed)
    if too_large := tuple(_too_large(led.positions[0])):
        return not_certified(known, too_large)
    if proof.certificate is None:
        why = proof.why or _A_JUDGE
        stop = known.stopped_by
        if stop is None or stop.is_end:
            known = not_certified(known, ())
        return _undecided(known, why, proof.misplayed, proof.stopped)
    if proposal.is_sure or proof.certificate.verdict not in ("draw", "ends"):
        return proof.certificate
    return not_certified(known, (END_NOT_KNOWN,))


def _as_performed(begun: Certificate, proposal: Proposal, library: CardLibrary, led: Trajectory) -> Certificate:
    """Return a certificate of what was performed of a loop, of which nothing more is known."""
    if not proposal.claims.checked_to:
        return begun
    try:
        return _beside(begun, performed(proposal.claims, library, led.anew(), proposal.stop))
    except (NotSo, ValueError):
        return begun


def _beside(begun: Certificate, known: Certificate) -> Certificate:
    """Return a certificate of what was performed, with what was known before."""
    return msgspec.structs.replace(
        known, assumes=begun.assumes, payments=begun.payments, automatic=begun.automatic, case=begun.case
    )


def _undecided(
    known: Certificate, why: Text, found: tuple[Doubt, ...] = (), stopped: tuple[Text, ...] = ()
) -> Certificate:
    """Return a certificate that certifies nothing, with why; what was `found` to be played otherwise than the rules says more than that."""
    if found:
        return _misplayed(known, found, stopped)
    return msgspec.structs.replace(known, evidence="undecided", sentences=(why, _A_JUDGE))


def _misplayed(known: Certificate, found: tuple[Doubt, ...], stopped: tuple[Text, ...] = ()) -> Certificate:
    return msgspec.structs.replace(not_certified(known, sentences_about(found, stopped)), misplayed=found)


def _too_large(position: Snapshot) -> Iterator[Text]:
    """Yield the numbers that are printed somewhere in a position and that the engine cannot hold: it takes them for others."""
    for number, cards in position.wording.written_above(LARGEST_AMOUNT).items():
        yield text(
            "This is in the text of a card, and larger than what the rules engine can hold: {number} ({cards}). A judge decides.",
            number=digits(number),
            cards=cards,
        )


def _check_played_once(led: Trajectory, steps: Sequence[int]) -> None:
    """Raise BodyNotPlayed when a step is not possible before the body has come round once: what was typed is not a loop."""
    stop = led.stop
    if stop is None or stop.kind != "step" or stop.step is None or led.stopped_after != 0:
        return
    if stop.code != DoesNotEnd.code:
        step = steps[stop.step]
        raise BodyNotPlayed(step + 1, stop.said, where=f"body[{step}]")
