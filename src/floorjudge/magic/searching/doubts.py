"""Why a search that has tried everything may have missed a loop: cards that the engine does not play as they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import known_doubts
from floorjudge.magic.positions.position import Position
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.magic.proof.certificates import named_cards
from floorjudge.magic.searching.confirming import Tried
from floorjudge.texts import Text

_NOT_READ = "not_read"


def doubts(positions: Iterable[Position], undecided: Sequence[Tried], library: CardLibrary) -> tuple[Text, ...]:
    """Return a sentence on each thing in some positions that the engine is known to misread or not to have read, each once.

    What it was seen to play otherwise than the rules in sequences that could not be certified is among it.
    """
    seen = [each.said for tried in undecided for each in tried.certificate.misplayed]
    known = [said for position in positions for said in _of_position(position, library)]
    return tuple({(said.message, str(said.values)): said for said in (*known, *seen)}.values())


def _of_position(position: Position, library: CardLibrary) -> Iterator[Text]:
    known = list(known_doubts(dict.fromkeys(named_cards(position)), position.with_own_cards(library)))
    unread = {each.card for each in known if each.mistake == _NOT_READ}
    yield from (each.said for each in known)
    yield from (said for said in doubtful_cards(position, library) if said.values["card"] not in unread)
