"""Kinds of things in words, such as “at least 2 additional nontoken Elves with power 3 or greater”."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from floorjudge.magic.cards.helper_cards import letters

_COUNT = re.compile(
    r"(?:at least |exactly |up to |a number of |any number of |a combination of |any combination of )*"
    r"(?:(?P<count>\d+|an?|another|any|X) )?(?:or (?:more|fewer|less) )?(?:in )?(?:any combination of )?",
    re.IGNORECASE,
)
_TYPES = {
    word: kind
    for kind in (
        "Creature",
        "Land",
        "Artifact",
        "Enchantment",
        "Permanent",
        "Planeswalker",
        "Instant",
        "Sorcery",
        "Card",
        "Spell",
    )
    for word in (kind.lower(), f"{kind.lower()}s", "sorceries" if kind == "Sorcery" else kind.lower())
}
_SUPERTYPES = {"legendary": "Legendary", "snow": "Snow", "basic": "Basic", "historic": "Artifact"}
_MARKS: dict[str, dict[str, Any]] = {
    "token": {"token": True},
    "tokens": {"token": True},
    "tapped": {"tapped": True},
    "indestructible": {"words": ("Indestructible",)},
    "changeling": {"words": ("Changeling",)},
}
_COLOURS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "multicolored": "WU"}
_SAY_NOTHING = frozenset(
    [
        "additional",
        "other",
        "another",
        "different",
        "nontoken",
        "nonlegendary",
        "untapped",
        "noncreature",
        "nonartifact",
        "nonland",
        "non-human",
        "nonhuman",
        "non-skeleton",
        "mana-producing",
        "removable",
        "any",
        "the",
        "of",
        "own",
        "castable",
        "snow-covered",
        "target",
        "your",
        "all",
        "each",
    ]
)
_ALTERNATIVE = re.compile(r",? or ", re.IGNORECASE)
_TAIL = re.compile(
    r"\s*,?\s*\b(?:that|1 of which|other than|with|without|who|which|on the battlefield|you control|under your control|besides|beyond|except|from|for each|in addition|equal)\b",
    re.IGNORECASE,
)
_SNOW_COVERED = re.compile(r"\bsnow[- ]covered ", re.IGNORECASE)
# “noncreature, nonland permanent” is one thing, not several.
_LISTED = re.compile(r"\b(non\w+|red|white|blue|black|green), ")
_PLURALS = {
    "elves": "elf",
    "dwarves": "dwarf",
    "wolves": "wolf",
    "werewolves": "werewolf",
    "allies": "ally",
    "mercenaries": "mercenary",
}
_UNCHANGED = frozenset(
    {"plains", "equipment", "myr", "merfolk", "eldrazi", "samurai", "cyclops", "pegasus", "sphinx", "locus"}
)
_MOST = 25

Look = Callable[["Kind", re.Match[str]], "Kind | None"]


class Kind(msgspec.Struct, frozen=True):
    """What things are to be: how many, of which types, and what is asked of them besides."""

    count: int = 1
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colours: str = ""
    tapped: bool = False
    token: bool = False
    power: int = 1
    toughness: int = 1
    words: tuple[str, ...] = ()
    mana: str = ""
    value: int = 1
    counters: dict[str, int] = {}
    varied: Literal["", "names", "powers"] = ""
    castable: bool = False
    carries: int | None = None


def _replace(**changed: object) -> Look:
    return lambda kind, _: msgspec.structs.replace(kind, **changed)


def _power(kind: Kind, found: re.Match[str]) -> Kind:
    return msgspec.structs.replace(kind, power=int(found[1]), toughness=max(kind.toughness, 1))


def _toughness(kind: Kind, found: re.Match[str]) -> Kind:
    return msgspec.structs.replace(kind, toughness=int(found[1]))


def _total(kind: Kind, found: re.Match[str]) -> Kind:
    return msgspec.structs.replace(kind, power=-(-int(found[1]) // kind.count))


def _mana(kind: Kind, found: re.Match[str]) -> Kind:
    return msgspec.structs.replace(kind, mana=letters(found[1]))


def _value(kind: Kind, found: re.Match[str]) -> Kind:
    return msgspec.structs.replace(kind, value=int(found[1]))


def _counters(kind: Kind, found: re.Match[str]) -> Kind:
    many = int(found[1]) if found[1].isdecimal() else 1
    return msgspec.structs.replace(kind, counters={found[2]: many})


def _castable(kind: Kind, found: re.Match[str]) -> Kind:
    said = letters(found[0])
    return msgspec.structs.replace(kind, castable=True, value=len(said) if "{" in found[0] else kind.value)


def _carries(kind: Kind, found: re.Match[str]) -> Kind:
    return msgspec.structs.replace(kind, carries=int(found[1]))


def _keyword(kind: Kind, found: re.Match[str]) -> Kind:
    said = re.split(r",? (?:and|or) |, ", found[1].lower())
    return msgspec.structs.replace(kind, words=tuple(word.removeprefix("either ").capitalize() for word in said))


_MANA = r"((?:\{[^}]+\})+)"
_KEYWORDS = "(?:defender|menace|deathtouch|lifelink|flash|haste|flying|indestructible|changeling|trample|vigilance|first strike|hexproof)"
# What may be said of things besides their types; what is nothing but a matter of course changes nothing.
_LOOKS: tuple[tuple[str, Look], ...] = (
    (r"(?:that |who |and )*(?:do(?:es)? not have|without) summoning sickness", _replace()),
    (r"(?:that |and )*can attack(?: this turn| this combat)?(?: without dying)?", _replace()),
    (r"(?:that |and |which )*cannot be blocked(?: and killed)?(?: by)?(?: an opponent)?(?: this turn)?", _replace()),
    (r"(?:that |and )*can be targeted by spells and abilities you control", _replace()),
    (r"that entered the battlefield this turn", _replace()),
    (r"(?:other than|besides|beyond|except) (?:#\d+|the .+)", _replace()),
    (r"(?:that|which|1 of which|and) (?:must have|has|have) #(\d+) attached(?: to it)?", _carries),
    (r"(?:with|that has|who have) total power (\d+)(?: or (?:greater|more))?", _total),
    (r"with power \[X\] or greater", _replace(power=9)),
    (r"(?:with|that has)(?: base)? power (?:of )?(?:at least )?(\d+)(?: or (?:greater|more|less))?", _power),
    (r"(?:with|that has) toughness (?:equal to |of )?(?:at least )?(\d+)(?: or (?:greater|more|less))?", _toughness),
    (r"(?:that has |and )base power (\d+)", _power),
    (r"with mana value (?:equal to )?(\d+)(?: or (?:greater|more|less))?", _value),
    (r"(?:each )?(?:with|that has) (?:at least )?(\d+|an?)(?: or more)?(?: removable)? (\S+) counters?(?: on (?:it|them|each))?", _counters),
    (r"with(?:out an?| no) \S+ counters?(?: on (?:it|them))?|that does not have an? \S+ counter on it", _replace()),
    (r"with different names|that have different names", _replace(varied="names")),
    (r"(?:with|that have) different powers", _replace(varied="powers")),
    (r"that share a name", _replace()),
    (rf"(?:that |which |and |who )*(?:with|have|has|having) (?:either )?({_KEYWORDS}(?:(?:,? (?:and|or) |, )(?:either )?{_KEYWORDS})*)", _keyword),
    (r"(?:that |which |and )*enters?(?: the battlefield)? untapped", _replace()),
    (
        rf"(?:that |which |and |to |with the ability to )*(?:can |could )?(?:collectively )?(?:enter and )?(?:each )?(?:be tapped |tap )?(?:to |for )?(?:produce |add |make )?(?:a total of )?(?:at least )?{_MANA}(?: or more)?",
        _mana,
    ),
    (r"(?:that |and )*can (?:tap (?:for|to produce|to add) |produce )?mana", _replace(mana="C")),
    (r"(?:that )?can be cast (?:by paying|using only|using|with|for) .*|(?:with|and) (?:the |enough )?mana to cast (?:it|them)", _castable),
    (r"(?:with )?(?:valid|applicable|legal) targets?.*", _replace()),
    (r"on the battlefield|you control|under your control|attached|in play", _replace()),
)  # fmt: skip
_LOOKING = tuple((re.compile(pattern, re.IGNORECASE), look) for pattern, look in _LOOKS)


def kind_of(words: str) -> Kind | None:
    """Return the kind of thing that some words say, None when they are not understood."""
    words = _LISTED.sub(r"\1 ", words).replace("differently named lands", "lands with different names")
    words = _SNOW_COVERED.sub("", words)
    counted = _COUNT.match(words)
    assert counted is not None  # noqa: S101 (all its parts may be missing)
    many = counted["count"]
    rest = words[counted.end() :]
    tail = _TAIL.search(rest)
    nouns, said = (rest, "") if tail is None else (rest[: tail.start()], rest[tail.start() :])
    plural = many is not None and many.isdecimal()
    # Of several kinds the first is taken, where it is one by itself: “white or black permanents” are white permanents.
    kind = _nouns(_ALTERNATIVE.split(nouns)[0], plural) or _nouns(_first_of_several(nouns), plural)
    if kind is None:
        return None
    number = int(many) if many and many.isdecimal() else 3 if many == "X" else 1
    kind = msgspec.structs.replace(kind, count=min(number, _MOST))
    return _looked(kind, said)


def _first_of_several(nouns: str) -> str:
    """Return the first of several descriptions with the word that they share, as in “white or black permanents”."""
    first = _ALTERNATIVE.split(nouns)[0]
    return f"{first} {nouns.rsplit(maxsplit=1)[-1]}" if nouns.split() else nouns


def _looked(kind: Kind | None, said: str) -> Kind | None:
    said = said.strip(" ,")
    while said and kind is not None:
        for pattern, look in _LOOKING:
            if (found := pattern.match(said)) and found.end():
                kind, said = (
                    look(kind, found),
                    re.sub(r"^(?: ?,| and(?= that| which| who| with))? ?,?", "", said[found.end() :]).strip(),
                )
                break
        else:
            return None
    return kind


def _nouns(words: str, plural: bool) -> Kind | None:  # noqa: FBT001 (read beside the words)
    kind = Kind()
    for word in words.split():
        said = _said_by(word, kind, plural=plural)
        if said is None:
            return None
        kind = said
    return kind if kind.types or kind.subtypes else None


def _said_by(word: str, kind: Kind, *, plural: bool) -> Kind | None:
    """Return a kind of which a word more is known, None for a word that nobody knows."""
    low = word.lower()
    change = msgspec.structs.replace
    if type_ := _TYPES.get(low) or _SUPERTYPES.get(low):
        return change(kind, types=tuple(dict.fromkeys((*kind.types, type_))))
    if colours := _COLOURS.get(low):
        return change(kind, colours=kind.colours + colours)
    if found := re.fullmatch(r"\{(\d)\}-cost", low):
        return change(kind, value=int(found[1]))
    if low in _MARKS or low in _SAY_NOTHING or low.startswith("non"):
        return change(kind, **_MARKS.get(low, {}))
    if word[0].isupper() and word.isalpha():
        return change(kind, subtypes=(*kind.subtypes, _singular(word, plural=plural)))
    return None


def _singular(word: str, *, plural: bool) -> str:
    low = word.lower()
    if low in _PLURALS:
        return _PLURALS[low].capitalize()
    if low in _UNCHANGED or not low.endswith("s") or low.endswith("ss") or not plural:
        return word
    return low.removesuffix("s").capitalize()
