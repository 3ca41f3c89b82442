"""Reads kinds of objects, such as “at least 2 nontoken Elves with power 3 or greater”, and invents cards of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from floorjudge.magic.cards.helper_cards import BASICS, FIELD, is_named_token, letters, type_line
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.colours import COLOURS
from floorjudge.magic.search.drafts import DraftPosition, Zone

# A planeswalker without loyalty would be dead before any action.
_LOYALTY = "4"
_MOST = 25
_X_IS = 3
_COUNT = re.compile(
    r"(?:at least |exactly |up to |a number of |any number of |a combination of |any combination of )*"
    r"(?:(?P<count>\d+|an?|another|any|X) )?(?:or (?:more|fewer|less) )?(?:in )?(?:any combination of )?",
    re.IGNORECASE,
)
_CARD_TYPES = (
    "Creature", "Land", "Artifact", "Enchantment", "Permanent", "Planeswalker", "Instant", "Sorcery", "Card", "Spell",
)  # fmt: skip
_TYPES = {
    **{word: kind for kind in _CARD_TYPES for word in (kind.lower(), f"{kind.lower()}s")},
    "sorceries": "Sorcery",
    "legendary": "Legendary",
    "snow": "Snow",
    "basic": "Basic",
    "historic": "Artifact",
}
_MARKS: dict[str, dict[str, Any]] = {
    "token": {"token": True},
    "tokens": {"token": True},
    "tapped": {"tapped": True},
    "indestructible": {"words": ("Indestructible",)},
    "changeling": {"words": ("Changeling",)},
}
_COLOURS = {word.lower(): letter for letter, word in COLOURS.items()} | {"multicolored": "WU"}
# A word that begins with “non” says nothing either.
_SAY_NOTHING = frozenset(
    """additional other another different untapped mana-producing removable any the of own castable snow-covered target your all
    each""".split()
)
_TAIL = re.compile(
    r"(?i)\s*,?\s*\b(?:that|1 of which|other than|with|without|who|which|on the battlefield|you control|under your control|besides|beyond|except|from|for each|in addition|equal)\b"
)
_PLURALS = {
    "elves": "elf", "dwarves": "dwarf", "wolves": "wolf", "werewolves": "werewolf", "allies": "ally", "mercenaries": "mercenary",
}  # fmt: skip
_UNCHANGED = frozenset(
    ["plains", "equipment", "myr", "merfolk", "eldrazi", "samurai", "cyclops", "pegasus", "sphinx", "locus"]
)


class Kind(msgspec.Struct, frozen=True):
    """A kind of object: its number, its types, and its qualities; `words` are keywords, `value` its mana value."""

    count: int = 1
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colours: str = ""
    tapped: bool = False
    token: bool = False
    power: int = 1
    toughness: int = 1
    words: tuple[str, ...] = ()
    value: int = 1
    castable: bool = False


Changed: TypeAlias = dict[str, Any]
Quality: TypeAlias = Callable[[Kind, "re.Match[str]"], Changed]


def _nothing(_kind: Kind, _match: re.Match[str]) -> Changed:
    """Return no change, for words that are always true."""
    return {}


def _castable(kind: Kind, match: re.Match[str]) -> Changed:
    return {"castable": True, "value": len(letters(match[0])) if "{" in match[0] else kind.value}


def _keywords(_kind: Kind, match: re.Match[str]) -> Changed:
    keywords = re.split(r",? (?:and|or) |, ", match[1].lower())
    return {"words": tuple(word.removeprefix("either ").capitalize() for word in keywords)}


_KEYWORDS = "(?:defender|menace|deathtouch|lifelink|flash|haste|flying|indestructible|changeling|trample|vigilance|first strike|hexproof)"
# Qualities of objects other than their types.
_QUALITIES: tuple[tuple[str, Quality], ...] = (
    (r"(?:that |who |and )*(?:do(?:es)? not have|without) summoning sickness", _nothing),
    (r"(?:that |and |which )*cannot be blocked(?: and killed)?(?: by)?(?: an opponent)?(?: this turn)?", _nothing),
    (r"(?:with|that has|who have) total power (\d+)(?: or (?:greater|more))?", lambda kind, match: {"power": -(-int(match[1]) // kind.count)}),
    (r"(?:with|that has)(?: base)? power (?:of )?(?:at least )?(\d+)(?: or (?:greater|more|less))?", lambda _, match: {"power": int(match[1])}),
    (r"(?:with|that has) toughness (?:equal to |of )?(?:at least )?(\d+)(?: or (?:greater|more|less))?", lambda _, match: {"toughness": int(match[1])}),
    (rf"(?:that |which |and |who )*(?:with|have|has|having) (?:either )?({_KEYWORDS}(?:(?:,? (?:and|or) |, )(?:either )?{_KEYWORDS})*)", _keywords),
    (r"(?:that |which |and )*enters?(?: the battlefield)? untapped", _nothing),
    (r"(?:that )?can be cast (?:by paying|using only|using|with|for) .*|(?:with|and) (?:the |enough )?mana to cast (?:it|them)", _castable),
)  # fmt: skip
_READ = tuple((re.compile(pattern, re.IGNORECASE), quality) for pattern, quality in _QUALITIES)
_BETWEEN = re.compile(r"^(?: ?,| and(?= that| which| who| with))? ?,?")


def kind_of(words: str) -> Kind | None:
    """Return the kind of object in some words, None if they are not understood."""
    counted = _COUNT.match(words)
    assert counted is not None  # noqa: S101 (all its parts may be missing)
    many = counted["count"] or ""
    rest = words[counted.end() :]
    tail = _TAIL.search(rest)
    nouns, qualities = (rest, "") if tail is None else (rest[: tail.start()], rest[tail.start() :])
    kind = _of_nouns(nouns, plural=many.isdecimal())
    if kind is None:
        return None
    number = int(many) if many.isdecimal() else _X_IS if many == "X" else 1
    return _with_qualities(msgspec.structs.replace(kind, count=min(number, _MOST)), qualities)


def _with_qualities(kind: Kind, words: str) -> Kind | None:
    words = words.strip(" ,")
    while words:
        for pattern, quality in _READ:
            if (match := pattern.match(words)) and match.end():
                kind = msgspec.structs.replace(kind, **quality(kind, match))
                words = _BETWEEN.sub("", words[match.end() :]).strip()
                break
        else:
            return None
    return kind


def _of_nouns(words: str, *, plural: bool) -> Kind | None:
    kind = Kind()
    for word in words.split():
        more = _with_word(kind, word, plural=plural)
        if more is None:
            return None
        kind = more
    return kind if kind.types or kind.subtypes else None


def _with_word(kind: Kind, word: str, *, plural: bool) -> Kind | None:
    """Return a kind with one word more, None for an unknown word."""
    low = word.lower()
    change = msgspec.structs.replace
    if low in _TYPES:
        return change(kind, types=tuple(dict.fromkeys((*kind.types, _TYPES[low]))))
    if low in _COLOURS:
        return change(kind, colours=kind.colours + _COLOURS[low])
    if match := re.fullmatch(r"\{(\d)\}-cost", low):
        return change(kind, value=int(match[1]))
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


def add_helpers(draft: DraftPosition, kind: Kind, *, zone: Zone = "battlefield", seat: int = 0) -> None:
    """Put invented cards of a kind into a draft position."""
    types = tuple(each for each in kind.types if each != "Card") or ("Artifact",) * (not kind.subtypes)
    kind = msgspec.structs.replace(kind, types=types)
    if "Instant" in types and zone == "battlefield":
        return
    if kind.types == ("Land",) and not (kind.subtypes or kind.words):
        added = draft.add(FIELD, kind.count, zone=zone, seat=seat)
    else:
        added = draft.add(_card_of(kind), kind.count, zone=zone, seat=seat)
    added.tapped = kind.tapped
    added.token = zone == "battlefield" and (kind.token or any(map(is_named_token, kind.subtypes)))
    if zone == "hand" and kind.castable and types != ("Land",):
        draft.pool += letters(_cost(kind))


def _card_of(kind: Kind) -> CardText:
    """Return an invented card of a kind."""
    types = tuple("Instant" if each == "Spell" else each for each in kind.types)
    if {"Instant", "Sorcery"} <= {*types}:
        types = ("Instant",)
    if types == ("Permanent",) and not kind.subtypes:
        types = ("Artifact",)
    line = type_line(types, kind.subtypes)
    words = list(kind.words)
    if "Land" in line:
        # The reminder text of a basic land.
        words += [f"({{T}}: Add {{{BASICS[each]}}}.)" for each in kind.subtypes if each in BASICS][:1]
    if line in {"Instant", "Sorcery"}:
        words.append("You gain 1 life.")
    creature = "Creature" in line
    name = " ".join(["Plain", *dict.fromkeys([*kind.subtypes, *types[:2], *kind.words[:1]])])
    return CardText(
        name,
        line,
        "" if "Land" in line else _cost(kind),
        "\n".join(words),
        power=str(kind.power) if creature else None,
        toughness=str(kind.toughness) if creature else None,
        loyalty=_LOYALTY if "Planeswalker" in line else None,
    )


def _cost(kind: Kind) -> str:
    coloured = "".join(f"{{{colour}}}" for colour in kind.colours)
    rest = kind.value - len(kind.colours)
    return (f"{{{rest}}}" if rest > 0 else "") + coloured or "{0}"
