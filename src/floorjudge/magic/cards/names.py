"""Completing the names of cards as people type them: half words, missing words, no accents, mistyped letters."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice

from floorjudge.magic.cards.sides import folded, names_of

_WORD = re.compile(r"[^\W_]+")
# From which length on a word may have wrong letters, and how many.
_FORGIVEN = ((8, 2), (4, 1), (0, 0))
# The first of these kinds of match compare the beginnings of words.
_BY_WORDS = 3
# With more typed words than this, each must match.
_MOST_WORDS = 8
# Sorts after every word that begins with the text before it.
_AFTER = "\U0010ffff"


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name for comparison: folded, without apostrophes, split at other signs."""
    return tuple(_WORD.findall(folded(name).replace("'", "")))


def _forgiven(word: str) -> int:
    """Return the number of letters of a typed word that may be wrong, missing or superfluous."""
    return next(letters for length, letters in _FORGIVEN if len(word) >= length)


class CardNames:
    """The names of cards, ready to be completed.

    A text matches a card by its whole name, by that of each of its sides, and by its names in other languages. Better
    matches come first:

    1. the name equals the typed text, but for spaces and signs
    2. it begins with the typed text
    3. its words begin with the typed ones, in their order
    4. in any order
    5. each typed word is somewhere in it
    6. if no name matches so: its words begin with the typed ones, but for wrong letters after the first (one in a word of
       four, two in one of eight); fewer wrong letters first
    7. if no name matches so either: its words begin with all typed ones but one

    Of equal matches the shorter name comes first, then a card before another card's side of the same name, then the
    alphabet decides.
    """

    def __init__(self, names: Iterable[str], translated: Iterable[tuple[str, str]] = ()) -> None:
        """Take the whole names of all cards, such as `Day // Night` for a card with two sides.

        `translated` are further names, each with the whole name of its card.
        """
        spelled = [(side, name) for name in names for side in names_of(name, ())]
        spellings = {
            ("".join(words), words, name) for side, name in (*spelled, *translated) if (words := words_of(side))
        }
        # In the order of the answers, so that a place in these lists is a rank.
        entries = sorted(spellings, key=lambda entry: (len(entry[0]), entry[0], len(entry[2]), entry[2]))
        self._joined = [joined for joined, _, _ in entries]
        self._lines = "\n".join(self._joined)
        self._starts = [0, *accumulate(len(joined) + 1 for joined in self._joined)]
        self._words = [words for _, words, _ in entries]
        self._names = [name for _, _, name in entries]
        self._by_beginning = sorted(range(len(entries)), key=self._joined.__getitem__)
        self._beginnings = [self._joined[entry] for entry in self._by_beginning]
        with_word: dict[str, list[int]] = defaultdict(list)
        for entry, words in enumerate(self._words):
            for word in dict.fromkeys(words):
                with_word[word].append(entry)
        self._with_word = dict(with_word)
        self._vocabulary = sorted(with_word)

    def complete(self, typed: str, limit: int = 10) -> list[str]:
        """Return the whole names that match the typed text, at most `limit` of them, the best first."""
        words = words_of(typed)
        names: dict[str, None] = {}
        for entry in self._fitting(words) if words else ():
            if len(names) >= limit:
                break
            names[self._names[entry]] = None
        return list(names)

    def best(self, typed: str) -> str | None:
        """Return the whole name of the one card that is clearly meant; None if several match equally well, or none does.

        That is the card with this name, else the only one whose words begin with the typed ones, else the one with the
        fewest wrong letters; among several the one without further words, or else the only one with these words before
        its comma. Letters somewhere inside a name are not enough.
        """
        words = words_of(typed)
        if not words:
            return None
        fitting = next(filter(None, islice(self._kinds(words), _BY_WORDS)), None)
        if fitting is None:
            wrong = self._mistyped(words)
            fitting = [entry for entry, letters in wrong.items() if letters == min(wrong.values())]
        called = [entry for entry in fitting if self._joined[entry] == "".join(words)]
        complete = [entry for entry in fitting if len(self._words[entry]) == len(words) > 1]
        short = [entry for entry in fitting if words_of(self._names[entry].partition(",")[0]) == words]
        likely = called or complete or short or fitting
        cards, spellings = {self._names[entry] for entry in likely}, {self._joined[entry] for entry in likely}
        # The same words can be the name of a card and of a side of another: the card itself comes first.
        return self._names[min(likely)] if 1 in (len(cards), len(spellings)) else None

    def _fitting(self, typed: Sequence[str]) -> Iterator[int]:
        """Yield the indexes of matching names, the best first; names that match in several ways are repeated."""
        any_match = False
        for entries in self._kinds(typed):
            any_match = any_match or bool(entries)
            yield from entries
        if not any_match:
            wrong = self._mistyped(typed)
            yield from sorted(wrong, key=lambda entry: (wrong[entry], entry))
            if not wrong:
                yield from self._but_for_one(typed)

    def _but_for_one(self, typed: Sequence[str]) -> Iterator[int]:
        """Yield the indexes of names with all typed words but one, in any order, the longest matches first."""
        if 1 < len(typed) <= _MOST_WORDS:
            for left_out in sorted(range(len(typed)), key=lambda place: len(typed[place])):
                rest = [*typed[:left_out], *typed[left_out + 1 :]]
                wrong = self._mistyped(rest)
                yield from sorted(wrong, key=lambda entry: (wrong[entry], entry))

    def _kinds(self, typed: Sequence[str]) -> Iterator[list[int]]:
        """Yield the indexes of names for each kind of match, except for mistyped ones."""
        start, end = _range(self._beginnings, "".join(typed))
        yield sorted(self._by_beginning[start:end])
        with_words = self._with_words_begun(typed)
        yield [entry for entry in with_words if _in_order(typed, self._words[entry])]
        yield with_words
        yield self._containing(typed)

    def _with_words_begun(self, typed: Sequence[str]) -> list[int]:
        ranges = sorted((_range(self._vocabulary, word) for word in typed), key=lambda span: span[1] - span[0])
        start, end = ranges[0]
        entries = {entry for word in self._vocabulary[start:end] for entry in self._with_word[word]}
        for part in typed if len(typed) > 1 else ():
            entries = {entry for entry in entries if any(word.startswith(part) for word in self._words[entry])}
        return sorted(entries)

    def _containing(self, typed: Sequence[str]) -> list[int]:
        entries = []
        longest, at = max(typed, key=len), 0
        # Searching one long text is many times as fast as searching its lines one by one.
        while (at := self._lines.find(longest, at)) >= 0:
            entry = bisect_right(self._starts, at) - 1
            if all(part in self._joined[entry] for part in typed):
                entries.append(entry)
            at = self._starts[entry] + len(self._joined[entry])
        return entries

    def _mistyped(self, typed: Sequence[str]) -> Mapping[int, int]:
        """Return the indexes of names that match except for wrong letters, with the number of these."""
        wrong = dict.fromkeys(range(len(self._names)), 0)
        # Long words first: they leave the fewest names for the others.
        for part in sorted(typed, key=len, reverse=True):
            least: dict[int, int] = {}
            for word, letters in self._near(part):
                for entry in self._with_word[word]:
                    if entry in wrong:
                        least[entry] = min(letters, least.get(entry, letters))
            wrong = {entry: wrong[entry] + letters for entry, letters in least.items()}
            if not wrong:
                break
        return wrong

    def _near(self, typed: str) -> Iterator[tuple[str, int]]:
        """Yield the words that begin like a typed one except for the allowed wrong letters, with the number of these."""
        most, letters = _forgiven(typed), set(typed)
        start, end = _range(self._vocabulary, typed[0])
        for word in self._vocabulary[start:end]:
            # Each letter missing in the word is a mistake: this excludes most words before they are compared.
            if len(letters.difference(word)) <= most:
                mistakes = _mistakes(typed[1:], word[1:])
                if mistakes <= most:
                    yield word, mistakes


def _range(ordered: Sequence[str], beginning: str) -> tuple[int, int]:
    """Return the range of words with a beginning in a sorted list."""
    start = bisect_left(ordered, beginning)
    return start, bisect_left(ordered, beginning + _AFTER, start)


def _in_order(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words begin with the typed ones, in their order."""
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in typed)


def _mistakes(typed: str, word: str) -> int:
    """Return the least edit distance from the typed word to a beginning of the other; a swap is one mistake."""
    row, before, last = list(range(len(typed) + 1)), list[int](), ""
    least = row[-1]
    for letter in word:
        longer = [row[0] + 1]
        for place, wanted in enumerate(typed):
            distance = min(row[place] + (wanted != letter), row[place + 1] + 1, longer[place] + 1)
            if place and before and wanted == last and typed[place - 1] == letter:
                distance = min(distance, before[place - 1] + 1)
            longer.append(distance)
        before, row, last = row, longer, letter
        least = min(least, row[-1])
        if min(row) >= least:
            break
    return least
