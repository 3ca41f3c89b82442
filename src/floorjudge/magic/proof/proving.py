"""Proves what a certificate states: a few numbers lead the engine, and its play gives everything else.

`extent_of` leads the engine along the claims: an `Extent` has the positions and iterations on the way, and the stop.
`_performed` describes that play as a certificate without a ruling; `_ruled` adds the ruling, if the play is as the rules
say. The numbered points are those of docs/magic-certificates.md, “What the prover does”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits, numeral
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.auditing import Audit
from floorjudge.magic.doubt.doubts import Doubt, misread_harmlessly
from floorjudge.magic.engine.work import WorkIsOver
from floorjudge.magic.playing.causes import why_stopped
from floorjudge.magic.playing.endings import PlayedOn, last_choice, played_on
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.playing.ordering import OrderStep, ordered
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.assumptions import (
    assumptions,
    doubtful_cards,
    harmless_sentences,
    order_sentences,
    unsure_sentences,
)
from floorjudge.magic.proof.certificates import Certificate, Claims, card_hashes, position_hash
from floorjudge.magic.proof.changes import breaks_of, first_changes, lines_of, segments_of
from floorjudge.magic.proof.extent import Extent, extent_of
from floorjudge.magic.proof.rules import ends_early, further_sentences, verdict_of
from floorjudge.magic.proof.trajectory import EndNearBy, NotSo, Trajectory
from floorjudge.magic.proof.watching import automatic_in, watched
from floorjudge.reading import JsonObject
from floorjudge.texts import Text, text


class Proof(msgspec.Struct, frozen=True):
    """The engine's play along some claims.

    `certificate` is the result, None if the play is not as claimed: `why`. `performed` is the play itself, without a
    ruling. `misplayed` lists differences from the rules if these are the reason, and `stopped` the causes of a stop
    there.
    """

    certificate: Certificate | None = None
    performed: Certificate | None = None
    why: Text | None = None
    misplayed: tuple[Doubt, ...] = ()
    stopped: tuple[Text, ...] = ()


def prove(claims: Claims, library: CardLibrary, led: Trajectory, not_tried: Stop | None = None) -> Proof:
    """Lead the engine by some claims, on a trajectory not led anywhere yet, and return its play.

    Undecided claims are only performed; `not_tried` is then a number reached there to which the engine was not brought.
    Raises WorkIsOver if the clock has run out.
    """
    performed: Certificate | None = None
    if claims.evidence == "undecided" and not claims.checked_to:
        return Proof()
    try:
        extent = extent_of(claims, led, not_tried)
        performed = _performed(extent, library)
        return Proof(_ruled(extent, performed, library) if claims.evidence != "undecided" else None, performed)
    except NotSo as otherwise:
        return Proof(None, performed, otherwise.sentence, otherwise.misplayed, otherwise.stopped)
    except (WorkIsOver, FloorjudgeError, ValueError) as error:
        return Proof(None, performed, why_not(error))


def why_not(error: WorkIsOver | FloorjudgeError | ValueError) -> Text:
    """Return the reason why nothing is established; raises the error again if the clock has run out."""
    if isinstance(error, WorkIsOver):
        if error.by_clock:
            raise error
        return text("To establish it would take more than is allowed.")
    return error.full_sentence if isinstance(error, FloorjudgeError) else text("The engine does not take a position.")


# 2. to 5. How far it goes, what an iteration does, who maintains it.


def _performed(extent: Extent, library: CardLibrary) -> Certificate:
    """Return a certificate of the engine's play, without a ruling."""
    case, followed, players = extent.claims.case, extent.followed, extent.loop.names
    found, kept = extent.found_maintainers(), extent.maintainers()
    return Certificate(
        case=case,
        players=players,
        cards=card_hashes(case.position, library),
        evidence=extent.evidence,
        checked_to=extent.checked,
        iterations=extent.whole,
        warm_up=0 if followed is None else followed.first,
        period=extent.period,
        lines=tuple(lines_of(extent)),
        knows_end=extent.end is not None,
        breaks=breaks_of(extent),
        stopped_by=extent.stop,
        out=extent.out(),
        maintained_by=kept.seats,
        found_maintained_by=None if case.maintained_by is None else found.seats,
        could_act=kept.could_act,
        mandatory=not kept.seats,
        sentences=(),
    )


# 6. and 7. Whether the engine plays as the rules say, and what the rules of loops make of it.


def _ruled(extent: Extent, performed: Certificate, library: CardLibrary) -> Certificate:
    """Return the certificate of a performed loop. Raises NotSo if the play is not as the rules say, or not known."""
    stop, ended, kept = _stop(extent), extent.ended, extent.maintainers()
    if stop is not None and not stop.is_end:
        raise NotSo(_unplayed_step(stop, extent.whole or 0))
    audits = watched(extent, stop, library)
    on_its_own = not kept.seats and extent.stop is None
    own_end = _own_end(extent) if on_its_own else None
    never_ends = on_its_own and own_end is None and _never_ends(extent)
    verdict = verdict_of(extent, stop, own_end, never_ends=never_ends)
    on = _played_on(extent) if kept.seats or ends_early(stop) else None
    left = None if on is None else on.over
    over = stop if stop is not None and stop.over else left
    last = None
    if over is not None and verdict.verdict != "refused":
        last = last_choice(extent.loop, extent.last_played(), over.winner)
    by_judge = extent.claims.case.maintained_by is not None
    return msgspec.structs.replace(
        performed,
        assumes=tuple(_taken_for_granted(extent, library, audits)),
        first=first_changes(extent, performed.lines),
        segments=tuple(segments_of(extent)),
        stopped_by=stop,
        left_on_stack=left,
        last_choice=last,
        own_end=None if own_end is None else extent.claims.own_end,
        positions=_positions(extent),
        near_by=None if ended is None else _near_by(ended),
        automatic=automatic_in(extent, audits),
        verdict=verdict.verdict,
        clauses=tuple(dict.fromkeys((*verdict.clauses, *(["MTR 4.4.9"] if by_judge else [])))),
        sentences=(*verdict.sentences, *further_sentences(extent, stop, on, last)),
    )


def _unplayed_step(stop: Stop, done: int) -> Text:
    """Return the sentence on a step that was stopped by something else than the rules."""
    if stop.kind != "step" or stop.step is None or stop.where is None:
        return stop.sentence
    return text(
        "Step {step} of the body could not be played to its end in iteration {iteration} ({where}): {why}",
        step=stop.step + 1,
        iteration=numeral(done + 1),
        where=stop.where,
        why=stop.sentence,
    )


def _positions(extent: Extent) -> dict[int, str]:
    """Return hashes of some positions on the trajectory; the hash of the first one includes the case."""
    positions = extent.trajectory.positions
    shown = sorted({0, extent.warm_up, *extent.claims.breaks, max(positions)} & positions.keys())
    asked = case_value(extent.claims.case)
    return {at: position_hash(positions[at], *([asked] if at == 0 else [])) for at in shown}


def _near_by(ended: EndNearBy) -> JsonObject:
    """Return how an end was tried near by: the iteration, after which others there are as many objects, and a hash."""
    objects, final = [digits(each) for each in ended.objects_after], ended.final
    return {"iteration": digits(final.iteration), "objects_after": objects, "position": position_hash(final.start)}


def _stop(extent: Extent) -> Stop | None:
    """Return the cause of the stop; for an impossible step, with the reason that did not hold in the iteration before."""
    stop, led, last = extent.stop, extent.trajectory, extent.whole
    if stop is None or stop.why or stop.over or not stop.is_end or extent.ended is not None or not last:
        return stop
    if last not in led.iterations or last - 1 not in led.iterations:
        return stop
    played = [(led.positions[at], led.iterations[at]) for at in (last - 1, last)]
    return msgspec.structs.replace(stop, why=tuple(why_stopped(extent.loop, played[0], played[1], last + 1)))


def _played_on(extent: Extent) -> PlayedOn | None:
    """Return the result when all players pass and the stack resolves; None if it is empty, or that is not known.

    With other amounts than those of the end, only that it goes on is taken from the position.
    """
    stop = extent.stop
    if extent.end is None or (stop is not None and (stop.over or not stop.is_end)):
        return None
    position, amounts = extent.end
    on = played_on(extent.loop, position)
    return on if on is None or position.abstraction.counters == amounts or on.goes_on else None


def _taken_for_granted(extent: Extent, library: CardLibrary, audits: Sequence[Audit]) -> Iterator[Text]:
    """Yield the assumptions of the certificate."""
    case = extent.claims.case
    before, each = extent.trajectory.ask("orders", lambda: _orders(extent, library))
    yield from doubtful_cards(case.position, library)
    yield from order_sentences(before, each, extent.loop.names)
    yield from assumptions(extent)
    yield from unsure_sentences(audits)
    yield from harmless_sentences(misread_harmlessly(audits, case.position.with_own_cards(library)))


def _orders(extent: Extent, library: CardLibrary) -> tuple[tuple[OrderStep, ...], tuple[OrderStep, ...]]:
    """Return the orders of triggered abilities before the loop, and those in each iteration."""
    case = extent.claims.case
    table = set_up(case.position, library).counted_in(extent.trajectory.work)
    before = ordered(table, case.before, case.body[0]).orders
    return before, ordered(table, case.body, case.body[0]).orders


def _own_end(extent: Extent) -> Stop | None:
    """Return the cause by which a loop ends by itself after the claimed number of iterations; None if none is claimed."""
    claims = extent.claims
    if claims.own_end is None or extent.latest is None:
        return None
    alone = extent.trajectory.anew()
    own = alone.recurrence(0, None)
    if own is not None:
        alone.arrive(alone.over_breaks(own, claims.breaks, None), claims.own_end, stops=True)
    if alone.stop is None or not alone.stop.is_end or alone.stopped_after != claims.own_end:
        raise NotSo(text("The loop does not end after {count} iterations.", count=numeral(claims.own_end)))
    return alone.stop


def _never_ends(extent: Extent) -> bool:
    """Return whether an unmaintained loop is known to go on for ever. Raises NotSo if a number may end it."""
    last = extent.latest
    if last is None or (last.degree and last.base.wording.asks_exactly):
        return False
    if last.degree:
        checked = max(last.first, min(extent.checked, extent.trajectory.farthest))
        extent.trajectory.check_beyond(last, checked, None)
    return True
