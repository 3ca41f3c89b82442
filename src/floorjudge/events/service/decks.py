"""The deck lists of an event: those that were handed in, from its log, and the check of one with the installed card texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.events.events import CommandUndone, DeckSubmitted, PlayerRegistered, PlayerRenamed
from floorjudge.events.service.log.records import Record
from floorjudge.events.state import State
from floorjudge.formats.decks import DeckReport
from floorjudge.formats.magic_decks.cards import KnownCards

# A context manager for the card texts; None without any.
CardTexts: TypeAlias = Callable[[], AbstractContextManager[KnownCards | None]]


def no_card_texts() -> AbstractContextManager[KnownCards | None]:
    """Return a context without card texts."""
    return nullcontext()


def deck_report(state: State, listing: str, texts: CardTexts) -> DeckReport | None:
    """Return the report on a deck list in an event; None in a format without decks.

    Card texts are opened only if the event needs them; unreadable ones count as none.
    Raises BadInput for a list that cannot be read.
    """
    rules, options = state.rules, state.options
    if not rules.needs_card_texts(options):
        return rules.check_deck(listing, options, None)
    # Errors in the list itself are raised here, so any error below comes from the card texts.
    without = rules.check_deck(listing, options, None)
    try:
        with texts() as cards:
            return without if cards is None else rules.check_deck(listing, options, cards)
    except FloorjudgeError:
        return without


class _Step(msgspec.Struct):
    """The part of an event that tells whose list it was."""

    event: str
    player: str | None = None
    list: str | None = None
    undone: str | None = None
    name: str | None = None


_READ = msgspec.json.Decoder(_Step)


# An undo removes the last event of one of these kinds in force, which the log names.
_ABOUT_LISTS = frozenset({DeckSubmitted.__name__, PlayerRegistered.__name__})


def deck_lists(records: Sequence[Record]) -> dict[str, str]:
    """Return the latest deck list of each player, by name, without the undone ones."""
    return DeckLists().at(records)


class DeckLists:
    """The deck lists of an event, read on from the last record read. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read = 0
        self._standing: list[_Step] = []

    def at(self, records: Sequence[Record]) -> dict[str, str]:
        """Return the same as `deck_lists`; `records` are those of the same event each time, from its first on."""
        with self._lock:
            if self._read > len(records):
                self._read, self._standing = 0, []
            for record in records[self._read :]:
                self._take(_READ.decode(record.event))
            self._read = len(records)
            found: dict[str, str] = {}
            for step in self._standing:
                if step.player is None:
                    continue
                # A player who left and comes back begins without a list.
                found.pop(step.player, None)
                if step.list is not None:
                    found[step.player] = step.list
        return found

    def _take(self, step: _Step) -> None:
        if step.event == CommandUndone.__name__:
            if step.undone in _ABOUT_LISTS and self._standing:
                self._standing.pop()
        elif step.event == PlayerRenamed.__name__:
            for each in self._standing:
                each.player = step.name if each.player == step.player else each.player
        elif step.event in _ABOUT_LISTS:
            self._standing.append(step)
