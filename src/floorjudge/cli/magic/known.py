"""What `floorjudge magic find` says of the loops that the book knows, before it searches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from floorjudge.cli import output
from floorjudge.cli.settings import say
from floorjudge.magic.book.entries import Entry
from floorjudge.magic.book.known import STATE_WORDS
from floorjudge.magic.book.lookup import Known
from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.texts import Text, counted, text

# So many loops of a list are printed.
_MOST = 20


def print_near(known: Known, name: str) -> None:
    """Print the known loops that are near what was asked for: of a single card, with one more card, of some of the cards.

    `name` is the card that was asked for, where it was a single one.
    """
    if known.of_card:
        many = len(known.of_card)
        _print_list(
            counted("{card} is in {count} known loop:", "{card} is in {count} known loops:", count=many, card=name),
            [_words(entry) for entry in known.of_card],
        )
        return
    _print_list(
        text("With one more card it is a known loop:"),
        [text("with {card}: {loop}", card=each.card, loop=_words(each.entry)) for each in known.with_one_more],
    )
    _print_list(text("Some of these cards are a known loop:"), [_words(entry) for entry in known.within])


def _words(entry: Entry) -> Text:
    cards, state = " + ".join(entry.cards), STATE_WORDS[entry.state]
    gives = tuple(MEANINGS[each] for each in entry.gives)
    if not gives:
        return text("{cards} ({state})", cards=cards, state=state)
    return text("{cards}: {gives} ({state})", cards=cards, gives=gives, state=state)


def _print_list(title: Text, lines: list[Text]) -> None:
    if not lines:
        return
    output.print_text(title)
    for line in lines[:_MOST]:
        output.print_line(f"  - {say(line)}")
    if len(lines) > _MOST:
        left = len(lines) - _MOST
        output.print_line(f"  {say(counted('… and {count} more.', '… and {count} more.', count=left))}")
    output.print_line()


def known_value(known: Known, asked: Iterable[str], proved: str | None) -> list[dict[str, Any]]:
    """Return the known loops as JSON, those of exactly the cards that were `asked` for first.

    `proved` is the id of the loop that was proved again just now, None where there is none.
    """
    near = known.of_card or [each.entry for each in known.with_one_more]
    return [
        {
            "id": entry.id,
            "cards": list(entry.cards),
            "missing": sorted(frozenset(entry.cards).difference(asked)),
            "state": entry.state,
            "gives": list(entry.gives),
            "proved_again": entry.id == proved,
        }
        for entry in (*known.exact, *near, *known.within)
    ]
