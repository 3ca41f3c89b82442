"""Compares the products that a collection names with those that certificates see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from floorjudge.magic.book.meanings import MEANINGS, Meaning, meaning_of
from floorjudge.magic.search.products import Kind

# The meanings that a certificate measures.
MEASURED: tuple[Meaning, ...] = (
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size",
    "enters", "dies", "leaves", "sacrifices", "blinks", "casts", "turns", "combats", "drawn_game",
)  # fmt: skip
_OTHER_KINDS: Mapping[Meaning, frozenset[Kind]] = {
    "size": frozenset({"size", "counters"}),
    "leaves": frozenset({"leaves", "dies"}),
    "sacrifices": frozenset({"leaves", "dies"}),
    "blinks": frozenset({"enters", "leaves"}),
    "combats": frozenset({"combats", "turns"}),
    "drawn_game": frozenset(),
}
# The kinds of product of which one is enough: a dying creature leaves; one with more counters is larger.
KINDS: Mapping[Meaning, frozenset[str]] = {each: _OTHER_KINDS.get(each, frozenset({each})) for each in MEASURED}
# The known meanings that a certificate does not measure.
UNMEASURED: frozenset[Meaning] = frozenset(MEANINGS.keys() - set(MEASURED))


class Agreement(msgspec.Struct, frozen=True):
    """The result of a comparison: tuples without repetitions, sorted.

    `said` is false if the collection names no product of this combination. `agreed` are the meanings that were named
    and seen, `unseen` those named and not seen, `unsaid` the kinds of product that were seen and not named.
    `unmeasured` are meanings that a certificate does not measure; `unknown` are the phrases that were not understood.
    """

    said: bool
    agreed: tuple[Meaning, ...] = ()
    unseen: tuple[Meaning, ...] = ()
    unsaid: tuple[str, ...] = ()
    unmeasured: tuple[Meaning, ...] = ()
    unknown: tuple[str, ...] = ()


def agreement_of(seen: Iterable[str], said: Iterable[str], certificate_verdict: str | None = None) -> Agreement:
    """Return how the kinds of product of a certified loop agree with the phrases of the collection.

    `certificate_verdict` tells a drawn game, which is no product.
    """
    phrases = tuple(said)
    kinds = set(seen)
    meant = {phrase: meaning_of(phrase) for phrase in phrases}
    meanings = {meaning for meaning in meant.values() if meaning is not None}
    measured = meanings - UNMEASURED
    agreed = {each for each in measured if _is_seen(each, kinds, certificate_verdict)}
    spoken = {kind for meaning in meanings for kind in KINDS.get(meaning, frozenset())}
    return Agreement(
        said=bool(phrases),
        agreed=tuple(sorted(agreed)),
        unseen=tuple(sorted(measured - agreed)),
        unsaid=tuple(sorted(kinds - spoken)) if phrases else (),
        unmeasured=tuple(sorted(meanings & UNMEASURED)),
        unknown=tuple(sorted(phrase for phrase, meaning in meant.items() if meaning is None)),
    )


def _is_seen(meaning: Meaning, kinds: set[str], certificate_verdict: str | None) -> bool:
    if meaning == "drawn_game":
        return certificate_verdict == "draw"
    return not KINDS[meaning].isdisjoint(kinds)
