"""Finds cards in prose: as numbers in requirements, as folded names in steps, and unlisted cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

import msgspec

from floorjudge.magic.cards.facts import facts_of
from floorjudge.magic.cards.helper_cards import letters
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

_LONGEST_NAME = 8
_LINKS = frozenset("of the and to in for from a an with on at by into under & or //".split())
# Actions have cards as objects; a word that only looks like a card's name is none.
_DONE = r"(?:(?:[Cc]ast|[Aa]ctivat\w+|[Pp]lay|sacrific\w+|[Rr]esolve|targeting|returning|copy of|exiling|untapping|discarding|from|for|putting|attached to|copying|due to|using|with) (?:the |a |an )?{name}|{name}(?:'s|'|) (?:trigger|enter|dies|die|leave|is put|attack|ability|from|on|must|cannot))"
_NEVER_CARDS = frozenset(
    """plains island swamp mountain forest treasure food clue blood map gold saproling goblin zombie elf spirit soldier thopter
    servo insect squirrel repeat cast activate exile flash fear lifelink haste infinite choose resolve draw sacrifice combat
    proliferate landfall investigate discover monarch token untap attack""".split()
)
_LONG_WORD = re.compile(r"[a-z]{4,}")
_MOST_MEANT = 12
_COST = re.compile(r"by paying ((?:\{[^}]+\})+)")


def unlisted(listed: Sequence[str], many: int, prose: Sequence[str], library: CardLibrary) -> tuple[str, ...]:
    """Return the names of up to `many` unlisted cards that some prose mentions most often, in its order.

    Short names of legends, such as the words before the comma, are found too if they can mean only one card.
    """
    whole, short = _names_in(library)
    known = {part for name in listed for part in _parts_of_card(folded(name))}
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for sentence in prose:
        for words in _phrases(sentence, (whole, short)):
            key = folded(words)
            if key in known or any(key in name.split() or name.startswith(f"{key} ") for name in known):
                continue
            if _is_done_something_with(words, prose):
                counts[key] += 1
                written.setdefault(key, words)
    named = [
        whole[key] if key in whole else _meant(short[key], written[key], prose, library)
        for key, _ in counts.most_common()
    ]
    often = list(dict.fromkeys(name for name in named if name is not None))[:many]
    text = folded(" ".join(prose))

    def place(name: str) -> int:
        return min((at for part in _parts_of_card(folded(name)) if (at := text.find(part)) >= 0), default=len(text))

    return tuple(sorted(often, key=place))


def _parts_of_card(name: str) -> Iterator[str]:
    yield name
    for side in name.split(" // "):
        yield side
        yield side.split(",")[0]


@lru_cache(maxsize=4)
def _names_in(library: CardLibrary) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return all names, and the cards that a short one can mean."""
    whole: dict[str, str] = {}
    short: dict[str, list[str]] = {}
    for name in library.names():
        for side in name.split(" // "):
            key = folded(side)
            whole.setdefault(key, name)
            begun = key.split(",")[0] if "," in key else re.split(r" (?:of|the) ", key)[0]
            if "," not in key and " " not in begun:
                continue
            if begun != key and len(begun) > _SHORTEST:
                short.setdefault(begun, []).append(name)
    return whole, {key: tuple(dict.fromkeys(names)) for key, names in short.items()}


def _phrases(sentence: str, names: Sequence[Container[str]]) -> Iterator[str]:
    """Yield the longest runs of words that are some of the names of cards."""
    words = sentence.split()
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
            run = " ".join(words[at : at + length]).strip('.,;:!?"()')
            run = re.sub(r"'s?$", "", run)
            if _could_be_a_name(run) and any(folded(run) in each for each in names):
                yield run
                at += length - 1
                break
        at += 1


def _could_be_a_name(run: str) -> bool:
    words = run.split()
    return (
        words != []
        and words[0][:1].isupper()
        and all(word[:1].isupper() or word in _LINKS or not word[:1].isalpha() for word in words)
        and folded(run) not in _NEVER_CARDS
    )


def _is_done_something_with(words: str, prose: Sequence[str]) -> bool:
    if len(words.split()) > 2:
        return True
    pattern = re.compile(_DONE.replace("{name}", re.escape(words)))
    return any(pattern.search(sentence) for sentence in prose)


def _meant(cards: Sequence[str], words: str, prose: Sequence[str], library: CardLibrary) -> str | None:
    """Return the card that a short name means: of several, the one with the mentioned cost or words."""
    about = [sentence for sentence in prose if re.search(rf"\b{re.escape(words)}\b", sentence)]
    for sentence in about:
        paid = _COST.search(sentence)
        if paid and re.search(rf"[Cc]ast {re.escape(words)}\b", sentence):
            cost = sorted(letters(paid[1]))
            cards = [name for name in cards if sorted(facts_of(name, library).cost) == cost] or cards
    if len(cards) == 1:
        return cards[0]
    for sentences in (about, prose):
        long_words = _long_words(" ".join(sentences))
        alike = sorted(
            ((len(long_words & _long_words(facts_of(name, library).words)), name) for name in cards[:_MOST_MEANT]),
            reverse=True,
        )
        if alike[0][0] > alike[1][0]:
            return alike[0][1]
    return None


def _long_words(prose: str) -> set[str]:
    return set(_LONG_WORD.findall(folded(prose)))
