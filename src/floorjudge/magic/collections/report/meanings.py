"""What the phrases of a collection mean, such as “infinite mana”, and how that agrees with a certificate.

A collection says what a combination gives in short phrases of people who did not agree on them beforehand. The table of
patterns is ordered, the first that fits counts; “near-infinite” is the same as “infinite”. What no pattern fits has no
meaning here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.searching.products import Kind
from floorjudge.texts import Text, text

Meaning: TypeAlias = Literal[
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size",
    "enters", "dies", "leaves", "sacrifices", "blinks", "casts", "turns", "combats", "drawn_game",
    "untaps", "discards", "copies", "activations", "hits_creatures", "removal", "searches", "locks", "wins",
]  # fmt: skip

MEANINGS: Mapping[Meaning, Text] = {
    "mana": text("mana"),
    "tokens": text("tokens"),
    "life": text("life"),
    "damage": text("damage or loss of life"),
    "mill": text("emptying a library"),
    "draw": text("drawing cards"),
    "counters": text("counters"),
    "poison": text("poison"),
    "size": text("power and toughness"),
    "enters": text("permanents entering"),
    "dies": text("permanents dying"),
    "leaves": text("permanents leaving"),
    "sacrifices": text("sacrifices"),
    "blinks": text("leaving and coming back"),
    "casts": text("casting spells"),
    "turns": text("turns"),
    "combats": text("combats"),
    "drawn_game": text("a drawn game"),
    "untaps": text("untapping"),
    "discards": text("discarding"),
    "copies": text("copies of spells"),
    "activations": text("activating abilities"),
    "hits_creatures": text("damage to creatures"),
    "removal": text("removing permanents"),
    "searches": text("searching a library"),
    "locks": text("a lock"),
    "wins": text("winning or losing the game"),
}

# What a certificate has a measure for.
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
# The kinds of product of which one is enough: what dies has left; a creature with more counters is larger.
KINDS: Mapping[Meaning, frozenset[str]] = {each: _OTHER_KINDS.get(each, frozenset({each})) for each in MEASURED}
# What is understood, and what a certificate of ours has no measure for.
UNMEASURED: frozenset[Meaning] = frozenset(MEANINGS.keys() - set(MEASURED))

_SPENT = re.compile(r"\bthat (?:can|may|must)\b.*\bspen[dt]\b.*")
_PATTERNS: tuple[tuple[str, Meaning], ...] = (
    (r"\bdraws? the game\b|\b(?:game|match) (?:is|ends in) a draw\b", "drawn_game"),
    (r"\bwins? the game\b|\bloses? the game\b", "wins"),
    (r"^draw\b(?! (?:steps?|phases?))", "draw"),
    (r"^(?:destroy|exile|bounce)\b(?! your (?:library|deck)\b)", "removal"),
    (r"\bmana\b.*\bproduce\b", "mana"),
    (r"\bdraw (?:steps?|phases?)\b|\b(?:soft |hard )?locks?\b|\bcan(?:no|')t (?:attack|cast|untap|play)\b", "locks"),
    (r"\buntap", "untaps"),
    (r"\bpoison\b|\binfect\b|\btoxic\b", "poison"),
    (r"\bproliferat\w*|\benergy\b|\bcounters?\b(?! (?:target|that|spell))", "counters"),
    (r"\b(?:large|powerful|huge|big)\b|\bpower\b", "size"),
    (r"\bself-discard|\bdiscards?\b|\bhave a hand\b", "discards"),
    (r"\bmana\b(?! value)", "mana"),
    (r"\blandfall\b|\bETB\b|\benter(?:s|ing)?(?:[ -]the[ -]battlefield)? triggers?\b|\bconstellation\b|\balliance\b", "enters"),
    (r"\bLTB\b|\bleave(?:s|ing)?(?:[ -]the[ -]battlefield)? triggers?\b", "leaves"),
    (r"\bsac(?:rific\w*)?\b", "sacrifices"),
    (r"\b(?:death|dies|dying)\b", "dies"),
    (r"\bblink\w*|\bflicker\w*", "blinks"),
    (r"\bcombats?\b(?: (?:phases?|steps?))?(?! damage)|\battack(?:s| triggers?)\b", "combats"),
    (r"\bturns?\b(?<!this turn)(?<!of turn)", "turns"),
    (r"\b(?:damage|ping\w*)\b.*\bcreatures?\b", "hits_creatures"),
    (r"\bdamage\b|\blife ?loss\b|\bloses? life\b|\bdrain\w*|\bburn\b", "damage"),
    (r"\blife ?gain\b|\blife\b", "life"),
    (r"\b(?:self-)?mills?\b|\bmilling\b|\bexile your (?:library|deck)\b", "mill"),
    (r"\bmagecraft\b|\bstorm\b|\bprowess\b|\bcasts?\b|\bcasting\b|\bspells cast\b", "casts"),
    (r"\bcopies of (?:\w+ )*?spells?\b|\bcopy (?:\w+ )*?spells?\b|\bspell copies\b", "copies"),
    (r"\btokens?\b|\bcopies of\b|\btreasures?\b|\bclues\b|\bfoods?\b|\d/\d", "tokens"),
    (r"\bactivat\w+|\bplaneswalker abilit\w+|\bloyalty\b", "activations"),
    (r"\bdraws?\b|\bdrawing\b|\bloot\w*|\brummag\w*|\bcycl(?:e|ing)\b|\bwheels?\b|\bconniv\w*|\bcard advantage\b", "draw"),
    (r"\bdestr(?:oy\w*|uction)\b|\bexiles?\b|\bbounce\w*|\bremoval\b|\breturn (?:all|target)\b", "removal"),
    (r"\btutor\w*|\bsearch\w*|\bscry\w*|\bsurveil\w*", "searches"),
)  # fmt: skip


_READ = tuple((re.compile(pattern, re.IGNORECASE), meaning) for pattern, meaning in _PATTERNS)


def meaning_of(phrase: str) -> Meaning | None:
    """Return what a phrase of a collection means, None when no pattern fits."""
    said = _SPENT.sub("", phrase.replace("’", "'"))
    return next((meaning for pattern, meaning in _READ if pattern.search(said)), None)


class Agreement(msgspec.Struct, frozen=True):
    """What came of comparing: each a tuple without repetitions, sorted.

    `said` is false when the collection says nothing of this combination. `agreed` are the meanings that were said and
    seen, `unseen` those said and not seen, `unsaid` the kinds of product seen that nobody spoke of. `unmeasured` is
    understood, and nothing that a certificate has a measure for; `unknown` are the phrases that were not understood.
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
