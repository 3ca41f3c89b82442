"""What prose calls cards: their full names, the part before the comma, their first or last words, and names of tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.playing.naming import fold

_WORD = re.compile(r"[^\s,]+")
_BREAK = re.compile(r",| of | the | and | from | in | to |//", re.IGNORECASE)
_LITTLE = frozenset(re.findall(r"\w+", "a an and at by for from in into of on or the to with your"))
_SHORTEST = 3
# Words with a capital that name nothing on the table: beginnings of sentences, and zones or steps that some people write large.
_NOT_NAMES = frozenset(
    re.findall(
        r"\w+",
        """activate add after all an any as at attack because before blink both cast cause choose combat copy create deal declare discard
    draw during each either end enters every exile finally first for from gain give have holding if in infinite instead it its let life
    lose make mana mill move next note now on once one or otherwise pass pay play proceed put remove repeat resolve return sacrifice
    search since step swing tap targeting that the then these this those to turn two until untap upkeep use when whenever while with you
    your""",
    )
)
_LARGE = re.compile(r"(?<![\w{/'])(?:[A-Z][\w'-]+)(?:\s+[A-Z][\w'-]+)*(?![\w}/])")


class Mention(msgspec.Struct, frozen=True):
    """A name in a text: where it begins and ends, and what it means, folded; `known` says that it is one of the cards."""

    start: int
    end: int
    name: str
    known: bool = True


class Called:
    """The names of some cards, as sentences may have them."""

    def __init__(self, cards: Sequence[str]) -> None:
        meant: dict[str, str] = {}
        for called, card in _short_names(cards):
            meant.setdefault(called, card)
        self._meant = {called.casefold(): fold(card) for called, card in meant.items()}
        longest_first = sorted(meant, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?:s(?=\s))?(?!\w)")

    def mentions(self, said: str) -> list[Mention]:
        """Return the names in a sentence, in its order: of the cards, and of what else is written large, such as tokens."""
        words = straightened(said)
        found = [Mention(hit.start(), hit.end(), self._card(hit.group())) for hit in self._pattern.finditer(words)]
        taken = [range(each.start, each.end) for each in found]
        found += [each for each in _large_words(words) if not any(each.start in span for span in taken)]
        return sorted(found, key=lambda each: each.start)

    def _card(self, said: str) -> str:
        plain = said.casefold()
        return self._meant.get(plain) or self._meant[plain.removesuffix("s")]


def straightened(said: str) -> str:
    """Return a sentence with plain apostrophes, of the same length."""
    return said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _short_names(cards: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what each card may be called, with the name of its face: whole names first, then what fits one of the cards only."""
    short: list[tuple[str, str]] = []
    for card in cards:
        faces = [face.strip() for face in straightened(card).split("//")]
        yield straightened(card), faces[0]
        yield from ((face, face) for face in faces)
        short += [(called, face) for face in faces for called in dict.fromkeys(_parts(face))]
    fitting = Counter(called for called, _ in short)
    yield from ((called, face) for called, face in short if fitting[called] == 1)


def _parts(face: str) -> Iterator[str]:
    """Yield parts of a name that may stand for it."""
    yield _BREAK.split(face)[0].strip()
    words = [hit.group() for hit in _WORD.finditer(face)]
    if words and words[0].casefold() in _LITTLE:
        words = words[1:]
        yield _BREAK.split(" ".join(words))[0].strip()
    for many in range(len(words) - 1, 0, -1):
        yield " ".join(words[:many])
    if len(words) > 1 and words[-1].casefold() not in _LITTLE:
        yield words[-1]


def _large_words(words: str) -> Iterator[Mention]:
    for hit in _LARGE.finditer(words):
        start = hit.start()
        parts = hit.group().split()
        while parts and parts[0].casefold().removesuffix("'s") in _NOT_NAMES:
            start += len(parts.pop(0)) + 1
        name = " ".join(parts)
        if len(name) >= _SHORTEST:
            yield Mention(start, hit.end(), singular(fold(name.removesuffix("'s"))), known=False)


def singular(name: str) -> str:
    """Return a name of one thing from that of several: squirrels are each a squirrel."""
    if name.endswith("ves"):
        return f"{name[:-3]}f"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name
