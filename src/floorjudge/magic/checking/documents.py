"""The written form of a certificate: which claims stand in it, of which cards, made with what, and the hash over all of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits, read_number
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.position import ZONES, Position
from floorjudge.reading import Fields
from floorjudge.texts import text

JsonObject: TypeAlias = dict[str, Any]
Evidence: TypeAlias = Literal["certified", "extended", "observed", "undecided"]
EVIDENCE: tuple[Evidence, ...] = ("certified", "extended", "observed", "undecided")
VERSION = 1
_NOT_PLAYED = ("times", "maintained_by", "about", "expected", "names")
# All that a certificate says.
FIELDS = frozenset(
    {
        "version", "made_with", "case", "cards", "evidence", "checked_to", "assumes", "per_iteration", "after", "iterations", "warm_up",
        "period", "breaks", "segments", "stopped_by", "left_on_stack", "last_choice", "out", "maintained_by", "corrected", "could_act", "mandatory",
        "own_end", "positions", "near_by", "draw", "payments", "misplayed", "second", "verdict", "clauses", "text", "moments", "digest",
    }
)  # fmt: skip


class OtherForm(BadInput):
    """A certificate is written in a form that is not known here."""

    code = "other_certificate_form"
    place = "version"
    sentence = text("A certificate of version {known} is needed here; this one says {version}.")
    version: str
    known: int = VERSION


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """What a certificate claims, as far as it says where the engine has to be led; the rest is compared with what is found there.

    `iterations`, `checked_to` and `own_end` count iterations; `breaks` are those after which another change begins. `stops` says that
    the loop stops after `iterations`; `answered_in` is the iteration (from 1) of whose moments it tells.
    """

    case: LoopCase
    evidence: Evidence
    iterations: int | None
    checked_to: int
    breaks: tuple[int, ...]
    stops: bool
    own_end: int | None
    corrected: bool
    answered_in: int | None


def read_claims(given: object) -> Claims:
    """Return the claims of a certificate in a JSON value.

    Raises BadInput, with its place, where it is none.
    """
    fields = Fields.of(given, "")
    if fields.need("version") != VERSION:
        raise OtherForm(str(fields.given["version"]))
    case = read_loop_case(fields.inner("case").given)
    moments = list(fields.items("moments"))
    answered_in = Fields.of(*moments[0]).need("iteration") if moments else None
    return Claims(
        case=case,
        evidence=fields.choice("evidence", EVIDENCE, "undecided"),
        iterations=_number(fields, "iterations"),
        checked_to=_number(fields, "checked_to") or 0,
        breaks=tuple(read_number(each, where) for each, where in fields.items("breaks")),
        stops=fields.has("stopped_by"),
        own_end=_number(fields, "own_end"),
        corrected=fields.has("corrected"),
        answered_in=None if answered_in is None else read_number(answered_in, "moments[0].iteration"),
    )


def _number(fields: Fields, name: str) -> int | None:
    return read_number(fields.given[name], fields.place(name)) if fields.has(name) else None


def stop_value(stop: Stop | None) -> JsonObject | None:
    """Return how a certificate writes what stopped a loop, without the sentence about it."""
    if stop is None:
        return None
    value: JsonObject = {"kind": stop.kind, "step": stop.step, "player": stop.seat, "code": stop.code}
    return value | {"where": stop.where, "over": stop.over, "winner": stop.winner}


def change_value(change: Sequence[int]) -> str | list[str]:
    """Return how a certificate writes a change: one number, or the first ones of a change that grows."""
    return digits(change[0]) if len(change) == 1 else [digits(each) for each in change]


def read_change(written: str | Sequence[str]) -> tuple[int, ...]:
    """Return a change as numbers again, none where nothing is written."""
    return (int(written),) if isinstance(written, str) else tuple(map(int, written))


def hash_of(value: object) -> str:
    """Return the hash of a JSON value, whatever the order in which its fields were written."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def position_hash(position: Snapshot, *beside: object) -> str:
    """Return the hash of all that is compared of a position, and of JSON values beside it."""
    known = position.abstraction
    compared = known.shape, sorted(map(repr, known.counters.items()))
    return sha256(repr((compared, *map(hash_of, beside))).encode()).hexdigest()


def question_hash(case: Mapping[str, Any]) -> str:
    """Return what a question to a second engine is known by: a hash of a case's position and steps, without what is not played."""
    return hash_of({name: value for name, value in case.items() if name not in _NOT_PLAYED})[:16]


def sealed(certificate: Mapping[str, Any]) -> JsonObject:
    """Return a certificate with the hash over all of it, by which every later change is seen."""
    return {**certificate, "digest": digest_of(certificate)}


def digest_of(certificate: Mapping[str, Any]) -> str:
    """Return the hash over all of a certificate but the hash in it."""
    return hash_of({name: value for name, value in certificate.items() if name != "digest"})


def card_hashes(position: Position, library: CardLibrary) -> dict[str, str]:
    """Return for each card of a position, by its whole name, a hash of what is printed on it. The cards have to be known."""
    known = library.with_texts([card.side() for card in position.cards])
    named = [thing.card for things in position.battlefield for thing in things if thing.text is None]
    named += [card.card for zone in ZONES for cards in getattr(position, zone) for card in cards]
    cards = [known.card(name) for name in sorted(set(named))]
    return {card.name: hash_of([face.printed for face in card.faces.values()]) for card in cards}
