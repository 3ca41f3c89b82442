"""What a certificate sees beside what the collection says: where they agree, and what only one of them has."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from floorjudge.magic.collections.sayings import UNMEASURED, Meaning, kinds_of, meaning_of

_DRAWN_GAME = "draw"


class Agreement(msgspec.Struct, frozen=True):
    """What came of comparing: each a tuple without repetitions, sorted.

    `said` is false when the collection says nothing of this combination. `agreed` are the meanings that were said and seen,
    `unseen` those said and not seen, `unsaid` the kinds of product seen that nobody spoke of. `unmeasured` is understood, and
    nothing that a certificate has a measure for; `unknown` are the phrases that were not understood.
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
    spoken = {kind for meaning in meanings for kind in kinds_of(meaning)}
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
        return certificate_verdict == _DRAWN_GAME
    return not kinds.isdisjoint(kinds_of(meaning))
