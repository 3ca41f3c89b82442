"""Why a search that has tried everything may have missed a loop: cards that the engine does not play as they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.checking.assumptions import doubtful_cards
from floorjudge.magic.checking.certificates import named_cards
from floorjudge.magic.phase.misreadings import misreadings_of
from floorjudge.magic.positions.position import Position
from floorjudge.magic.searching.confirming import Tried
from floorjudge.texts import Text

_NOT_READ = "not_read"


def doubts(positions: Iterable[Position], undecided: Sequence[Tried], library: CardLibrary) -> tuple[Text, ...]:
    """Return a sentence on each thing in some positions that the engine is known to misread or not to have read, each once.

    What it was seen to play otherwise than the rules in sequences that could not be certified is among it.
    """
    seen = [misplay.said for tried in undecided for misplay in tried.certificate.misplayed]
    known = [said for position in positions for said in _of_position(position, library)]
    return tuple({(said.message, str(said.values)): said for said in (*known, *seen)}.values())


def _of_position(position: Position, library: CardLibrary) -> Iterator[Text]:
    cards, told = position.with_own_cards(library), set[str]()
    for name in dict.fromkeys(named_cards(position)):
        card = cards.card(name)
        for each in misreadings_of(card.faces):
            yield each.said(card.name)
            if each.code == _NOT_READ:
                told.add(card.name)
    yield from (said for said in doubtful_cards(position, library) if said.values["card"] not in told)
