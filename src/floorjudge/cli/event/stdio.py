"""A tournament, line by line: one JSON command on each input line, exactly one JSON answer for each."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator

import msgspec

from floorjudge.cli import output
from floorjudge.cli.errors import NoSuchDatabase
from floorjudge.cli.event.opening import Database, EventName, find_event, installed_texts, is_there
from floorjudge.cli.settings import settings
from floorjudge.decoding import unicode_lines
from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_object
from floorjudge.events.service import EventService
from floorjudge.events.service.answers import answer_json
from floorjudge.store import open_log
from floorjudge.texts import Language


def stdio(event: EventName = None, db: Database = None) -> None:
    """Serve one event; only with --db it is stored."""
    if event and db and not is_there(db):
        raise NoSuchDatabase(db)
    log = open_log(db)
    try:
        known = log.tournaments()
        service = EventService(log, find_event(log, event) if known or event else None, card_texts=installed_texts)
        # Objects that exist by now stay: scanning them again and again would make single commands five times slower.
        gc.freeze()
        for line in answers(service, unicode_lines(sys.stdin.buffer), settings.language):
            output.print_raw(line.decode() + "\n")
    finally:
        log.close()


def answers(service: EventService, lines: Iterable[bytes], language: Language) -> Iterator[bytes]:
    """Yield the answer to each line as JSON text, without the view if the command has `"view": false`."""
    for line in lines:
        try:
            given = read_object(line)
            answer = service.take(given, language)
            yield answer_json(answer, language, with_view=given.get("view") is not False)
        except FloorjudgeError as error:
            yield msgspec.json.encode({"ok": False, "error": error.as_json(language)})
