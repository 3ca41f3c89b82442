"""Where commands for one event arrive, the tournament's and the floor's. Load, ask the core, append, answer.

A command is acknowledged only when its record is in the log. The service holds the state between commands; when another
one has written meanwhile, it reads what is new first.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events import decide, evolve
from floorjudge.events.codec import check_question, event_json, kind_of_event, read_command, read_event
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
    Start,
    SubmitDeck,
)
from floorjudge.events.draw import commitment, visible_words
from floorjudge.events.errors import DisguisedWords, NameIsReserved, NotOpen
from floorjudge.events.events import Event, EventOpened, PlayerForgotten
from floorjudge.events.floor.state import Moment, is_readable
from floorjudge.events.lookalikes import disguised_letters
from floorjudge.events.service import errors
from floorjudge.events.service.decks import CardTexts, deck_report, no_card_texts
from floorjudge.events.service.envelope import (
    Allowed,
    Envelope,
    check_seen,
    checked_author,
    naming_place,
    read_envelope,
    read_several,
)
from floorjudge.events.service.forgetting import removal
from floorjudge.events.service.log import (
    EventLog,
    Record,
    Removal,
    check_chain,
    is_sealed,
    kept_as,
    log_entry,
    open_record,
    opened_log,
    seal,
)
from floorjudge.events.service.sealing import FINGERPRINTS, IDS, Book, Sealed, keyed, new_key, sealed
from floorjudge.events.state import State
from floorjudge.events.tournament.decide import checked_deck, decide_tournament
from floorjudge.events.tournament.names import is_removed_name
from floorjudge.events.view import changes, view_json
from floorjudge.formats.competition import as_kept
from floorjudge.formats.errors import BadField
from floorjudge.formats.log import Amended
from floorjudge.texts import Language

REMEMBERED = 256
# So many records are taken up at a time, some milliseconds, when others have written many.
AT_A_TIME = 100
# Each round of a race has a winner, so losing this often takes as many busy processes.
TRIES = 8
Clock: TypeAlias = Callable[[], datetime]


class Answer(msgspec.Struct, frozen=True):
    """What a command gave: its event, and the state after it; `changes` only for a preview.

    `number` is that of the command's record; of the newest one for a question or a preview.
    """

    events: tuple[Event, ...]
    state: State
    changes: list[dict[str, Any]] | None = None
    number: int = 0


class Draft:
    """Records that follow the newest one of a log, in the order in which their commands were added, and their answers."""

    def __init__(
        self, state: State | None, newest: Record | None, book: Book, clock: Clock, card_texts: CardTexts
    ) -> None:
        """Begin with an event as it stands; the first two are None before it is opened."""
        self._state = state
        self._newest = newest
        self._book = book
        self._clock = clock
        self._card_texts = card_texts
        self.removal: Removal | None = None
        self.added: list[tuple[Record, Answer]] = []
        self.by_command: dict[str, Record] = {}

    def add(self, asked: Envelope, command: Command, by: str | None) -> None:
        """Add what a command gives after those before it; `command` is what was read from `asked`.

        Raises what deciding it raises; then nothing was added.
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
        answer = _answer_to(record, event, self._state)
        self._newest = kept_as(record, _sealed(event, record, self._book)) if answer.state.draws_numbers else record
        self._book = self._book.with_words(self._newest.words)
        if isinstance(event, PlayerForgotten) and isinstance(command, Forget) and self._state is not None:
            self.removal = removal(event, command.also, self._state, self._book)
        self._state = answer.state
        self.added.append((self._newest, answer))
        if self._newest.command_id is not None:
            self.by_command[self._newest.command_id] = self._newest


def _sealed(event: Event, record: Record, book: Book) -> Sealed:
    """Return the sealed form of a record, with new keys of the log where it begins and where something is removed."""
    kept = sealed(event, record.by, record.number, book)
    purposes = {EventOpened: (IDS, FINGERPRINTS), PlayerForgotten: (FINGERPRINTS,)}.get(type(event), ())
    keys = (new_key(purpose, record.number) for purpose in purposes)
    return replace(kept, words=tuple(sorted((*kept.words, *keys))))


def known_as(asked: Envelope, book: Book) -> str | None:
    """Return the id of a command as a log keeps it: whoever chose it may have put a name in.

    Of an id with slashes what stands before the last one is kept apart, see `steps_together`; None when there is no id.
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
    """Say whether a command is another than the one that was done under its id, as far as that is known still."""
    key = book.key(FINGERPRINTS)
    if key is None or done.number == 1:
        return done.fingerprint != asked.fingerprint()
    return key.record < done.number and done.fingerprint != _fingerprint(asked, book)


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
        """Open the service for an event, or with None for one that is still to be opened.

        `once`: an `open` with an id that came to any service of this log before gives the event that was opened then.
        `between` is called in the midst of reading many records, so that whoever serves others can let them go first.
        `card_texts` gives those that deck lists are checked with, in events that need some.
        Raises Damaged when the log of the event is not what was written.
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
        # How often everything was read anew, because something had been removed from what was read.
        self.lives = 0
        self._drawn: str | None = None
        self._seed: str | None = None
        # What the last few commands led to: phones that lost an answer on a bad line send their command again soon.
        self._lately: deque[Answer] = deque(maxlen=REMEMBERED)
        # The state after every so many records: who sends an older command again has no more than these done again.
        self._now_and_then: list[State] = []
        if event_id is not None:
            self._catch_up(event_id)

    @property
    def event_id(self) -> str | None:
        """The id of the event in its log, None before it is opened."""
        return self._event_id

    @property
    def state(self) -> State:
        """The state of the event.

        Raises Refused when none has been opened.
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
        """The records of the log, in order."""
        return tuple(self._records)

    def records_after(self, number: int) -> list[Record]:
        """Return the records with numbers above `number`, in order, as far as this service knows them."""
        return self._records[max(0, number) :]

    def seed(self) -> str | None:
        """Return the seed of the event's draws, None when this log does not hold it. Not for anybody else's eyes."""
        if self._event_id is None:
            return None
        if self._seed is None or commitment(self._seed) != self.state.commitment:
            self._seed = self._log.secret(self._event_id)
        return self._seed

    def catch_up(self) -> int:
        """Read what other services have written, and return the number of the newest record."""
        if self._event_id is not None:
            self._catch_up(self._event_id)
        return self.number

    def take(
        self, given: Mapping[str, Any], language: Language, *, by: str | None = None, allowed: Allowed | None = None
    ) -> Answer:
        """Take a command of either kind (or the question `show`) as a JSON object and answer it.

        `id` makes sending it again harmless: it is answered as the first time and done once. `seen`, the number of a
        record, refuses it when what it rests on has changed since; whoever only loses a race to write tries again.
        `preview` on an amendment says in `language` what it would change, and changes nothing. `by` is who asks, for
        the record; `allowed` decides whether they may.
        Raises BadInput, Refused, Conflict or Damaged; then nothing was changed.
        """
        asked = read_envelope(given)
        author = checked_author(by)
        if allowed is not None:
            allowed(asked.name, asked.fields)
        return _insisting(lambda: self._taken(asked, language, author))

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
        return self._lately[-1]

    def take_all(
        self,
        given: Sequence[Mapping[str, Any]],
        *,
        by: str | None = None,
        allowed: Allowed | None = None,
        places: Sequence[str] = (),
    ) -> Answer:
        """Take several commands of an event that is open: all are done, each with a record of its own, or none is.

        `id`, `seen`, `by` and `allowed` as in `take`; what was done before is not done again. `places` says what each
        command is called in an error (`line 7`); without it `commands[1]` and so on. Returns the events of those that
        were done now, and the event after the last.
        Raises what `take` raises, with the place; then nothing was changed.
        """
        author = checked_author(by)
        asked = read_several(given, places, allowed)
        return _insisting(lambda: self._all_taken(asked, author))

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
                        # Beside the log these change what is kept, which is done for one command at a time.
                        raise BadField(
                            "command", "renew_seed" if isinstance(command, PromiseSeed) else "forget", where="do"
                        )
                    self._check_seen(command, one.seen)
                    draft.add(one, command, author)
        self._keep(draft)
        return Answer(tuple(answer.events[0] for _, answer in draft.added), self.state, number=self.number)

    def _previewed(self, command: Command, language: Language) -> Answer:
        if not isinstance(command, Amend):
            raise errors.PreviewOfAmendmentsOnly
        event = decide_tournament(self.state, command)
        if not isinstance(event, Amended):
            raise errors.PreviewOfAmendmentsOnly
        return Answer((), self.state, changes(self.state, event, language), self.number)

    def has_done(self, command_id: str) -> bool:
        """Return whether a command of this id was done, whatever it was."""
        asked = Envelope("", {}, command_id, preview=False, seen=None)
        return str(known_as(asked, self._book)) in self._by_command

    def _done_before(self, asked: Envelope, draft: Draft | None = None) -> Record | None:
        """Return the record of a command that comes again, None when it is new."""
        if asked.command_id is None:
            return None
        known = str(known_as(asked, self._book))
        done = self._by_command.get(known)
        # An event that was opened under this id has it as it came.
        if done is None and self._records and self._records[0].command_id == asked.command_id:
            done = self._records[0]
        if done is None and draft is not None:
            done = draft.by_command.get(known)
        if done is not None and is_another(asked, done, self._book):
            raise errors.IdUsedBefore(asked.command_id)
        return done

    def _open(self, draft: Draft, command: Open | OpenSealed) -> Answer:
        """Begin the event's log, or take the place of the service that has done so for the same command."""
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
        return self._happened(*draft.added[0])

    def _keep(self, draft: Draft, seed: str | None = None) -> None:
        """Put records into the log for good, all of them or none; `seed` is the one that they promise."""
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
            self._happened(record, answer)

    def _newest(self) -> Record | None:
        return self._records[-1] if self._records else None

    def _catch_up(self, event_id: str) -> None:
        """Read what has been written since the last look."""
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
                self._happened(record, _answer_to(record, read_event(record.event), self._state))

    def _read_anew(self, event_id: str) -> None:
        """Read everything once more: something was removed from what was read, and nothing of it is to be left here."""
        self._state, self._records, self._book, self._by_command = None, [], Book(), {}
        self._lately.clear()
        self._now_and_then.clear()
        self.lives += 1
        self._catch_up(event_id)

    def _parts(self, news: Sequence[Record]) -> Iterator[Sequence[Record]]:
        for first in range(0, len(news), AT_A_TIME):
            if first:
                self._between()
            yield news[first : first + AT_A_TIME]

    def _happened(self, record: Record, answer: Answer) -> Answer:
        """Let what a record says have happened."""
        self._state = answer.state
        self._records.append(record)
        self._lately.append(answer)
        if len(self._records) % REMEMBERED == 0:
            self._now_and_then.append(answer.state)
        if record.command_id is not None:
            self._by_command[record.command_id] = record
        return answer

    def _with_seed(self, fields: Mapping[str, Any]) -> Command:
        """Read the command; one that draws gets the seed that is kept for the event, one that promises a seed a new one."""
        if fields["do"] == "open" and fields.get("seed") is None:
            opening = read_command({**fields, "seed": self._new_seed()})
            if isinstance(opening, Open):
                return OpenSealed(opening.name, commitment(opening.seed), opening.format, opening.options)
        command = read_command(fields, None if self._state is None else self._state.rules)
        # Here and not where it is decided: in a log that has them, they are what the draws rest on.
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
        """Have the operating system draw a seed, which is kept when the command that promises it is done."""
        self._drawn = secrets.token_hex(32)
        return self._drawn

    def _check_seen(self, command: Command, seen: int | None) -> None:
        if seen is None:
            return
        if seen > self.number:
            raise errors.BadSeen(self.number)
        conflict = check_seen(command, (read_event(record.event) for record in self._records[seen:]))
        if conflict is not None:
            raise conflict

    def _answer_again(self, done: Record) -> Answer:
        """Answer a repeated command as the first time."""
        back = self.number - done.number
        if back < len(self._lately):
            return self._lately[-1 - back]
        kept = (done.number - 1) // REMEMBERED
        before = self._now_and_then[kept - 1] if kept else None
        return answer_of(self._records[kept * REMEMBERED : done.number], before)


def _insisting(work: Callable[[], Answer]) -> Answer:
    """Have something done; when somebody else was faster by a moment, look at what they did and decide again.

    Nothing was written then, so this does nothing twice; whoever sent it hears of a conflict only when there is one.
    """
    for _ in range(TRIES - 1):
        try:
            return work()
        except errors.Overtaken:
            continue
    return work()


def check_readable(records: Sequence[Record]) -> None:
    """Check that pages can show the event that records from elsewhere make; whether they are right, `verify_records` says.

    Raises Damaged, naming the first record that cannot have been written by the program.
    """
    state: State | None = None
    for record in opened_log(records):
        moment = Moment(record.at, record.by)
        try:
            state = evolve(state, read_event(record.event), moment)
            log_entry(record)
        except FloorjudgeError:
            raise
        except Exception:  # noqa: BLE001 (whatever it breaks: nobody has decided this event)
            raise errors.DamagedRecord(record.number) from None
        if not is_readable(moment):
            raise errors.DamagedRecord(record.number)


def _answer_to(record: Record, event: Event, before: State | None) -> Answer:
    """Return the answer to a command from its record, what the record says, and the state before it."""
    return Answer((event,), evolve(before, event, Moment(record.at, record.by)), number=record.number)


def answer_of(records: Sequence[Record], state: State | None = None) -> Answer:
    """Return what the command of the last record was answered, from the records up to it that follow `state`."""
    answer: Answer | None = None
    for record in records:
        answer = _answer_to(record, read_event(record.event), state)
        state = answer.state
    if answer is None:
        raise NotOpen
    return answer


def event_id(name: str) -> str:
    """Return a short id that can be typed, made from a name: `Café night` gives `cafe-night`."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "event"


def answer_value(
    answer: Answer, language: Language, *, with_view: bool = True, with_places: bool = True
) -> dict[str, Any]:
    """Return `{"ok": true, "events": [...], "view": {...}}`, with `changes` when the answer is a preview.

    It is made for `msgspec.json.encode`: the events are what they are, and the view is JSON text. `with_places` as in
    `view_json`.
    """
    value: dict[str, Any] = {"ok": True, "events": answer.events}
    if answer.changes is not None:
        value["changes"] = answer.changes
    if with_view:
        value["view"] = view_json(answer.state, language, with_places=with_places)
    return value


def answer_json(answer: Answer, language: Language, *, with_view: bool = True) -> bytes:
    """Return what `answer_value` returns, as JSON text."""
    return msgspec.json.encode(answer_value(answer, language, with_view=with_view))
