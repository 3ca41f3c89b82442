"""How long the loop finder takes: completing names of cards, asking the book, looking through decks.

python3 dev.py bench finder [--quick] [--markdown]

docs/benchmarks.md shows a run and says what limits the numbers.
"""

from __future__ import annotations

import argparse
import random
import string
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path
from statistics import median, quantiles

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.measuring import timed
from bench.support.report import Findings, machine, seconds, show
from floorjudge.magic import CardLibrary
from floorjudge.magic.book.entries import KnownCombination, unpacked
from floorjudge.magic.book.known import combinations_in
from floorjudge.magic.book.lookup import FILE, lookup
from floorjudge.magic.cards.deck_list import read_deck
from floorjudge.magic.cards.names import CardNames

ASKED, ASKED_QUICKLY = 2_000, 100
DECK, COMBINATIONS = 100, (59, 1_500, 70_000)
REPEATS = 5


def beginning(name: str, chance: random.Random) -> str:
    """Return the first letters of a name, as somebody has typed it so far."""
    return name[: chance.randint(1, len(name))]


def half_words(name: str, chance: random.Random) -> str:
    """Return the beginnings of up to three words."""
    return " ".join(word[: chance.randint(1, 5)] for word in name.split()[:3])


def mistyped(name: str, chance: random.Random) -> str:
    """Return a name with two letters replaced."""
    letters = list(name)
    for _ in range(2):
        letters[chance.randrange(len(letters))] = chance.choice(string.ascii_lowercase)
    return "".join(letters)


def nonsense(name: str, chance: random.Random) -> str:
    """Return words as long as those of a name, of any letters."""
    return " ".join("".join(chance.choices(string.ascii_lowercase, k=len(word))) for word in name.split())


TYPED: dict[str, Callable[[str, random.Random], str]] = {
    "the beginning of a name": beginning,
    "beginnings of its words": half_words,
    "two letters mistyped": mistyped,
    "nothing like a name": nonsense,
}


def completion(names: Sequence[str], asked: int) -> Findings:
    """Return how long completing takes, by what is typed."""
    ready = CardNames(names)
    rows = []
    for said, typing in TYPED.items():
        chance = random.Random(said)
        spent = []
        for _ in range(asked):
            typed = typing(chance.choice(names), chance)
            before = time.process_time()
            ready.complete(typed)
            spent.append(time.process_time() - before)
        rows.append((said, seconds(median(spent)), seconds(quantiles(spent, n=100)[98]), seconds(max(spent))))
    preparing = timed(lambda: CardNames(names)).cpu
    rows.append(("once, to prepare all names", seconds(preparing), "–", "–"))
    return Findings(
        f"Completing a name among {len(names):,} ({asked:,} times)",
        ("typed", "median", "99th percentile", "maximum"),
        rows,
    )


def decks(names: Sequence[str], library: CardLibrary, sizes: Sequence[int]) -> Findings:
    """Return how long it takes to read a deck and to compare it with made-up combinations of two and three cards."""
    chance = random.Random(1)
    listing = "\n".join(f"1 {name} (SET) 1" for name in chance.sample(names, DECK))
    deck = read_deck(listing, library)
    reading = seconds(timed(lambda: read_deck(listing, library), REPEATS).cpu)
    rows = []
    for count in sizes:
        known = [
            KnownCombination(str(number), tuple(chance.choices(names, k=chance.choice((2, 3)))), "certified")
            for number in range(count)
        ]
        comparing = timed(lambda: combinations_in(deck, known), REPEATS)  # noqa: B023
        rows.append((f"{count:,}", reading, seconds(comparing.cpu)))
    return Findings(
        f"The combinations in a deck of {DECK} cards", ("combinations", "reading the deck", "comparing it"), rows
    )


def book(asked: int) -> Findings:
    """Return how long the book takes to be read, and to be asked for cards that are in it and for a single one."""
    content = resources.files("floorjudge.magic.book").joinpath(FILE).read_bytes()
    reading = timed(lambda: lookup(("Forest",), unpacked(content)), REPEATS).cpu
    known = unpacked(content)
    chance = random.Random(3)
    names = [chance.choice(known.entries).cards for _ in range(asked)]
    spent = [timed(lambda: lookup(cards, known)).cpu for cards in names]  # noqa: B023
    alone = [timed(lambda: lookup(cards[:1], known)).cpu for cards in names]  # noqa: B023
    rows = [
        ("reading it, once in a process, with the first question", seconds(reading), ""),
        ("all cards of a loop", seconds(median(spent)), seconds(max(spent))),
        ("a single card", seconds(median(alone)), seconds(max(alone))),
    ]
    return Findings(f"The book of {len(known.entries):,} loops", ("asked for", "median", "maximum"), rows)


def measured(names: Sequence[str], library: CardLibrary, *, quick: bool) -> Iterator[Findings]:
    """Yield the tables."""
    yield completion(names, ASKED_QUICKLY if quick else ASKED)
    yield book(ASKED_QUICKLY if quick else ASKED)
    yield decks(names, library, COMBINATIONS[:1] if quick else COMBINATIONS)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small numbers, to see that it runs")
    parser.add_argument("--markdown", action="store_true", help="tables for docs/benchmarks.md")
    chosen = parser.parse_args()
    print(machine())
    with closing(CardLibrary.open()) as library:
        show(measured(list(library.names()), library, quick=chosen.quick), markdown=chosen.markdown)


if __name__ == "__main__":
    main()
