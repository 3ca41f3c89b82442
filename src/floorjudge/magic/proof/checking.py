"""Checks a certificate: establishes its claims again on the engine, and compares each field with the result.

The points are those of docs/magic-certificates.md, “What the prover does”; the prover establishes the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.engine.work import Work, WorkIsOver, units
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.proof.certificates import (
    VERSION,
    Certificate,
    Claims,
    card_hashes,
    digest_of,
    facts_of,
    hash_of,
    question_hash,
    read_claims,
    written,
)
from floorjudge.magic.proof.moments import moment_value, moments_in
from floorjudge.magic.proof.proving import Proof, prove, why_not
from floorjudge.magic.proof.trajectory import trajectory_of
from floorjudge.reading import JsonObject
from floorjudge.texts import LANGUAGES, Text

# The most work of a check, in seconds of a usual machine.
_MOST_SECONDS = 60.0


class Rejected(msgspec.Struct, frozen=True):
    """A field with another value than was found; a missing or superfluous value is None.

    `found` is JSON with sentences not yet rendered in a language: see `written`.
    """

    where: str
    claimed: object
    found: object


class Established(msgspec.Struct, frozen=True):
    """The result for the claims of a certificate: the `facts` are its established fields; and the `proof`."""

    facts: Mapping[str, Any]
    proof: Proof


class Checked(msgspec.Struct, frozen=True):
    """The result of checking a certificate.

    `rejected` are the fields that do not hold; `unasked`: the opinion of a second engine in it was not asked again. An
    undecided certificate `claims` nothing; it holds. `established` is the result for its claims.
    """

    rejected: tuple[Rejected, ...]
    claims: bool
    established: Established
    unasked: bool = False

    @property
    def why(self) -> Text | None:
        """Return what the engine did instead, or why nothing could be established."""
        return self.established.proof.why

    @property
    def holds(self) -> bool:
        """Return whether all claims were found to be true."""
        return not self.rejected and self.why is None


def check(given: object, library: CardLibrary, *, most: float = _MOST_SECONDS) -> Checked:
    """Check a certificate, a JSON value, by establishing its claims again.

    `most` limits the work, in seconds of a usual machine; past it, nothing is established. Raises BadInput if the value
    is no certificate, or its case cannot be set up.
    """
    claims = read_claims(given)
    return compared(given, claims, establish(claims, library, most=most))


def establish(claims: Claims, library: CardLibrary, *, most: float = _MOST_SECONDS) -> Established:
    """Lead the engine by some claims and return the result. Raises the errors of `check`."""
    facts: JsonObject = {"cards": card_hashes(claims.case.position, library)}
    try:
        led = trajectory_of(claims.case, library, Work(units(most), most=units(most)))
        proof = Proof() if claims.evidence == "undecided" else prove(claims, library, led)
    except (WorkIsOver, FloorjudgeError, ValueError) as error:
        proof = Proof(why=why_not(error))
    if proof.why is not None:
        return Established(facts, proof)
    if claims.answered_in is not None:
        facts["moments"] = tuple(map(moment_value, moments_in(claims, library, claims.answered_in)))
    found: JsonObject = {"verdict": "undecided", "clauses": ["MTR 4.4.9"], "draw": False}
    if proof.certificate is not None:
        found = facts_of(proof.certificate)
    return Established(found | facts, proof)


# 1. Every field is compared.


def compared(given: object, claims: Claims, established: Established, second: JsonObject | None = None) -> Checked:
    """Compare a certificate, a JSON value with these claims, with the established result.

    `second` is the new opinion of a second engine, None if it was not asked.
    """
    certificate: Mapping[str, Any] = given if isinstance(given, dict) else {}
    is_all = established.proof.certificate is not None
    facts: JsonObject = {
        "version": VERSION,
        "made_with": {"floorjudge": __version__, "engine": engine_version()},
        "digest": digest_of(certificate),
        **established.facts,
    }
    if is_all:
        facts["case"] = certificate.get("case")  # it may be written in another way
    says = certificate.get("second")
    if isinstance(says, dict):
        asked = {"case": question_hash(case_value(claims.case)), "first": f"phase {engine_version()}"}
        facts["second"] = {**says, **asked} if second is None else second
    fields = {*facts_of(Certificate(case=claims.case, players=(), sentences=())), "moments", "digest"}
    claimed = {name: stated for name, stated in certificate.items() if is_all or name in facts or name not in fields}
    rejected = tuple(_differences(claimed, facts, ""))
    unasked = isinstance(says, dict) and second is None
    return Checked(rejected, claims.evidence != "undecided", established, unasked)


def _differences(claimed: object, found: object, where: str) -> Iterator[Rejected]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for name in (*found, *(name for name in claimed if name not in found)):
            place = f"{where}.{name}" if where else name
            if name in claimed and name in found:
                yield from _differences(claimed[name], found[name], place)
            else:
                yield Rejected(place, claimed.get(name), found.get(name))
    elif hash_of(claimed) not in {hash_of(written(found, language)) for language in LANGUAGES}:
        yield Rejected(where, claimed, found)
