"""The commands for one event, of the tournament and of the floor: load, ask the core, append, answer.

A command is acknowledged only after its record is in the log. The service holds the state between commands; if another
service has written meanwhile, it first reads the new records.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from floorjudge.errors import Conflict
from floorjudge.events.codec import check_question, kind_of_event, read_command
from floorjudge.events.commands import (
    Amend,
    Command,
    Forget,
    Join,
    Next,
    Open,
    OpenSealed,
    PromiseSeed,
    Register,
    Rename,
    RenewSeed,
    Seat,
    Start,
)
from floorjudge.events.draw import commitment, visible_words
from floorjudge.events.errors import DisguisedWords, NameIsReserved, NotOpen
from floorjudge.events.events import PlayerForgotten
from floorjudge.events.lookalikes import disguised_letters
from floorjudge.events.service import errors
from floorjudge.events.service.access.roles import Allowed
from floorjudge.events.service.answers import Answer, answer_of, answer_to
from floorjudge.events.service.decks import CardTexts, no_card_texts
from floorjudge.events.service.drafts import Clock, Draft, is_another, known_as
from floorjudge.events.service.envelope import (
    ONE_OF_SEVERAL,
    Envelope,
    check_seen,
    checked_author,
    naming_place,
    read_envelope,
    read_several,
)
from floorjudge.events.service.log.contract import EventLog, event_id
from floorjudge.events.service.log.errors import Overtaken
from floorjudge.events.service.log.records import Record, check_chain, event_of, is_sealed, open_record
from floorjudge.events.service.log.sealing import Book
from floorjudge.events.state import State
from floorjudge.events.tournament.decide import decide_tournament
from floorjudge.events.tournament.names import is_removed_name
from floorjudge.events.view import changes
from floorjudge.formats.competition import as_kept
from floorjudge.formats.errors import BadField
from floorjudge.formats.log import Amended, SeatsMoved
from floorjudge.texts import Language

REMEMBERED = 256
# The number of records to read at a time, some milliseconds, if others have written many.
AT_A_TIME = 100
# Each round of a race has a winner, so only as many busy processes can make a service lose this often.
TRIES = 8


class EventService:
    """Takes the commands for one event of a log. Not for several threads at once."""

    def __init__(
        self,
        log: EventLog,
        event_id: str | None = None,
        *,
        clock: Clock = lambda: datetime.now(UTC),
        once: bool = False,
        between: Callable[[], None] = lambda: None,
        card_texts: CardTexts = no_card_texts,
    ) -> None:
        """Open the service for an event, or with None for an event that is not open yet.

        `once`: an `open` with an id that any service of this log has done before returns that event. `between` is
        called while many records are read, so that a server can answer others first. `card_texts` are for the check of
        deck lists, in events that need them.
        Raises Damaged if the log of the event was changed.
        """
        self._log = log
        self._clock = clock
        self._event_id = event_id
        self._once = once
        self._between = between
        self._card_texts = card_texts
        self._state: State | None = None
        self._records: list[Record] = []
        self._book = Book()
        self._by_command: dict[str, Record] = {}
        # The number of times that all records were read again after a removal.
        self.lives = 0
        self._drawn: str | None = None
        self._seed: str | None = None
        # The answers to the last commands: a phone that lost one on a bad connection soon sends its command again.
        self._recent: deque[Answer] = deque(maxlen=REMEMBERED)
        # The state after each REMEMBERED records: answering an older command again applies no more than this many.
        self._checkpoints: list[State] = []
        if event_id is not None:
            self._catch_up(event_id)

    @property
    def event_id(self) -> str | None:
        """The id of the event in its log; None before it is opened."""
        return self._event_id

    @property
    def state(self) -> State:
        """The state of the event.

        Raises Refused if none has been opened.
        """
        if self._state is None:
            raise NotOpen
        return self._state

    @property
    def number(self) -> int:
        """The number of the newest record that this service knows, 0 before the event is opened."""
        return len(self._records)

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the records of the log, in order."""
        return tuple(self._records)

    def records_after(self, number: int) -> list[Record]:
        """Return the known records with numbers above `number`, in order."""
        return self._records[max(0, number) :]

    def seed(self) -> str | None:
        """Return the seed of the event's draws, which is secret; None if this log does not have it."""
        if self._event_id is None:
            return None
        if self._seed is None or commitment(self._seed) != self.state.commitment:
            self._seed = self._log.secret(self._event_id)
        return self._seed

    def catch_up(self) -> int:
        """Read the records of other services, and return the number of the newest one."""
        if self._event_id is not None:
            self._catch_up(self._event_id)
        return self.number

    def take(
        self, given: Mapping[str, Any], language: Language, *, by: str | None = None, allowed: Allowed | None = None
    ) -> Answer:
        """Take a command of either kind (or the question `show`) as a JSON object and answer it.

        `id` makes it safe to send a command again: it is done once and answered as the first time. With `seen`, the
        number of a record, it is refused if a later event conflicts with it; a lost race to write only means another
        try. `preview` of an amendment returns its changes in `language` and changes nothing. `by` is the author, for
        the record; `allowed` raises an error if the author may not give the command.
        Raises BadInput, Refused, Conflict or Damaged; then nothing was changed.
        """
        asked = read_envelope(given)
        author = checked_author(by)
        if allowed is not None:
            allowed(asked.name, asked.fields)
        return _retried(lambda: self._taken(asked, language, author))

    def _taken(self, asked: Envelope, language: Language, author: str | None) -> Answer:
        self.catch_up()
        if asked.name == "show":
            check_question(asked.fields)
            return Answer((), self.state, number=self.number)
        done = None if asked.preview else self._done_before(asked)
        if done is not None:
            return self._answer_again(done)
        command = self._with_seed(asked.fields)
        self._check_seen(command, asked.seen)
        if asked.preview:
            return self._previewed(command, language)
        draft = Draft(self._state, self._newest(), self._book, self._clock, self._card_texts)
        draft.add(asked, command, author)
        if isinstance(command, Open | OpenSealed):
            return self._open(draft, command)
        self._keep(draft, self._drawn if isinstance(command, PromiseSeed) else None)
        return self._recent[-1]

    def take_all(
        self,
        given: Sequence[Mapping[str, Any]],
        *,
        by: str | None = None,
        allowed: Allowed | None = None,
        places: Sequence[str] = (),
    ) -> Answer:
        """Take several commands of an open event: all are done, each with a record, or none is.

        `id`, `seen`, `by` and `allowed` as in `take`; commands done before are not repeated. `places` names each
        command in an error (`line 7`); without it `commands[1]` and so on. Returns the events of the commands done now,
        and the event after the last.
        Raises what `take` raises, with the place; then nothing was changed.
        """
        author = checked_author(by)
        asked = read_several(given, places, allowed)
        return _retried(lambda: self._all_taken(asked, author))

    def _all_taken(self, asked: Sequence[tuple[str, Envelope]], author: str | None) -> Answer:
        self.catch_up()
        if self._event_id is None:
            raise NotOpen
        draft = Draft(self._state, self._newest(), self._book, self._clock, self._card_texts)
        for place, one in asked:
            with naming_place(place):
                if self._done_before(one, draft) is None:
                    command = self._with_seed(one.fields)
                    if isinstance(command, PromiseSeed | Forget):
                        # These also change what is stored beside the log, which is done for one command at a time.
                        raise BadField(ONE_OF_SEVERAL, one.name, where="do")
                    self._check_seen(command, one.seen)
                    draft.add(one, command, author)
        self._keep(draft)
        return Answer(tuple(answer.events[0] for _, answer in draft.added), self.state, number=self.number)

    def _previewed(self, command: Command, language: Language) -> Answer:
        event = decide_tournament(self.state, command) if isinstance(command, Amend | Seat) else None
        if not isinstance(event, Amended | SeatsMoved):
            raise errors.PreviewOfAmendmentsOnly
        return Answer((), self.state, changes(self.state, event, language), self.number)

    def has_done(self, command_id: str) -> bool:
        """Return whether a command with this id was done."""
        asked = Envelope("", {}, command_id, preview=False, seen=None)
        return str(known_as(asked, self._book)) in self._by_command

    def _done_before(self, asked: Envelope, draft: Draft | None = None) -> Record | None:
        """Return the record of a repeated command; None if it is new."""
        if asked.command_id is None:
            return None
        known = str(known_as(asked, self._book))
        done = self._by_command.get(known)
        # For an event that was opened with this id, the unkeyed id.
        if done is None and self._records and self._records[0].command_id == asked.command_id:
            done = self._records[0]
        if done is None and draft is not None:
            done = draft.by_command.get(known)
        if done is not None and is_another(asked, done, self._book):
            raise errors.IdUsedBefore(asked.command_id)
        return done

    def _open(self, draft: Draft, command: Open | OpenSealed) -> Answer:
        """Begin the event's log, or continue the one that another service began for the same command."""
        (record, _) = draft.added[0]
        seed = command.seed if isinstance(command, Open) else self._drawn
        once = self._once and record.command_id is not None
        found = self._log.create(event_id(command.name), command.name, [record], seed, once=once)
        first = self._log.read(found)[0] if self._once else record
        if first.fingerprint != record.fingerprint:
            raise errors.IdUsedBefore(str(record.command_id))
        self._event_id = found
        if first.hash != record.hash:
            self._catch_up(found)
            return self._answer_again(first)
        self._seed = seed
        self._book = self._book.with_words(record.words)
        return self._take_up(*draft.added[0])

    def _keep(self, draft: Draft, seed: str | None = None) -> None:
        """Append records to the log, all of them or none; `seed` is the one that they promise."""
        if self._event_id is None:
            raise NotOpen
        try:
            if draft.added:
                records = [record for record, _ in draft.added]
                self._log.append(self._event_id, *records, secret=seed, removal=draft.removal)
        except Conflict:
            self._catch_up(self._event_id)
            raise
        if draft.removal is not None:
            self._read_anew(self._event_id)
            self._log.scrub()
            return
        for record, answer in draft.added:
            self._book = self._book.with_words(record.words)
            self._take_up(record, answer)

    def _newest(self) -> Record | None:
        return self._records[-1] if self._records else None

    def _catch_up(self, event_id: str) -> None:
        """Read the records since the last look."""
        before = self._newest()
        news = self._log.read(event_id, before.number if before else 0)
        for part in self._parts(news):
            check_chain(part, after=before)
            before = part[-1]
        if self._records and any(kind_of_event(record.event) is PlayerForgotten for record in news):
            self._read_anew(event_id)
            return
        for part in self._parts(news):
            for record in part:
                if self._state.draws_numbers if self._state else is_sealed(record):
                    self._book = self._book.with_words(record.words)
                    record = open_record(record, self._book)  # noqa: PLW2901 (as it was)
                self._take_up(record, answer_to(record, event_of(record), self._state))

    def _read_anew(self, event_id: str) -> None:
        """Read all records again after a removal, so that no removed text stays in memory."""
        self._state, self._records, self._book, self._by_command = None, [], Book(), {}
        self._recent.clear()
        self._checkpoints.clear()
        self.lives += 1
        self._catch_up(event_id)

    def _parts(self, news: Sequence[Record]) -> Iterator[Sequence[Record]]:
        for first in range(0, len(news), AT_A_TIME):
            if first:
                self._between()
            yield news[first : first + AT_A_TIME]

    def _take_up(self, record: Record, answer: Answer) -> Answer:
        """Add a record to those that this service knows, with the answer to its command."""
        self._state = answer.state
        self._records.append(record)
        self._recent.append(answer)
        if len(self._records) % REMEMBERED == 0:
            self._checkpoints.append(answer.state)
        if record.command_id is not None:
            self._by_command[record.command_id] = record
        return answer

    def _with_seed(self, fields: Mapping[str, Any]) -> Command:
        """Read the command; one that draws gets the event's stored seed, one that promises a seed gets a new one."""
        if fields["do"] == "open" and fields.get("seed") is None:
            opening = read_command({**fields, "seed": self._new_seed()})
            if isinstance(opening, Open):
                return OpenSealed(opening.name, commitment(opening.seed), opening.format, opening.options)
        command = read_command(fields, None if self._state is None else self._state.rules)
        # Not in the core: logs that already have such letters draw with them.
        if isinstance(command, Start | Next) and (letters := disguised_letters(visible_words(command.public or ""))):
            raise DisguisedWords(letters)
        if isinstance(command, Register | Join | Rename):
            named = command.name if isinstance(command, Rename) else command.player
            if is_removed_name(as_kept(named)):
                raise NameIsReserved(as_kept(named), where="name" if isinstance(command, Rename) else "player")
        if isinstance(command, RenewSeed):
            return PromiseSeed(commitment(self._new_seed()))
        if self._event_id is None or getattr(command, "seed", "none needed") is not None:
            return command
        return replace(command, seed=self.seed())

    def _new_seed(self) -> str:
        """Draw a seed from the operating system; it is stored with the command that promises it."""
        self._drawn = secrets.token_hex(32)
        return self._drawn

    def _check_seen(self, command: Command, seen: int | None) -> None:
        if seen is None:
            return
        if seen > self.number:
            raise errors.BadSeen(self.number)
        conflict = check_seen(command, (event_of(record) for record in self._records[seen:]))
        if conflict is not None:
            raise conflict

    def _answer_again(self, done: Record) -> Answer:
        """Answer a repeated command as the first time."""
        back = self.number - done.number
        if back < len(self._recent):
            return self._recent[-1 - back]
        kept = (done.number - 1) // REMEMBERED
        before = self._checkpoints[kept - 1] if kept else None
        return answer_of(self._records[kept * REMEMBERED : done.number], before)


def _retried(work: Callable[[], Answer]) -> Answer:
    """Return the result of `work`, trying again while another service writes first.

    Nothing is written before that, so nothing is done twice; the sender learns of a conflict only if there is one.
    """
    for _ in range(TRIES - 1):
        try:
            return work()
        except Overtaken:
            continue
    return work()
