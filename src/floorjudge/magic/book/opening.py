"""Opening a loop of the book: the prover establishes it again, or its steps are tried from a position of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.book.entries import Book, Entry
from floorjudge.magic.book.facts import facts_for_book, in_game_of, other_facts, with_life
from floorjudge.magic.book.lookup import lookup
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.position import Position
from floorjudge.magic.proof.certificates import read_claims
from floorjudge.magic.proof.checking import establish
from floorjudge.magic.search.confirming import TIMES, Tried, with_certificate
from floorjudge.magic.search.drafts import Granted, thing_key
from floorjudge.magic.search.outcomes import Outcome
from floorjudge.magic.search.paring import also_needed
from floorjudge.magic.search.search import Tally
from floorjudge.texts import Text, text

# What proving an entry again may take, and what trying its steps from another position may, in seconds of a usual machine.
_MOST_SECONDS, _TRYING = 20.0, 1.5
# So many loops of the cards of a position are tried there.
_MOST_TRIED = 3


class Opened(msgspec.Struct, frozen=True):
    """An entry that was opened: its loop as it was proved just now, None where it was not: `why`.

    `also_needs` is what its position has beside its cards.
    """

    entry: Entry
    loop: Tried | None
    also_needs: tuple[Text, ...] = ()
    why: Text | None = None

    @property
    def outcome(self) -> Outcome | None:
        """Return what a search would have returned that began with the loop; None where it was not proved."""
        if self.loop is None:
            return None
        found = Tally(ended="found")
        return Outcome(self.loop, (), 1, 1, found, 0, 0.0, overdue=False, also_needs=self.also_needs)


def opened(entry: Entry, library: CardLibrary, life: int | None = None) -> Opened:
    """Prove an entry again and return what came of it; one of which any fact comes out otherwise is not certified.

    With another `life` of each player than the entry's, its steps are played from there, or else from its own position: with
    less life they may win before they can be certified, and then that was seen.
    """
    facts = entry.facts
    with_life = None if life is None else _with_life(entry, life, library)
    if with_life is not None:
        return Opened(entry, with_life, _also_needs(entry, with_life.case.position))
    try:
        proof = establish(read_claims(facts), library, most=_MOST_SECONDS).proof
    except FloorjudgeError as error:
        return Opened(entry, None, why=error.full_sentence)
    if proof.certificate is None:
        return Opened(entry, None, why=proof.why or text("Nothing is claimed."))
    other = other_facts(facts_for_book(proof.certificate), facts)
    if other:
        return Opened(entry, None, why=text("The proof finds something else for: {fields}.", fields=other))
    loop = Tried(proof.certificate.case, proof.certificate)
    if not loop.is_certified:
        return Opened(entry, None, why=text("Nothing is claimed."))
    return Opened(entry, loop, _also_needs(entry, loop.case.position))


def _with_life(entry: Entry, life: int, library: CardLibrary) -> Tried | None:
    """Return the loop of an entry with another life; None where that is its own, or nothing holds with it."""
    try:
        own = read_loop_case(entry.facts["case"])
    except FloorjudgeError:
        return None
    known = with_life(entry.facts, own, life, library)
    if known is not None and known[0] == own:
        return None
    case = in_game_of(own, life, library)
    loop = with_certificate(msgspec.structs.replace(case, times=TIMES), library, _TRYING)
    return loop if loop is not None and loop.holds else None


def _also_needs(entry: Entry, position: Position) -> tuple[Text, ...]:
    return also_needed(position, Granted(granted_cards(entry.cards, position.priority)))


def granted_cards(cards: Sequence[str], seat: int) -> Counter[tuple[int, str]]:
    """Return how many of each card were asked for, by its whole name and by those of its sides."""
    return Counter(
        (seat, thing_key(name, None)) for card in cards for name in dict.fromkeys((card, *card.split(" // ")))
    )


def tried_from(
    position: Position, names: Sequence[str], library: CardLibrary, book: Book | None = None
) -> Opened | None:
    """Return a loop of the book whose steps are certified from a position that may differ from its own; None where none is.

    `names` are the cards that should take part.
    """
    cards = position.with_own_cards(library)
    known = lookup([cards.whole_name(name) or name for name in names], book)
    for entry in islice((*known.exact, *known.within), _MOST_TRIED):
        for case in _cases(entry, position):
            tried = with_certificate(case, library, _TRYING)
            if tried is not None and tried.is_certified:
                return Opened(entry, tried)
    return None


def _cases(entry: Entry, position: Position) -> Iterator[LoopCase]:
    """Yield the steps of an entry from a position, with what is done before them, and then without it."""
    own = read_loop_case(entry.facts["case"])
    yield LoopCase(position, own.body, TIMES, own.before)
    if own.before:
        yield LoopCase(position, own.body, TIMES)
