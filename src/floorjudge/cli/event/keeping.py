"""Verifying a log, exporting and importing an event, backing up everything and restoring it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from floorjudge.cli import output
from floorjudge.cli.errors import DeletionUnconfirmed, ExportIsNoBackup, LinksInBackupUndecided, NoSuchDatabase
from floorjudge.cli.event.opening import (
    Database,
    EventName,
    complete_event,
    find_event,
    is_there,
    open_event,
    open_everything,
    open_existing,
    open_store,
    present_name,
    shown,
    tried_elsewhere,
)
from floorjudge.cli.files import read_beginning, read_bytes
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.questions import choose, confirm
from floorjudge.cli.settings import say, settings
from floorjudge.decoding import unicode_lines
from floorjudge.events.explain import moves_texts, roster_doubt, seed_doubt
from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role, author
from floorjudge.events.service.log.draw_history import DrawHistory, draw_history
from floorjudge.events.service.log.draw_texts import Teller, list_doubt, namesake_texts, opened_about_when
from floorjudge.events.service.log.errors import MarkOfAnotherLog, NoMark
from floorjudge.events.service.log.export import (
    export_lines,
    import_event,
    read_export,
    seed_missing_text,
    verify_records,
)
from floorjudge.events.service.log.marks import MarkFound, find_mark, log_mark, same_text, weak_text
from floorjudge.events.service.log.readings import names_kept
from floorjudge.events.service.log.records import Record
from floorjudge.events.verify import Verified
from floorjudge.formats.protocol import JsonObject
from floorjudge.store.backup import LinksInBackup, restored_text
from floorjudge.texts import Text, counted, text

SQLITE_FILE = b"SQLite format 3\x00"


Seed = Annotated[str | None, option(text("The seed of the draws, when the file does not hold it yet."), "--seed")]


def verify(
    file: Annotated[
        Path | None,
        argument(text("An exported event or a file that keeps events; without it, the events' own file.")),
    ] = None,
    seed: Seed = None,
    mark: Annotated[
        str | None, option(text("A mark from a slip, a print or a player's page, to compare with the log."), "--mark")
    ] = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Check a log; name the first wrong record."""
    namesakes: list[Text] = []
    exported = file is not None and (str(file) == "-" or _is_export(file))
    if file is not None and exported:
        name, records = read_export(unicode_lines(io.BytesIO(read_bytes(file))))
    else:
        kept = str(file) if file else db
        with open_existing(kept) as log:
            chosen = find_event(log, event)
            service = EventService(log, chosen)
            name, records = service.state.name, list(service.records)
            seed = seed or service.seed()
            stored = log.tournaments()
            names = {each.id: names_kept(log, each) for each in opened_about_when(stored, chosen)}
            namesakes = list(namesake_texts(stored, chosen, names))
    verified = verify_records(records, seed)
    _print_verified(name, records, verified, None if mark is None else _found(records, mark), namesakes)


def _found(records: Sequence[Record], mark: str) -> MarkFound:
    """Return the result of a mark for a log that has its record."""
    found = find_mark(records, mark)
    if found is None:
        raise NoMark(mark, log_mark(records[-1]))
    if not found.same:
        raise MarkOfAnotherLog(mark)
    return found


def _is_export(file: Path) -> bool:
    return read_beginning(file, len(SQLITE_FILE)) != SQLITE_FILE


def _print_verified(
    name: str, records: Sequence[Record], verified: Verified, found: MarkFound | None, namesakes: list[Text]
) -> None:
    history = draw_history(records)
    if settings.as_json:
        output.print_json(_verified_json(records, verified, found, history, namesakes))
        return
    for line in (*_results(name, records, verified, found), *_remarks(verified, history, namesakes)):
        output.print_text(line)


def _verified_json(
    records: Sequence[Record], verified: Verified, found: MarkFound | None, history: DrawHistory, namesakes: list[Text]
) -> JsonObject:
    """Return what programs get of a log that is right."""
    moved = [
        {"stage": stage.kind, "round": stage.round, **msgspec.to_builtins(moved)}
        for stage in verified.state.stages()
        for moved in stage.moves
    ]
    return {
        "verified": True,
        "name": verified.state.name,
        "records": len(records),
        "head": records[-1].hash,
        "mark": log_mark(records[-1]),
        "compared": found and {"record": found.record and found.record.number, "weak": found.weak},
        "draws_proved": verified.draws_proved,
        "draws_waiting": verified.draws_waiting,
        "shortened": verified.shortened,
        "draws_lost": verified.draws_lost,
        "moved": moved,
        "typed": verified.state.typed,
        "lists": msgspec.to_builtins(history.lists),
        "starts": msgspec.to_builtins(history.starts),
        "undone": msgspec.to_builtins(history.undone),
        "orders": msgspec.to_builtins(history.orders),
        "renewals": msgspec.to_builtins(history.renewals),
        "ends_undone": history.ends_undone,
        "namesakes": [say(each) for each in namesakes],
    }


def _results(name: str, records: Sequence[Record], verified: Verified, found: MarkFound | None) -> Iterator[Text]:
    """Yield what was checked of a log, and what of it is proved."""
    yield counted(
        "{name}: {count} record, up to {mark}; each follows from those before; groups, points and places are what the rules give.",
        "{name}: {count} records, up to {mark}; each follows from those before; groups, points and places are what the rules give.",
        count=len(records),
        name=name,
        mark=log_mark(records[-1]),
    )
    if found is not None and found.record is not None:
        yield same_text(found.record.number)
        if found.weak:
            yield weak_text()
    yield counted("{count} draw is proved.", "{count} draws are proved.", count=verified.draws_proved)
    if verified.draws_waiting:
        yield counted(
            "{count} draw can be proved when the event is finished and its seed is revealed.",
            "{count} draws can be proved when the event is finished and its seed is revealed.",
            count=verified.draws_waiting,
        )
    if verified.shortened:
        yield counted(
            "From the texts of {count} record a name was removed; what follows from those texts alone is taken as it stands.",
            "From the texts of {count} records a name was removed; what follows from those texts alone is taken as it stands.",
            count=verified.shortened,
        )


def _remarks(verified: Verified, history: DrawHistory, namesakes: list[Text]) -> Iterator[Text]:
    """Yield remarks on a log whose draws are all right, which the reader should not overlook."""
    told = Teller(lambda at: f"{at[:16].replace('T', ' ')} (UTC)", lambda by: by or text("a person at the computer"))
    if (doubt := seed_doubt(typed=verified.state.typed)) is not None:
        yield doubt
    yield from moves_texts(verified.state)
    yield from namesakes
    for place, each in enumerate(history.lists):
        yield from told.list_texts(each, first=not place)
    if history.list_changed:
        yield list_doubt()
    if len(history.starts) > 1:
        yield counted(
            "The event was started {count} time:", "The event was started {count} times:", count=len(history.starts)
        )
    yield from map(told.grouping_text, history.undone)
    yield from map(told.order_text, history.orders)
    yield from told.renewal_texts(history)
    yield text("A newer mark tells whether later records are missing: on a slip, a print, or a player's page.")
    if any(each.undone_at is None and not each.roster_closed for each in history.starts):
        yield roster_doubt()


def export(
    file: Annotated[Path, argument(text("Where to write; - is standard output."))] = Path("-"),
    event: EventName = None,
    db: Database = None,
) -> None:
    """Export an event; before the event is finished, leave out the seed."""
    with open_event(db, event) as service:
        lines = "".join(f"{line}\n" for line in export_lines(service.state.opened_as, service.records))
    if str(file) == "-":
        output.print_raw(lines)
        return
    output.write_file(file, lines)
    output.print_either({"exported": str(file)}, text("Written to {file}.", file=str(file)))


def import_file(
    file: Annotated[Path, argument(text("An exported event; - is standard input."))],
    seed: Seed = None,
    db: Database = None,
) -> None:
    """Import an event, which must verify."""
    name, records = read_export(unicode_lines(io.BytesIO(read_bytes(file))))
    if not is_there(db):
        # A refused export leaves no new file.
        with tried_elsewhere() as place, open_store(place) as log:
            import_event(log, name, records, seed)
    with open_store(db) as log:
        chosen = import_event(log, name, records, seed)
        can_draw = log.secret(chosen) is not None
    sentence = text(
        "“{name}” was imported; its id is {id}. Commands without --event now mean it: it is the newest.",
        name=name,
        id=chosen,
    )
    value = {"event": chosen, "records": len(records), "seed_known": can_draw}
    output.print_either(value, sentence, *(() if can_draw else (seed_missing_text(),)))


def backup(
    file: Annotated[Path, argument(text("The new file; keep it to yourself, for it holds the seeds."))],
    db: Database = None,
) -> None:
    """Back up everything at one moment, while others continue to work."""
    if not is_there(db):
        raise NoSuchDatabase(shown(db))
    with open_everything(db) as store:
        events = len(store.log.tournaments())
        store.backup(file)
    sentence = counted(
        "{count} event was backed up to {file}.",
        "{count} events were backed up to {file}.",
        count=events,
        file=str(file),
    )
    output.print_either({"backup": str(file), "events": events}, sentence, _secret())


def restore(
    file: Annotated[Path, argument(text("A backup, packed or not."))],
    links: Annotated[
        bool | None,
        option(text("Whether the links in the backup are to open this installation, too."), "--links/--no-links"),
    ] = None,
    db: Database = None,
) -> None:
    """Restore a backup; everything already here stays, and nothing is duplicated."""
    if file.is_file() and read_beginning(file, 1) == b"{":
        raise ExportIsNoBackup(str(file))
    if not is_there(db):
        # A refused backup leaves no new file.
        with tried_elsewhere() as place, open_everything(place) as store:
            links = _with_links(store.links_in(file)) if links is None else links
            store.restore(file, links=links)
    with open_everything(db) as store:
        restored = store.restore(file, links=_with_links(store.links_in(file)) if links is None else links)
    value = [{"was": each.was, "id": each.id, "records": each.records, "how": each.how} for each in restored]
    output.print_either(
        {"events": value}, *map(restored_text, restored), text("They are kept in {file}.", file=shown(db))
    )


def delete(
    event: Annotated[str, argument(text("The event's id or name."), autocompletion=complete_event)],
    backup: Annotated[
        Path | None, option(text("The new file for the backup; without it, one beside the events."), "--backup")
    ] = None,
    yes: Annotated[bool, option(text("Delete without asking."), "--yes")] = False,
    db: Database = None,
) -> None:
    """Delete an event with its log, its seed and all links to it; only a backup restores it."""
    if not is_there(db):
        raise NoSuchDatabase(shown(db))
    with open_everything(db) as store:
        chosen = find_event(store.log, event)
        name = next(present_name(store.log, kept) for kept in store.log.tournaments() if kept.id == chosen)
        if not yes and not _wants_to_delete(name):
            return
        deleted = store.delete(chosen, backup)
    sentence = text("“{name}” is deleted. This backup still holds it: {file}.", name=name, file=str(deleted.backup))
    value = {"deleted": chosen, "records": deleted.records, "backup": str(deleted.backup)}
    output.print_either(value, sentence, _secret())


def _secret() -> Text:
    return text("Keep it to yourself: the secret seeds are in it, and the links that were given.")


def _wants_to_delete(name: str) -> bool:
    question = text("Delete “{name}” with all links to it? A backup is written first.", name=name)
    return confirm(question, text("keep it"), text("delete it"), DeletionUnconfirmed(name))


def _with_links(found: LinksInBackup) -> bool:
    """Ask whether the links in a backup should become valid here, too."""
    if not found:
        return True
    whose = [
        f"{author(Role(grant.role), grant.label)}{f' ({grant.event})' if grant.event else ''}" for grant in found.grants
    ]
    if settings.as_json or not sys.stdin.isatty():
        raise LinksInBackupUndecided(len(whose))
    if found.of_players:
        whose.append(say(text("all players with a printed link")))
    output.print_text(text("With its links these could do here what they could there:"))
    for each in whose:
        output.print_line(f"  {each}")
    return (
        choose(text("Which do you want?"), [say(text("the events only")), say(text("the events and the links"))]) == 1
    )
