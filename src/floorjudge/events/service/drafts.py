"""Decided records that are not in the log yet, and the ids and fingerprints by which a log recognises commands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from floorjudge.events import decide
from floorjudge.events.codec import event_json
from floorjudge.events.commands import Command, Forget, SubmitDeck
from floorjudge.events.events import Event, EventOpened, PlayerForgotten
from floorjudge.events.service.answers import Answer, answer_to
from floorjudge.events.service.decks import CardTexts, deck_report
from floorjudge.events.service.envelope import Envelope
from floorjudge.events.service.log.contract import Removal
from floorjudge.events.service.log.forgetting import removal
from floorjudge.events.service.log.records import Record, kept_as, seal
from floorjudge.events.service.log.sealing import FINGERPRINTS, IDS, Book, Sealed, keyed, new_key, sealed
from floorjudge.events.state import State
from floorjudge.events.tournament.decide import checked_deck

Clock: TypeAlias = Callable[[], datetime]


class Draft:
    """Records to append to a log, in the order of their commands, with their answers."""

    def __init__(
        self, state: State | None, newest: Record | None, book: Book, clock: Clock, card_texts: CardTexts
    ) -> None:
        """Begin with the present state and the newest record, both None before the event is opened."""
        self._state = state
        self._newest = newest
        self._book = book
        self._clock = clock
        self._card_texts = card_texts
        self.removal: Removal | None = None
        self.added: list[tuple[Record, Answer]] = []
        self.by_command: dict[str, Record] = {}

    def add(self, asked: Envelope, command: Command, by: str | None) -> None:
        """Decide a command, read from `asked`, and add its record.

        Raises what `decide` raises; then nothing is added.
        """
        if isinstance(command, SubmitDeck) and self._state is not None:
            command = checked_deck(self._state, command, partial(deck_report, self._state, texts=self._card_texts))
        (event,) = decide(self._state, command)
        record = seal(
            self._newest,
            at=self._clock().isoformat(timespec="milliseconds"),
            event=event_json(event),
            command_id=known_as(asked, self._book),
            fingerprint=_fingerprint(asked, self._book),
            by=by,
        )
        answer = answer_to(record, event, self._state)
        self._newest = kept_as(record, _sealed(event, record, self._book)) if answer.state.draws_numbers else record
        self._book = self._book.with_words(self._newest.words)
        if isinstance(event, PlayerForgotten) and isinstance(command, Forget) and self._state is not None:
            self.removal = removal(event, command.also, self._state, self._book)
        self._state = answer.state
        self.added.append((self._newest, answer))
        if self._newest.command_id is not None:
            self.by_command[self._newest.command_id] = self._newest


def _sealed(event: Event, record: Record, book: Book) -> Sealed:
    """Return the sealed form of a record, with new keys at the beginning of the log and after a removal."""
    kept = sealed(event, record.by, record.number, book)
    purposes = {EventOpened: (IDS, FINGERPRINTS), PlayerForgotten: (FINGERPRINTS,)}.get(type(event), ())
    keys = (new_key(purpose, record.number) for purpose in purposes)
    return replace(kept, words=tuple(sorted((*kept.words, *keys))))


def known_as(asked: Envelope, book: Book) -> str | None:
    """Return the keyed id of a command for the log, because its author may have put a name in; None without an id.

    The part of an id before its last slash is keyed separately, see `steps_together`.
    """
    key = book.key(IDS)
    if asked.command_id is None or key is None:
        return asked.command_id
    before, slash, last = asked.command_id.rpartition("/")
    return f"{keyed(key, before)}/{keyed(key, last)[:16]}" if slash else keyed(key, last)


def _fingerprint(asked: Envelope, book: Book) -> str | None:
    found, key = asked.fingerprint(), book.key(FINGERPRINTS)
    return found if found is None or key is None else keyed(key, found)


def is_another(asked: Envelope, done: Record, book: Book) -> bool:
    """Return whether a command differs from the earlier one with its id, as far as the log can tell."""
    key = book.key(FINGERPRINTS)
    if key is None or done.number == 1:
        return done.fingerprint != asked.fingerprint()
    return key.record < done.number and done.fingerprint != _fingerprint(asked, book)
