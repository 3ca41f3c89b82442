"""The desk: where commands for one event arrive, the tournament's and the floor's. Load, ask the core, append, answer.

A command is acknowledged only when its record is in the log. The desk holds the state between commands; when another
desk has written meanwhile, it reads what is new first.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from floorjudge.errors import Conflict
from floorjudge.floor import refusals
from floorjudge.floor.log import EventLog
from floorjudge.floor.records import LONGEST_AUTHOR, Record, check_chain, is_author, seal
from floorjudge.floor.seen import check_seen
from floorjudge.floor.venue import Moment, Venue, VenueCommand, VenueEvent, decide_venue, evolve_venue
from floorjudge.floor.venue.codec import any_command_name, read_any_command, read_any_event
from floorjudge.texts import Language
from floorjudge.tournament import codec, decide, evolve
from floorjudge.tournament.commands import Amend, AmendReadmission, Command, Open
from floorjudge.tournament.events import Event
from floorjudge.tournament.preview import changes
from floorjudge.tournament.refusals import bad_field, not_open
from floorjudge.tournament.state import State

Clock = Callable[[], datetime]
# Called with the name of a command and its fields before anything is done or answered; raises Refused to forbid it.
Allowed: TypeAlias = Callable[[str, Mapping[str, Any]], None]
LONGEST_ID = 200
REMEMBERED = 256
_CANONICAL = msgspec.json.Encoder(order="deterministic")


class Answer(msgspec.Struct, frozen=True):
    """What a command gave: its event, and the tournament and the venue after it; `changes` only for a preview.

    `number` is that of the command's record; of the newest one for a question or a preview.
    """

    events: tuple[Event | VenueEvent, ...]
    state: State
    changes: list[dict[str, Any]] | None = None
    venue: Venue = Venue()
    number: int = 0


class Desk:
    """Takes the commands for one event of a log. Not for several threads at once."""

    def __init__(self, log: EventLog, event_id: str | None = None, *, clock: Clock = lambda: datetime.now(UTC)) -> None:
        """Open the desk for an event, or with None for one that is still to be opened.

        Raises Damaged when the log of the event is not what was written.
        """
        self._log = log
        self._clock = clock
        self._event_id = event_id
        self._state: State | None = None
        self._venue = Venue()
        self._records: list[Record] = []
        self._by_command: dict[str, Record] = {}
        # What the last few commands led to: phones that lost an answer on a bad line send their command again soon.
        self._lately: deque[Answer] = deque(maxlen=REMEMBERED)
        if event_id is not None:
            self._catch_up(event_id)

    @property
    def event_id(self) -> str | None:
        """The id of the event in its log, None before it is opened."""
        return self._event_id

    @property
    def state(self) -> State:
        """The state of the event's tournament.

        Raises Refused when none has been opened.
        """
        if self._state is None:
            raise not_open()
        return self._state

    @property
    def venue(self) -> Venue:
        """The event's floor: players' reports, calls, clock."""
        return self._venue

    @property
    def number(self) -> int:
        """The number of the newest record that this desk knows, 0 before the event is opened."""
        return len(self._records)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the log, in order."""
        return tuple(self._records)

    def records_after(self, number: int) -> list[Record]:
        """Return the records with numbers above `number`, in order, as far as this desk knows them."""
        return self._records[max(0, number) :]

    def seed(self) -> str | None:
        """Return the seed of the event's draws, None when this log does not hold it. Not for anybody else's eyes."""
        return None if self._event_id is None else self._log.secret(self._event_id)

    def catch_up(self) -> int:
        """Read what other desks have written, and return the number of the newest record."""
        if self._event_id is not None:
            self._catch_up(self._event_id)
        return self.number

    def take(
        self, given: Mapping[str, Any], language: Language, *, by: str | None = None, allowed: Allowed | None = None
    ) -> Answer:
        """Take a command of either kind (or the question `show`) as a JSON object and answer it.

        `id` makes sending it again harmless: it is answered as the first time and done once. `seen`, the number of a
        record, refuses it when what it rests on has changed since. `preview` on an amendment says in `language` what it
        would change, and changes nothing. `by` is who asks, for the record; `allowed` decides whether they may.
        Raises BadInput, Refused, Conflict or Damaged; then nothing was changed.
        """
        command_id, preview, seen, fields = _envelope(given)
        author = None if by is None else _author(by)
        name = any_command_name(fields)
        if allowed is not None:
            allowed(name, fields)
        self.catch_up()
        if name == "show":
            codec.check_question(fields)
            return Answer((), self.state, None, self._venue, self.number)
        fingerprint = None
        if command_id is not None and not preview:
            fingerprint = hashlib.sha256(_CANONICAL.encode(fields)).hexdigest()
            done = self._by_command.get(command_id)
            if done is not None:
                return self._answer_again(done, fingerprint)
        command = self._with_seed(fields)
        self._check_seen(command, seen)
        if not preview:
            return self._do(command, command_id, fingerprint, author)
        if not isinstance(command, Amend | AmendReadmission):
            raise refusals.preview_of_amendments_only()
        (event,) = decide(self.state, command)
        return Answer((), self.state, changes(self.state, event, language), self._venue, self.number)

    def _do(
        self, command: Command | VenueCommand, command_id: str | None, fingerprint: str | None, by: str | None
    ) -> Answer:
        event = self._decided(command)
        record = seal(
            self._records[-1] if self._records else None,
            at=self._clock().isoformat(timespec="milliseconds"),
            event=codec.event_json(event),
            command_id=command_id,
            fingerprint=fingerprint,
            by=by,
        )
        self._keep(record, command)
        self._happened(record, event)
        return self._lately[-1]

    def _decided(self, command: Command | VenueCommand) -> Event | VenueEvent:
        if isinstance(command, VenueCommand):
            return decide_venue(self.state, self._venue, command)
        (event,) = decide(self._state, command)
        return event

    def _keep(self, record: Record, command: Command | VenueCommand) -> None:
        """Put a record into the log for good."""
        if isinstance(command, Open):
            self._event_id = self._log.create(event_id(command.name), command.name, [record], command.seed)
            return
        if self._event_id is None:
            raise not_open()
        try:
            self._log.append(self._event_id, record)
        except Conflict:
            self._catch_up(self._event_id)
            raise

    def _catch_up(self, event_id: str) -> None:
        """Read what has been written since the last look."""
        newest = self._records[-1] if self._records else None
        news = self._log.read(event_id, newest.number if newest else 0)
        check_chain(news, after=newest)
        for record in news:
            self._happened(record, read_any_event(record.event))

    def _happened(self, record: Record, event: Event | VenueEvent) -> None:
        """Let what a record says have happened."""
        self._state, self._venue = after_event(self._state, self._venue, event, Moment(record.at, record.by))
        self._records.append(record)
        self._lately.append(Answer((event,), self._state, None, self._venue, record.number))
        if record.command_id is not None:
            self._by_command[record.command_id] = record

    def _with_seed(self, fields: Mapping[str, Any]) -> Command | VenueCommand:
        """Read the command; one that draws gets the seed that is kept for the event, a new event a new seed."""
        if fields["do"] == "open":
            fields = {**fields, "seed": secrets.token_hex(32)} if fields.get("seed") is None else fields
            return codec.read_command(fields)
        command = read_any_command(fields)
        if self._event_id is None or getattr(command, "seed", "none needed") is not None:
            return command
        return replace(command, seed=self.seed())

    def _check_seen(self, command: Command | VenueCommand, seen: int | None) -> None:
        if seen is None:
            return
        if seen > self.number:
            raise refusals.bad_seen(self.number)
        conflict = check_seen(command, (read_any_event(record.event) for record in self._records[seen:]))
        if conflict is not None:
            raise conflict

    def _answer_again(self, done: Record, fingerprint: str) -> Answer:
        """Answer a repeated command as the first time."""
        if done.fingerprint != fingerprint:
            raise refusals.id_used_before(str(done.command_id))
        back = self.number - done.number
        return self._lately[-1 - back] if back < len(self._lately) else answer_of(self._records[: done.number])


def after_event(state: State | None, venue: Venue, event: Event | VenueEvent, moment: Moment) -> tuple[State, Venue]:
    """Return the tournament and the venue after an event of either kind; `state` is None before the first one.

    Raises Refused when the floor's events begin before the event is opened.
    """
    if isinstance(event, Event):
        state = evolve(state, event)
    if state is None:
        raise not_open()
    return state, evolve_venue(venue, event, moment, state)


def answer_of(records: list[Record]) -> Answer:
    """Return what the command of the last record was answered, from the records up to it."""
    state, venue = None, Venue()
    event: Event | VenueEvent | None = None
    for record in records:
        event = read_any_event(record.event)
        state, venue = after_event(state, venue, event, Moment(record.at, record.by))
    if state is None or event is None:
        raise not_open()
    return Answer((event,), state, None, venue, len(records))


def _envelope(given: Mapping[str, Any]) -> tuple[str | None, bool, int | None, dict[str, Any]]:
    """Take `id`, `preview` and `seen` off a command."""
    fields = dict(given)
    command_id, preview, seen = fields.pop("id", None), fields.pop("preview", None), fields.pop("seen", None)
    if command_id is not None and not (
        (_is_whole(command_id) or isinstance(command_id, str)) and 0 < len(str(command_id)) <= LONGEST_ID
    ):
        raise refusals.bad_id()
    if preview is not None and not isinstance(preview, bool):
        raise bad_field("preview", "bool", type(preview).__name__)
    if seen is not None and not (_is_whole(seen) and seen >= 0):
        raise bad_field("seen", "int", type(seen).__name__)
    return None if command_id is None else str(command_id), bool(preview), seen, fields


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _author(by: str) -> str:
    if not is_author(by):
        raise refusals.bad_author(LONGEST_AUTHOR)
    return by


def event_id(name: str) -> str:
    """Return a short id that can be typed, made from a name: `Café night` gives `cafe-night`."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "event"
