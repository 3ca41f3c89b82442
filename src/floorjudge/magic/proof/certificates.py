"""The certificate of a loop: the result of repeating it, the evidence, the maintainers, and the ruling.

Its written form is JSON, described in docs/magic-certificates.md. This module also has its hashes, and reads the claims
of a certificate.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from floorjudge import __version__
from floorjudge.errors import BadInput
from floorjudge.exact import digits, read_number
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import Doubt
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.automatic import AutomaticIn
from floorjudge.magic.playing.iterating import PlayerInStep, Stop
from floorjudge.magic.positions.loop_case import LoopCase, case_value, read_loop_case
from floorjudge.magic.positions.position import Card, Position
from floorjudge.reading import Fields, JsonObject
from floorjudge.texts import Language, Text, render, text

Evidence: TypeAlias = Literal["certified", "extended", "observed", "undecided"]
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
Outcome: TypeAlias = Literal["advance", "draw", "ends", "refused", "undecided"]
VERSION = 1
_NOT_PLAYED = ("times", "maintained_by", "about", "expected", "names")


class Line(msgspec.Struct, frozen=True):
    """An amount by its names: `key` for programs, `label` for people.

    `change` is its change in an iteration: a number, or the first three changes of an amount whose change grows; empty
    if it does not change. `after` is the last amount, None if that is not known. `part` is as in `Named`.
    """

    key: str
    label: Text
    change: tuple[int, ...] = ()
    after: int | None = None
    part: bool = False


class Segment(msgspec.Struct, frozen=True):
    """The iterations after a break: iteration `after` is the last one that follows the recurrence before.

    That `last` iteration changed these amounts; after `warm_up` more, each `period` of iterations makes the `changes`,
    by the amounts' names. `labels` names all amounts for people. `last_is_odd`: the last iteration differs from those
    before and after it; `is_done`: no iteration follows that does not end the loop.
    """

    after: int
    last: Mapping[str, int]
    warm_up: int
    period: int
    changes: Mapping[str, tuple[int, ...]]
    labels: Mapping[str, Text]
    last_is_odd: bool
    is_done: bool

    @property
    def begins(self) -> int:
        """Return the first iteration that makes the changes."""
        return self.after + self.warm_up + 1

    @property
    def parts(self) -> tuple[tuple[Text, int, tuple[int, ...]], ...]:
        """Return each amount that changes, for people, with its change in the last iteration and after the break."""
        changing = self.last.keys() | self.changes.keys()
        named = ((key, label) for key, label in self.labels.items() if key in changing)
        return tuple((label, self.last.get(key, 0), self.changes.get(key, ())) for key, label in named)


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """The knowledge about a loop; docs/magic-certificates.md explains the fields. One with nothing else is undecided.

    `case` is the requested loop, `players` are the names in it; all other fields name players by their seats.
    `iterations` is the number of whole ones until the end (None: it never stops, or that is not known). `lines` have
    the changes, of `period` iterations together and after the first `warm_up`, and the last amounts, if known:
    `knows_end`; `first` have the changes of as many first iterations as differ, one after the other, and `automatic` are the engine's own
    decisions before and in them. `last_choice` could have avoided the end; `out` are the players who left the game while
    others played on. `found_maintained_by` are the maintainers by the engine's play if a judge has named others, else
    None. `near_by` and `second` are JSON. `sentences` are the answer in words.
    """

    case: LoopCase
    players: tuple[str, ...]
    cards: Mapping[str, str] = {}
    evidence: Evidence = "undecided"
    checked_to: int = 0
    assumes: tuple[Text, ...] = ()
    iterations: int | None = None
    warm_up: int = 0
    period: int = 1
    lines: tuple[Line, ...] = ()
    first: tuple[Line, ...] = ()
    knows_end: bool = False
    breaks: tuple[int, ...] = ()
    segments: tuple[Segment, ...] = ()
    stopped_by: Stop | None = None
    left_on_stack: Stop | None = None
    last_choice: PlayerInStep | None = None
    out: tuple[PlayerInStep, ...] = ()
    maintained_by: tuple[int, ...] = ()
    found_maintained_by: tuple[int, ...] | None = None
    could_act: tuple[int, ...] = ()
    mandatory: bool = False
    own_end: int | None = None
    positions: Mapping[int, str] = {}
    near_by: JsonObject | None = None
    automatic: AutomaticIn = AutomaticIn()
    misplayed: tuple[Doubt, ...] = ()
    second: JsonObject | None = None
    verdict: Outcome = "undecided"
    clauses: tuple[str, ...] = ("MTR 4.4.9",)
    sentences: tuple[Text, ...]

    @property
    def draw(self) -> bool:
        """Return whether the game is a draw."""
        return self.verdict == "draw"

    @property
    def never_ends(self) -> bool:
        """Return whether the game is a draw because the loop goes on for ever: its last position is one of a break."""
        return self.draw and self.stopped_by is None

    @property
    def of_the_end(self) -> Text | None:
        """Return the heading that names the moment of the final amounts in `lines`, None if nothing stopped the loop.

        They are all of one moment: an earlier one if the position with which the game was over is not seen.
        """
        if self.stopped_by is None:
            return None
        if self.left_on_stack is not None:
            return text("When the loop stops")
        return text("In the end") if self.stopped_by.is_seen else text("When a player last had priority")

    @property
    def begins_otherwise(self) -> int:
        """Return the number of first iterations up to the last one that changes an amount differently."""
        return len(self.first[0].change) if self.first else 0


def not_certified(certificate: Certificate, sentences: tuple[Text, ...]) -> Certificate:
    """Return a certificate without anything certain; `sentences` give the reason.

    Clauses: MTR 4.4.9
    """
    return msgspec.structs.replace(
        certificate,
        evidence="undecided",
        verdict="undecided",
        clauses=("MTR 4.4.9",),
        iterations=None,
        knows_end=False,
        stopped_by=None,
        last_choice=None,
        left_on_stack=None,
        sentences=sentences,
    )


def certificate_value(certificate: Certificate, language: Language) -> JsonObject:
    """Return the JSON answer for a loop, with sentences in a language; it can be checked as a claim."""
    value: JsonObject = written(facts_of(certificate), language)
    return sealed(value)


def facts_of(certificate: Certificate) -> JsonObject:
    """Return the JSON of a certificate without its hash, with sentences not yet rendered in a language."""
    last, corrected = certificate.last_choice, certificate.found_maintained_by
    return {
        "version": VERSION,
        "made_with": {"floorjudge": __version__, "engine": engine_version()},
        "case": case_value(certificate.case),
        "cards": dict(certificate.cards),
        "evidence": certificate.evidence,
        "checked_to": digits(certificate.checked_to),
        "assumes": certificate.assumes,
        "per_iteration": {line.key: _change_value(line.change) for line in certificate.lines if line.change},
        "after": {line.key: digits(line.after) for line in certificate.lines if line.after is not None}
        if certificate.knows_end
        else None,
        "iterations": None if certificate.iterations is None else digits(certificate.iterations),
        "warm_up": certificate.warm_up,
        "period": certificate.period,
        "breaks": [digits(each) for each in certificate.breaks],
        "segments": [_segment_value(each) for each in certificate.segments],
        "stopped_by": _stop_value(certificate.stopped_by),
        "left_on_stack": _stop_value(certificate.left_on_stack),
        "last_choice": None if last is None else _in_step_value(last),
        "out": [_in_step_value(each) for each in certificate.out],
        "maintained_by": list(certificate.maintained_by),
        "corrected": None if corrected is None else {"maintained_by": list(corrected)},
        "could_act": list(certificate.could_act),
        "mandatory": certificate.mandatory,
        "own_end": None if certificate.own_end is None else digits(certificate.own_end),
        "positions": {digits(at): each for at, each in certificate.positions.items()} or None,
        "near_by": certificate.near_by,
        "draw": certificate.draw,
        "payments": [{"step": each.step, "sources": dict(each.mana)} for each in certificate.automatic.each.payments],
        "misplayed": tuple(
            {"card": each.card, "mistake": each.mistake, "text": each.sentence} for each in certificate.misplayed
        ),
        "second": certificate.second,
        "verdict": certificate.verdict,
        "clauses": list(certificate.clauses),
        "text": Paragraph(certificate.sentences),
    }


def _in_step_value(at: PlayerInStep) -> JsonObject:
    return {"player": at.seat, "iteration": digits(at.iteration), "step": at.step}


def _stop_value(stop: Stop | None) -> JsonObject | None:
    if stop is None:
        return None
    value: JsonObject = {"kind": stop.kind, "step": stop.step, "player": stop.seat, "code": stop.code}
    return value | {"where": stop.where, "over": stop.over, "winner": stop.winner, "text": stop.sentence}


def _segment_value(segment: Segment) -> JsonObject:
    return {
        "after": digits(segment.after),
        "last": {key: digits(change) for key, change in segment.last.items()},
        "warm_up": segment.warm_up,
        "period": segment.period,
        "per_iteration": {key: _change_value(change) for key, change in segment.changes.items()},
    }


def _change_value(change: Sequence[int]) -> str | list[str]:
    """Return a change: one number, or the first ones of a change that grows."""
    return digits(change[0]) if len(change) == 1 else [digits(each) for each in change]


# Sentences in JSON, and hashes.


class Paragraph(msgspec.Struct, frozen=True):
    """Sentences one after the other in one field."""

    sentences: tuple[Text, ...]


def written(value: Any, language: Language) -> Any:  # noqa: ANN401 (JSON)
    """Return a JSON value with its sentences rendered in a language; a tuple, which may hold sentences, becomes a list.

    Older certificates are compared with these sentences, so their numbers stand without groups.
    """
    if isinstance(value, dict):
        return {name: written(each, language) for name, each in value.items()}
    if isinstance(value, tuple):
        return [written(each, language) for each in value]
    if isinstance(value, Paragraph):
        return " ".join(render(each, language, for_people=False) for each in value.sentences)
    return render(value, language, for_people=False) if isinstance(value, Text) else value


def hash_of(value: object) -> str:
    """Return the hash of a JSON value, independent of the order of its fields."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def position_hash(position: Snapshot, *beside: object) -> str:
    """Return the hash of everything compared of a position, and of further JSON values."""
    known = position.abstraction
    compared = known.shape, sorted(map(repr, known.counters.items()))
    return sha256(repr((compared, *map(hash_of, beside))).encode()).hexdigest()


def question_hash(case: Mapping[str, Any]) -> str:
    """Return the hash that identifies a question to a second engine: of the fields of a case that are played."""
    return hash_of({name: value for name, value in case.items() if name not in _NOT_PLAYED})[:16]


def sealed(certificate: Mapping[str, Any]) -> JsonObject:
    """Return a certificate with the hash over all of it, which shows every later change."""
    return {**certificate, "digest": digest_of(certificate)}


def digest_of(certificate: Mapping[str, Any]) -> str:
    """Return the hash over all of a certificate except its own hash."""
    return hash_of({name: value for name, value in certificate.items() if name != "digest"})


def named_cards(position: Position) -> Iterator[str]:
    """Yield the names of all cards of a position; a token that is only described has no card."""
    yield from (thing.card for _, _, thing in position.things() if isinstance(thing, Card) or thing.text is None)


def card_hashes(position: Position, library: CardLibrary) -> dict[str, str]:
    """Return a hash of the printed text of each card of a position, by its full name. The cards have to be known."""
    known = position.with_own_cards(library)
    cards = [known.card(name) for name in sorted(set(named_cards(position)))]
    return {card.name: hash_of([face.printed for face in card.faces.values()]) for card in cards}


# Reading a certificate.


class OtherForm(BadInput):
    code = "other_certificate_form"
    place = "version"
    sentence = text("A certificate of version {known} is needed here; this one says {version}.")
    version: str
    known: int = VERSION


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """The claims of a certificate that determine where the engine is led; all other fields are compared with its play.

    `iterations`, `checked_to` and `own_end` count iterations; after each of `breaks`, another change begins. `stops`:
    the loop stops after `iterations`; `answered_in` is the iteration (from 1) whose moments it lists.
    """

    case: LoopCase
    evidence: Evidence
    iterations: int | None
    checked_to: int
    breaks: tuple[int, ...] = ()
    stops: bool = False
    own_end: int | None = None
    answered_in: int | None = None


def read_claims(given: object) -> Claims:
    """Return the claims of a certificate in a JSON value.

    Raises BadInput, with its place, for any other value.
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
        answered_in=None if answered_in is None else read_number(answered_in, "moments[0].iteration"),
    )


def _number(fields: Fields, name: str) -> int | None:
    return read_number(fields.given[name], fields.place(name)) if fields.has(name) else None
