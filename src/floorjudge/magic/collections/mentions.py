"""Cards that a combination's sentences speak of without listing them: the number of cards in its id says how many there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from floorjudge.magic.cards.helper_cards import letters
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import folded
from floorjudge.magic.searching.pieces import piece_of

_LONGEST = 8
_LINKS = frozenset(
    {
        "of",
        "the",
        "and",
        "to",
        "in",
        "for",
        "from",
        "a",
        "an",
        "with",
        "on",
        "at",
        "by",
        "into",
        "under",
        "&",
        "or",
        "//",
    }
)
# Cards are done something with; a word that only looks like a card's name is not.
_DONE = r"(?:(?:[Cc]ast|[Aa]ctivat\w+|[Pp]lay|sacrific\w+|[Rr]esolve|targeting|returning|copy of|exiling|untapping|discarding|from|for|putting|attached to|copying|due to|using|with) (?:the |a |an )?{name}|{name}(?:'s|'|) (?:trigger|enter|dies|die|leave|is put|attack|ability|from|on|must|cannot))"
_NEVER = frozenset(
    [
        "plains",
        "island",
        "swamp",
        "mountain",
        "forest",
        "treasure",
        "food",
        "clue",
        "blood",
        "map",
        "gold",
        "saproling",
        "goblin",
        "zombie",
        "elf",
        "spirit",
        "soldier",
        "thopter",
        "servo",
        "insect",
        "squirrel",
        "repeat",
        "cast",
        "activate",
        "exile",
        "flash",
        "fear",
        "lifelink",
        "haste",
        "infinite",
        "choose",
        "resolve",
        "draw",
        "sacrifice",
        "combat",
        "proliferate",
        "landfall",
        "investigate",
        "discover",
        "monarch",
        "token",
        "untap",
        "attack",
    ]
)
_LONG_WORD = re.compile(r"[a-z]{4,}")
_MOST_MEANT = 12
_COST = re.compile(r"by paying ((?:\{[^}]+\})+)")


def unlisted(listed: Sequence[str], many: int, prose: Sequence[str], library: CardLibrary) -> tuple[str, ...]:
    """Return the names of up to `many` cards that some prose speaks of besides those listed, in its order: those most often spoken of.

    Short names of legends, such as the words before the comma, are found too where only one card can be meant.
    """
    whole, short = _names(library)
    known = {part for name in listed for part in _parts(folded(name))}
    found: Counter[str] = Counter()
    where: dict[str, str] = {}
    for sentence in prose:
        for words in _phrases(sentence, whole, short):
            key = folded(words)
            if key in known or any(key in name.split() or name.startswith(f"{key} ") for name in known):
                continue
            if _is_done_something_with(words, prose):
                found[key] += 1
                where.setdefault(key, words)
    named = [_card(key, where[key], whole, short, prose, library) for key, _ in found.most_common()]
    often = list(dict.fromkeys(name for name in named if name is not None))[:many]
    return tuple(sorted(often, key=lambda name: _place(name, prose)))


def _parts(name: str) -> Iterator[str]:
    yield name
    for side in name.split(" // "):
        yield side
        yield side.split(",")[0]


@lru_cache(maxsize=4)
def _names(library: CardLibrary) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return all names, and what can be meant by a short one."""
    whole: dict[str, str] = {}
    short: dict[str, list[str]] = {}
    for name in library.names():
        for side in name.split(" // "):
            key = folded(side)
            whole.setdefault(key, name)
            begun = key.split(",")[0] if "," in key else re.split(r" (?:of|the) ", key)[0]
            if "," not in key and " " not in begun:
                continue
            if begun != key and len(begun) > 3:
                short.setdefault(begun, []).append(name)
    return whole, {key: tuple(dict.fromkeys(names)) for key, names in short.items()}


def _phrases(sentence: str, whole: dict[str, str], short: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the longest runs of words that are names of cards."""
    words = sentence.split()
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            run = " ".join(words[at : at + length]).strip('.,;:!?"()')
            run = re.sub(r"'s?$", "", run)
            if _could_be_a_name(run) and (folded(run) in whole or folded(run) in short):
                yield run
                at += length - 1
                break
        at += 1


def _could_be_a_name(run: str) -> bool:
    words = run.split()
    if not words or folded(run) in _NEVER:
        return False
    return (
        all(word[:1].isupper() or word in _LINKS or not word[:1].isalpha() for word in words) and words[0][:1].isupper()
    )


def _is_done_something_with(words: str, prose: Sequence[str]) -> bool:
    if len(words.split()) > 2:
        return True
    pattern = re.compile(_DONE.replace("{name}", re.escape(words)))
    return any(pattern.search(sentence) for sentence in prose)


def _card(
    key: str,
    words: str,
    whole: dict[str, str],
    short: dict[str, tuple[str, ...]],
    prose: Sequence[str],
    library: CardLibrary,
) -> str | None:
    """Return the card that is meant: of several with one short name, the one that costs what is said to be paid for it."""
    if key in whole:
        return whole[key]
    meant = short[key]
    if len(meant) == 1:
        return meant[0]
    about = [sentence for sentence in prose if re.search(rf"\b{re.escape(words)}\b", sentence)]
    for sentence in about:
        paid = _COST.search(sentence)
        if paid and re.search(rf"[Cc]ast {re.escape(words)}\b", sentence):
            fitting = [name for name in meant if _cost_of(name, library) == _in_order(paid[1])]
            meant = tuple(fitting) or meant
    if len(meant) == 1:
        return meant[0]
    for sentences in (about, prose):
        said = {word for sentence in sentences for word in _LONG_WORD.findall(folded(sentence))}
        alike = sorted(((len(said & _words_of(name, library)), name) for name in meant[:_MOST_MEANT]), reverse=True)
        if alike[0][0] > alike[1][0]:
            return alike[0][1]
    return None


def _words_of(name: str, library: CardLibrary) -> frozenset[str]:
    return frozenset(_LONG_WORD.findall(folded(piece_of(name, library, named=False).words)))


def _cost_of(name: str, library: CardLibrary) -> str:
    return "".join(sorted(piece_of(name, library, named=False).cost))


def _in_order(symbols: str) -> str:
    return "".join(sorted(letters(symbols)))


def _place(name: str, prose: Sequence[str]) -> int:
    text = folded(" ".join(prose))
    return min((at for part in _parts(folded(name)) if (at := text.find(part)) >= 0), default=len(text))
