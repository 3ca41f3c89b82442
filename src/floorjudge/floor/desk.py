"""The desk: where commands for one event arrive. Load, ask the core, append, answer.

A command is acknowledged only when its record is in the log. The desk holds the state between commands; when another
desk has written meanwhile, it reads what is new first.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.errors import Conflict
from floorjudge.floor import refusals
from floorjudge.floor.log import EventLog
from floorjudge.floor.records import Record, check_chain, seal
from floorjudge.texts import Language
from floorjudge.tournament import codec, decide, evolve
from floorjudge.tournament.commands import Amend, AmendReadmission, Command, Open
from floorjudge.tournament.events import Event
from floorjudge.tournament.preview import changes
from floorjudge.tournament.refusals import bad_field, not_open
from floorjudge.tournament.state import State

Clock = Callable[[], datetime]
LONGEST_ID = 200
_CANONICAL = msgspec.json.Encoder(order="deterministic")


class Answer(msgspec.Struct, frozen=True):
    """What a command gave: its events and the state after them; `changes` only for a preview."""

    events: tuple[Event, ...]
    state: State
    changes: list[dict[str, Any]] | None = None


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
        self._records: list[Record] = []
        self._by_command: dict[str, Record] = {}
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
            raise not_open()
        return self._state

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the log, in order."""
        return tuple(self._records)

    def seed(self) -> str | None:
        """Return the seed of the event's draws, None when this log does not hold it. Not for anybody else's eyes."""
        return None if self._event_id is None else self._log.secret(self._event_id)

    def take(self, given: Mapping[str, Any], language: Language) -> Answer:
        """Take a command (or the question `show`) as a JSON object and answer it.

        `id` makes sending it again harmless: it is answered as the first time and done once. `preview` on an amendment
        says in `language` what it would change, and changes nothing.
        Raises BadInput, Refused, Conflict or Damaged; then nothing was changed.
        """
        command_id, preview, fields = _envelope(given)
        if self._event_id is not None:
            self._catch_up(self._event_id)
        if codec.command_name(fields) == "show":
            codec.check_question(fields)
            return Answer((), self.state)
        fingerprint = None
        if command_id is not None and not preview:
            fingerprint = hashlib.sha256(_CANONICAL.encode(fields)).hexdigest()
            done = self._by_command.get(command_id)
            if done is not None:
                return self._answer_again(done, fingerprint)
        command = self._with_seed(fields)
        if not preview:
            return self._do(command, command_id, fingerprint)
        if not isinstance(command, Amend | AmendReadmission):
            raise refusals.preview_of_amendments_only()
        (event,) = decide(self.state, command)
        return Answer((), self.state, changes(self.state, event, language))

    def _do(self, command: Command, command_id: str | None, fingerprint: str | None) -> Answer:
        (event,) = decide(self._state, command)
        record = seal(
            self._records[-1] if self._records else None,
            at=self._clock().isoformat(timespec="milliseconds"),
            event=codec.event_json(event),
            command_id=command_id,
            fingerprint=fingerprint,
        )
        self._keep(record, command)
        self._remember([record])
        self._state = evolve(self._state, event)
        return Answer((event,), self._state)

    def _keep(self, record: Record, command: Command) -> None:
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
            self._state = evolve(self._state, codec.read_event(record.event))
        self._remember(news)

    def _remember(self, news: list[Record]) -> None:
        self._records += news
        self._by_command.update((record.command_id, record) for record in news if record.command_id is not None)

    def _with_seed(self, fields: Mapping[str, Any]) -> Command:
        """Read the command; one that draws gets the seed that is kept for the event, a new event a new seed."""
        if fields["do"] == "open":
            fields = {**fields, "seed": secrets.token_hex(32)} if fields.get("seed") is None else fields
            return codec.read_command(fields)
        command = codec.read_command(fields)
        if self._event_id is None or getattr(command, "seed", "none needed") is not None:
            return command
        return replace(command, seed=self.seed())

    def _answer_again(self, done: Record, fingerprint: str) -> Answer:
        """Answer a repeated command as the first time."""
        if done.fingerprint != fingerprint:
            raise refusals.id_used_before(str(done.command_id))
        if done.number == len(self._records):
            return Answer((codec.read_event(done.event),), self.state)
        state: State | None = None
        event: Event | None = None
        for record in self._records[: done.number]:
            event = codec.read_event(record.event)
            state = evolve(state, event)
        if state is None or event is None:
            raise not_open()
        return Answer((event,), state)


def _envelope(given: Mapping[str, Any]) -> tuple[str | None, bool, dict[str, Any]]:
    """Take `id` and `preview` off a command."""
    fields = dict(given)
    command_id, preview = fields.pop("id", None), fields.pop("preview", None)
    whole = isinstance(command_id, int) and not isinstance(command_id, bool)
    if command_id is not None and not (
        (whole or isinstance(command_id, str)) and 0 < len(str(command_id)) <= LONGEST_ID
    ):
        raise refusals.bad_id()
    if preview is not None and not isinstance(preview, bool):
        raise bad_field("preview", "bool", type(preview).__name__)
    return None if command_id is None else str(command_id), bool(preview), fields


def event_id(name: str) -> str:
    """Return a short id that can be typed, made from a name: `Café night` gives `cafe-night`."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "event"
