"""Finds cards in prose: as numbers in requirements, as folded names in steps, and unlisted cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.cards.library import CardLibrary, KnownCard
from floorjudge.magic.cards.sides import folded
from floorjudge.magic.playing.naming import fold

_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_COUNTING = re.compile(rf"(?i)\b({'|'.join(_NUMBERS)})\b")
_SENTENCE_ENDS = re.compile(r"\n+|(?<=[^.])\.(?:\s*(?=[A-Z#\"])|$)")
_SAME = {
    "’": "'", "“": '"', "”": '"', "can not": "cannot", "can't": "cannot", "n't": " not", "'ve ": " have ", "'re ": " are ",
    "there's": "there is", "There's": "There is", "and/or": "or",
}  # fmt: skip
_SHORTEST = 3


class CardNumbers:
    """Writes prose with numbers for cards and digits for counting words, so that one pattern fits many sentences."""

    def __init__(self, cards: Sequence[KnownCard]) -> None:
        self._cards = cards
        self._numbers: dict[str, int] = {}
        for number, card in enumerate(cards):
            for name in _whole_and_short(card):
                self._numbers.setdefault(name, number)
        longest_first = sorted(self._numbers, key=len, reverse=True)
        parts = "|".join(map(re.escape, longest_first)) or r"(?!)"
        self._pattern = re.compile(rf"(?<![\w#])(?:the |The )?({parts})(?!\w)")

    def written(self, prose: str) -> str:
        """Return prose with cards as `#0`, `#1`, ..., and with one spelling of each word."""
        for word, same in _SAME.items():
            prose = prose.replace(word, same)
        prose = self._pattern.sub(lambda match: f"#{self._numbers[match[1]]}", prose)
        return _COUNTING.sub(lambda match: str(_NUMBERS.index(match[1].lower()) + 1), prose)

    def sentences(self, prose: str) -> Iterator[str]:
        """Yield the sentences of such prose, without full stops; quotes and symbols of mana are not cut."""
        for part in _SENTENCE_ENDS.split(self.written(prose)):
            whole = " ".join(part.split()).strip(" .,;")
            if whole:
                yield whole

    def with_names(self, sentence: str) -> str:
        """Return a sentence with the names of cards instead of their numbers."""
        for number, card in reversed(list(enumerate(self._cards))):
            sentence = sentence.replace(f"#{number}", card.name)
        return sentence


def _whole_and_short(card: KnownCard) -> set[str]:
    """Return the names of a card in prose: its full name, its sides, and short names of a legend."""
    names = {card.name}
    for side in card.name.split(" // "):
        names |= {side, side.split(",")[0]}
    for face in card.faces.values():
        if "Legendary" in face.supertypes:
            whole = face.name.split(",")[0]
            names |= {whole, re.split(r" (?:of|the|and|&) ", whole)[0], whole.split()[0], whole.split()[-1]}
    return {name for name in names if len(name) > _SHORTEST and name[:1].isupper()}


# Names in steps.

_WORD = re.compile(r"[^\s,]+")
_BREAK = re.compile(r"(?i),| of | the | and | from | in | to |//")
_LITTLE = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with", "your"]
)
# Words with a capital that are no names of objects: beginnings of sentences, zones, steps.
_NOT_NAMES = frozenset(
    """activate add after all an any as at attack because before blink both cast cause choose combat copy create deal declare
    discard draw during each either end enters every exile finally first for from gain give have holding if in infinite
    instead it its let life lose make mana mill move next note now on once one or otherwise pass pay play proceed put remove
    repeat resolve return sacrifice search since step swing tap targeting that the then these this those to turn two until
    untap upkeep use when whenever while with you your""".split()
)
_CAPITALISED = re.compile(r"(?<![\w{/'])(?:[A-Z][\w'-]+)(?:\s+[A-Z][\w'-]+)*(?![\w}/])")


class Mention(msgspec.Struct, frozen=True):
    """A name in a text: its beginning and end, its meaning, folded; `known`: it is one of the cards."""

    start: int
    end: int
    name: str
    known: bool = True


class CardNames:
    """The names of some cards in the forms of steps: whole, before the comma, first or last words."""

    def __init__(self, cards: Sequence[str]) -> None:
        meant: dict[str, str] = {}
        for called, card in _every_name(cards):
            meant.setdefault(called, card)
        self._meant = {called.casefold(): fold(card) for called, card in meant.items()}
        longest_first = sorted(meant, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?:s(?=\s))?(?!\w)")

    def mentions(self, sentence: str) -> list[Mention]:
        """Return the names in a sentence, in order: of the cards, and of other capitalised words, such as tokens."""
        words = straightened(sentence)
        mentions = [Mention(hit.start(), hit.end(), self._card(hit.group())) for hit in self._pattern.finditer(words)]
        taken = [range(each.start, each.end) for each in mentions]
        mentions += [each for each in _capitalised(words) if not any(each.start in span for span in taken)]
        return sorted(mentions, key=lambda each: each.start)

    def _card(self, called: str) -> str:
        plain = called.casefold()
        return self._meant.get(plain) or self._meant[plain.removesuffix("s")]


def straightened(prose: str) -> str:
    """Return prose with plain apostrophes, of the same length."""
    return prose.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _every_name(cards: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the possible names of each card, with the name of its face: whole names first, then unambiguous ones."""
    short: list[tuple[str, str]] = []
    for card in cards:
        faces = [face.strip() for face in straightened(card).split("//")]
        yield straightened(card), faces[0]
        yield from ((face, face) for face in faces)
        short += [(called, face) for face in faces for called in dict.fromkeys(_parts_of_face(face))]
    fitting = Counter(called for called, _ in short)
    yield from ((called, face) for called, face in short if fitting[called] == 1)


def _parts_of_face(face: str) -> Iterator[str]:
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


def _capitalised(words: str) -> Iterator[Mention]:
    for hit in _CAPITALISED.finditer(words):
        start = hit.start()
        parts = hit.group().split()
        while parts and parts[0].casefold().removesuffix("'s") in _NOT_NAMES:
            start += len(parts.pop(0)) + 1
        name = " ".join(parts)
        if len(name) >= _SHORTEST:
            yield Mention(start, hit.end(), _singular(fold(name.removesuffix("'s"))), known=False)


def _singular(name: str) -> str:
    """Return a name of one thing from that of several: squirrels are each a squirrel."""
    if name.endswith("ves"):
        return f"{name[:-3]}f"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


# Cards that are not listed.

_NAMED = re.compile(r"[A-Z][\w'-]*(?:,? (?:(?:of|the|to|in|and|for|from) )*[A-Z][\w'-]*)*")
_NEVER_CARDS = frozenset(["plains", "island", "swamp", "mountain", "forest", "flash", "fear", "lifelink", "haste"])


def unlisted(listed: Sequence[str], many: int, prose: Sequence[str], library: CardLibrary) -> list[str]:
    """Return up to `many` unlisted cards that some prose names most often, in full or by the words before the comma."""
    known = folded(" ".join(listed))
    counts: Counter[str] = Counter()
    for sentence in prose:
        for hit in _NAMED.finditer(straightened(sentence)):
            words = hit.group().removesuffix("'s").split()
            while words and words[0].casefold() in _NOT_NAMES:
                words.pop(0)
            name = folded(" ".join(words))
            if len(name) > _SHORTEST and name not in _NEVER_CARDS and name not in known:
                card = library.whole_name(name) or library.completion.best(name)
                if card is not None and f"{folded(card)},".startswith(f"{name},"):
                    counts[card] += 1
    return [card for card, _ in counts.most_common(many)]
