"""Creating and describing events, and registering players and decks."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec

from floorjudge.cli import output
from floorjudge.cli.deck import print_report
from floorjudge.cli.errors import NoOption, NoSuchDatabase
from floorjudge.cli.event.opening import (
    Alike,
    Database,
    EventName,
    PlayerName,
    installed_texts,
    is_there,
    open_event,
    open_store,
    present_name,
    shown,
)
from floorjudge.cli.event.screens import do, print_answer
from floorjudge.cli.files import read_bytes, read_text
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.settings import settings
from floorjudge.decoding import ExcelFile, NotAText, NumbersFile, OpenDocumentSheet
from floorjudge.events.commands import FIRST_FORMAT
from floorjudge.events.service import Answer, EventService
from floorjudge.events.service.decks import deck_report
from floorjudge.events.service.roster import (
    Choices,
    Entry,
    People,
    Sifted,
    kept_apart,
    left_out,
    read_people,
    settle,
    sift,
)
from floorjudge.events.service.roster.errors import DoubtfulNames, NoSuchLine
from floorjudge.formats import format_of
from floorjudge.formats.protocol import Format
from floorjudge.formats.protocol.option_fields import typed_options
from floorjudge.reading import WrittenTwice
from floorjudge.texts import counted, text

# At most this many of the players who were there before are listed.
_MOST_NAMED = 40


class Doubles(StrEnum):
    """The treatment of names that occur twice or look alike."""

    SUFFIX = "suffix"
    LEAVE_OUT = "leave-out"


Late = Annotated[
    bool,
    option(text("Let them in after the start, too, as the event's format has it."), "--late"),
]


def _options(given: Sequence[str], rules: Format) -> dict[str, Any]:
    """Return options of a format as a JSON value: `cut=8`, `remainder=threes`, nested ones as `points.win=5`.

    A value `@FILE` is the text of the file. Raises BadInput for an option without a name and a value.
    """
    typed: dict[str, str] = {}
    for each in given:
        name, sign, value = each.partition("=")
        if not name or not sign:
            raise NoOption(each)
        if name in typed:
            raise WrittenTwice(name, where="--option")
        typed[name] = read_text(Path(value[1:])) if value.startswith("@") else value
    return typed_options(rules.options, typed)


def new(
    name: Annotated[str, argument(text("The event's name."))],
    seed: Annotated[
        str | None,
        option(
            text("A seed of your own, for tests: the event is marked for good. Without it, 32 random bytes."), "--seed"
        ),
    ] = None,
    rules: Annotated[
        str, option(text("The format it is played in; a name that is none lists all formats."), "--format")
    ] = FIRST_FORMAT,
    options: Annotated[
        list[str] | None,
        option(
            text("An option of the format, such as cut=8, or banned=@FILE for the text of a file; once for each."),
            "--option",
            metavar="NAME=VALUE",
        ),
    ] = None,
    db: Database = None,
) -> None:
    """Open an event and commit to the seed of its draws."""
    with open_store(db) as log:
        service = EventService(log)
        opening: dict[str, object] = {"do": "open", "name": name, "format": rules, "seed": seed}
        if options:
            opening["options"] = _options(options, format_of(rules))
        answer = service.take(opening, settings.language)
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
    """List the events in the file."""
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
    """Describe the event; an empty word or 0 removes the earlier description."""
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
        details = msgspec.structs.asdict(service.state.venue.details) | {
            key: value or None for key, value in given.items() if value is not None
        }
        answer = service.take({"do": "describe", **details}, settings.language)
    print_answer(answer)


def register(
    players: Annotated[list[str], argument(text("Their names."))],
    alike: Alike = False,
    late: Late = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Register players, each with a separate command."""
    with open_event(db, event) as service:
        answer = _register_all(service, players, alike=alike, late=late)
    print_answer(answer)
    _say_how_many(answer)


def _say_how_many(answer: Answer) -> None:
    if not settings.as_json:
        count = len(answer.state.in_event())
        output.print_text(counted("{count} player is registered.", "{count} players are registered.", count=count))


def _register_all(service: EventService, players: Sequence[str], *, alike: bool, late: bool) -> Answer:
    """Register all of these players, or none if there is a problem with one."""
    # In one batch, so that one undo removes all of them.
    together = secrets.token_urlsafe(9)
    given = [
        {"do": "register", "player": player, "id": f"{together}/{number}", "alike": alike, "late": late}
        for number, player in enumerate(players)
    ]
    return service.take_all(given, places=["player"] * len(players))


def import_players(
    file: Annotated[Path, argument(text("A CSV file with a column of names; - is standard input."))],
    encoding: Annotated[
        str | None, option(text("How the letters of the file are written, such as windows-1252."), "--encoding")
    ] = None,
    skip: Annotated[
        int | None, option(text("How many lines at its beginning are headings, or 0."), "--skip", min=0)
    ] = None,
    columns: Annotated[
        str | None,
        option(text("The columns that make a name, such as 2 or 2,1; “line” for the whole line."), "--columns"),
    ] = None,
    status: Annotated[
        list[str] | None,
        option(text("What stands beside those who take part, such as Registered; once for each."), "--status"),
    ] = None,
    doubles: Annotated[
        Doubles | None,
        option(
            text(
                "What becomes of names that are there twice or look alike: each gets a suffix, or the second is left out."
            ),
            "--doubles",
        ),
    ] = None,
    keep: Annotated[
        str | None, option(text("Lines whose names stand as they are, such as 3,7."), "--keep", metavar="LINES")
    ] = None,
    leave_out: Annotated[
        str | None, option(text("Lines whose names are left out, such as 3,7."), "--leave-out", metavar="LINES")
    ] = None,
    alike: Alike = False,
    late: Late = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Register all players in a file who are not registered yet; a problem in the file registers none."""
    choices = Choices(encoding, skip, columns, tuple(status) if status else None)
    content = read_bytes(file)
    try:
        people = read_people(content, choices)
    except (NotAText, ExcelFile, OpenDocumentSheet, NumbersFile) as error:
        raise error.at(str(file)) from None
    for question in people.questions:
        raise question
    decided: dict[int, str | None] = {entry.line: entry.name for entry in _on_lines(people, keep)}
    decided |= dict.fromkeys(entry.line for entry in _on_lines(people, leave_out))
    with open_event(db, event) as service:
        sifted = _sifted(service, people, decided, doubles, alike=alike)
        answer = _register_all(service, [entry.name for entry in sifted.new], alike=alike or bool(decided), late=late)
    if settings.as_json:
        print_answer(answer)
        return
    _print_those_there(sifted)
    _say_how_many(answer)


def _print_those_there(sifted: Sifted) -> None:
    """Print who of the file was registered before, if there are any."""
    if sifted.there:
        output.print_text(
            counted(
                "{count} player of the file was registered before: {players}.",
                "{count} players of the file were registered before: {players}.",
                count=len(sifted.there),
                players=(*sifted.there[:_MOST_NAMED], *["…"] * (len(sifted.there) > _MOST_NAMED)),
            )
        )


def _on_lines(people: People, written: str | None) -> list[Entry]:
    """Return the people on the given lines of a list; the line numbers have commas between them."""
    by_line = {str(entry.line): entry for entry in people.entries}
    words = [word.strip() for word in (written or "").split(",") if word.strip()]
    for word in words:
        if word not in by_line:
            raise NoSuchLine(word)
    return [by_line[word] for word in words]


def _sifted(
    service: EventService, people: People, decided: dict[int, str | None], doubles: Doubles | None, *, alike: bool
) -> Sifted:
    """Return the decisions on the people in a list; raises BadInput with all doubtful names that need one."""
    if doubles is not None:
        way = kept_apart if doubles is Doubles.SUFFIX else left_out
        decided |= settle(service.state, people.entries, decided, way, alike=alike)
    sifted = sift(service.state, people.entries, decided, alike=alike)
    if sifted.doubts:
        raise DoubtfulNames(tuple(doubt.sentence for doubt in sifted.doubts))
    return sifted


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
    """Hand in a deck list for a player and print the rules' findings."""
    listing = read_text(file)
    do(db, event, {"do": "deck", "player": player, "list": listing})
    if not settings.as_json:
        with open_event(db, event) as service:
            report = deck_report(service.state, listing, installed_texts)
        if report is not None:
            print_report(str(file), report)
