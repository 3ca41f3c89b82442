"""What the phrases of a collection mean, such as “infinite mana”.

A collection says what a combination gives in short phrases of people who did not agree on them beforehand. The table of
patterns is ordered, the first that fits counts; “near-infinite” is the same as “infinite”. What no pattern fits has no
meaning here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

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
    """Return the meaning of a phrase of a collection, None if no pattern fits."""
    said = _SPENT.sub("", phrase.replace("’", "'"))
    return next((meaning for pattern, meaning in _READ if pattern.search(said)), None)
