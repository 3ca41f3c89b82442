"""Events, what they are called, their players and decks."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from floorjudge.cli import output
from floorjudge.cli.deck import print_report
from floorjudge.cli.errors import NoSuchDatabase
from floorjudge.cli.event.opening import (
    Alike,
    Database,
    EventName,
    PlayerName,
    is_there,
    open_event,
    open_store,
    present_name,
    shown,
)
from floorjudge.cli.event.screens import do, print_answer
from floorjudge.cli.files import read_text
from floorjudge.cli.settings import argument, option, settings
from floorjudge.events.service import Answer, EventService
from floorjudge.events.service.roster import read_roster
from floorjudge.formats.on_the_edge.decks import check_deck
from floorjudge.texts import counted, text


def new(
    name: Annotated[str, argument(text("The event's name."))],
    seed: Annotated[
        str | None,
        option(
            text("A seed of your own, for tests: the event is marked for good. Without it, 32 random bytes."), "--seed"
        ),
    ] = None,
    rules: Annotated[str, option(text("The rules it is played under."), "--format")] = "ote-1.2",
    db: Database = None,
) -> None:
    """Open an event and promise its draws."""
    with open_store(db) as log:
        service = EventService(log)
        answer = service.take({"do": "open", "name": name, "format": rules, "seed": seed}, settings.language)
    print_answer(answer)
    if not settings.as_json:
        output.print_text(
            text(
                "Its id is {id}; it is kept in {file}. Register the players now.",
                id=str(service.event_id),
                file=shown(db),
            )
        )


def list_events(db: Database = None) -> None:
    """List the events that the file keeps."""
    kept = []
    if is_there(db):
        with open_store(db) as log:
            kept = [msgspec.structs.replace(one, name=present_name(log, one)) for one in log.tournaments()]
    elif db:
        raise NoSuchDatabase(db)
    if settings.as_json:
        listed = [{"id": one.id, "name": one.name, "opened_at": one.opened_at, "records": one.records} for one in kept]
        output.print_json({"events": listed})
        return
    if not kept:
        output.print_text(text("There are no events yet. Open one with “floorjudge event new NAME”."))
        return
    columns = (text("Id"), text("Name"), text("Opened (UTC)"), text("Records"))
    rows = [(one.id, one.name, one.opened_at[:16].replace("T", " "), str(one.records)) for one in kept]
    output.print_table(text("Events"), columns, rows, right=(3,))
    output.print_text(text("They are kept in {file}.", file=shown(db)))


def describe(
    name: Annotated[str | None, option(text("The event's name."), "--name")] = None,
    day: Annotated[str | None, option(text("Its day, such as 2026-03-06."), "--day")] = None,
    place: Annotated[str | None, option(text("Where it is."), "--place")] = None,
    about: Annotated[str | None, option(text("What people should know."), "--about")] = None,
    capacity: Annotated[int | None, option(text("How many may register themselves."), "--capacity")] = None,
    minutes: Annotated[int | None, option(text("How long a round is."), "--minutes")] = None,
    time_over: Annotated[str | None, option(text("What happens when its time is over."), "--time-over")] = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Describe the event; an empty word or 0 takes away what was said."""
    given = {
        "name": name,
        "date": day,
        "place": place,
        "about": about,
        "capacity": capacity,
        "minutes": minutes,
        "time_over": time_over,
    }
    with open_event(db, event) as service:
        said = msgspec.structs.asdict(service.state.venue.details) | {
            key: value or None for key, value in given.items() if value is not None
        }
        answer = service.take({"do": "describe", **said}, settings.language)
    print_answer(answer)


def register(
    players: Annotated[list[str], argument(text("Their names."))],
    alike: Alike = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Register players, each with a command of their own."""
    with open_event(db, event) as service:
        answer = _register_all(service, players, alike=alike)
    print_answer(answer)
    _say_how_many(answer)


def _say_how_many(answer: Answer) -> None:
    if not settings.as_json:
        count = len(answer.state.in_event())
        output.print_text(counted("{count} player is registered.", "{count} players are registered.", count=count))


def _register_all(service: EventService, players: Sequence[str], *, alike: bool) -> Answer:
    """Register all of them, or nobody when there is a problem with one."""
    # Together: one undo takes all of them back.
    together = secrets.token_urlsafe(9)
    given = [
        {"do": "register", "player": player, "id": f"{together}/{number}", "alike": alike}
        for number, player in enumerate(players)
    ]
    return service.take_all(given, places=["player"] * len(players))


def import_players(
    file: Annotated[Path, argument(text("A CSV file with a column of names; - is standard input."))],
    alike: Alike = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Register everybody in a file who is not registered yet; a problem in the file registers nobody."""
    entries = read_roster(read_text(file))
    with open_event(db, event) as service:
        state = service.state
        known = {entry.name for entry in entries if entry.name in state.players and not state.has_left(entry.name)}
        answer = _register_all(service, [entry.name for entry in entries if entry.name not in known], alike=alike)
    if settings.as_json:
        print_answer(answer)
        return
    if known:
        output.print_text(
            counted(
                "{count} player of the file was registered before.",
                "{count} players of the file were registered before.",
                count=len(known),
            )
        )
    _say_how_many(answer)


def rename(
    player: PlayerName,
    name: Annotated[str, argument(text("The new name."))],
    alike: Alike = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Rename a player."""
    do(db, event, {"do": "rename", "player": player, "name": name, "alike": alike})


def deck(
    player: PlayerName,
    file: Annotated[Path, argument(text("The deck list; - is standard input."))],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Hand in a deck list for a player and say what the rules say of it."""
    listing = read_text(file)
    do(db, event, {"do": "deck", "player": player, "list": listing})
    if not settings.as_json:
        print_report(str(file), check_deck(listing))
