"""Running an event: rounds, results and corrections, players who leave and come back, penalties, random orders."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from floorjudge.cli import output
from floorjudge.cli.errors import TableNeeded, UnknownOption
from floorjudge.cli.event.opening import Alike, Database, EventName, PlayerName, complete_player, open_event
from floorjudge.cli.event.screens import do, print_answer, show_what_is_open
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.questions import says_yes, typed
from floorjudge.cli.settings import say, settings
from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.events.commands import Amend
from floorjudge.events.explain import event_text
from floorjudge.events.leaving import changes_by_leaving
from floorjudge.events.service import EventService
from floorjudge.events.service.log.readings import renamed_since, steps_together
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import known_player, needs_play, open_table
from floorjudge.events.tournament.corrections import tables_of_round
from floorjudge.formats.competition import Table
from floorjudge.texts import Text, text

TableArgument = Annotated[int | None, argument(text("The table's number."), show_default=False)]
ResultArgument = Annotated[
    list[str] | None,
    argument(
        text(
            "The result as the event's format has it: numbers in the order of the table's players, NAME=NUMBER for each, or names."
        ),
        show_default=False,
    ),
]
Winner = Annotated[
    str | None,
    option(
        text("Who won; not needed when exactly one player reached the target."),
        "--winner",
        autocompletion=complete_player,
    ),
]
Note = Annotated[
    str | None, option(text("Why the result is as it is, such as a winner who had not reached the target."), "--note")
]
QualifiedOption = Annotated[
    list[str] | None,
    option(
        text("A player who goes on, where several do; again for each, in order."),
        "--qualified",
        autocompletion=complete_player,
    ),
]


def close(event: EventName = None, db: Database = None) -> None:
    """Close the list of players."""
    do(db, event, {"do": "close_roster"})


def reopen(event: EventName = None, db: Database = None) -> None:
    """Open the list of players again."""
    do(db, event, {"do": "reopen_roster"})


def start(
    public: Annotated[
        str | None,
        option(
            text(
                "Dice or words of the players, after the list is closed, mixed into every draw so that no organiser can choose."
            ),
            "--public",
        ),
    ] = None,
    reason: Annotated[str | None, option(text("A judge's reason to let illegal decks in."), "--reason")] = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Start the event."""
    do(db, event, {"do": "start", "public": public, "reason": reason})


def report(
    table: TableArgument = None,
    result: ResultArgument = None,
    winner: Winner = None,
    note: Note = None,
    qualified: QualifiedOption = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Report one table, or ask for every table that is still open."""
    with open_event(db, event) as service:
        if table is None:
            needs_play(service.state)
            if settings.as_json:
                raise TableNeeded
            ask_for_results(service)
            return
        reported, words = open_table(service.state, table), result or ()
        extra = _named_fields(words, reported.players, winner, note, qualified)
        given = service.state.rules.from_words(service.state, reported, words, extra)
        answer = service.take({"do": "report", "table": table, **given}, settings.language)
    print_answer(answer)
    if not settings.as_json:
        show_what_is_open(answer.state)


def drawn(
    table: Annotated[int, argument(text("The table's number."))],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Record a game without a winner."""
    do(db, event, {"do": "drawn", "table": table})


def next_stage(
    public: Annotated[
        str | None, option(text("New public words, only after the seed was renewed."), "--public")
    ] = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Go on to the next stage."""
    do(db, event, {"do": "next", "public": public})


def renew_seed(event: EventName = None, db: Database = None) -> None:
    """Commit to a new seed."""
    do(db, event, {"do": "renew_seed"})


def leave(
    player: PlayerName,
    preview: Annotated[bool, option(text("Only show what would change."), "--preview")] = False,
    yes: Annotated[bool, option(text("Take the player out without asking."), "--yes")] = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Remove a player; a person at the keyboard first reads the changes, and confirms them."""
    with open_event(db, event) as service:
        name = known_player(service.state, "player", player)
        changes = changes_by_leaving(service.state, name)
        if preview:
            output.print_either({"player": name, "text": say(changes)}, changes)
            return
        asks = sys.stdin.isatty() and not yes and not settings.as_json
        if asks and not _wants_to_go_on(name, changes):
            return
        answer = service.take({"do": "leave", "player": name}, settings.language)
    print_answer(answer)


def _wants_to_go_on(player: str, changes: Text) -> bool:
    output.print_text(changes)
    return says_yes(text("Take {player} out of the event?", player=player))


def come_back(
    player: PlayerName,
    alike: Alike = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Let a player in again."""
    do(db, event, {"do": "come_back", "player": player, "alike": alike})


def penalty(
    player: PlayerName,
    why: Annotated[str, argument(text("What happened."))],
    kind: Annotated[str, option(text("What it is."), "--kind", metavar="warning|slow_play|penalty")] = "warning",
    call: Annotated[int | None, option(text("The number of the call that it came of."), "--call")] = None,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Record a penalty."""
    do(db, event, {"do": "penalty", "player": player, "kind": kind, "text": why, "call": call})


def withdraw_penalty(
    number: Annotated[int, argument(text("The penalty's number."), metavar="NUMBER")],
    reason: Annotated[str, option(text("Why it is taken back; the log keeps it."), "--reason")],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Take a penalty back."""
    do(db, event, {"do": "withdraw_penalty", "penalty": number, "reason": reason})


def amend(
    round_number: Annotated[int, argument(text("The round's number."), metavar="ROUND")],
    table: Annotated[int, argument(text("The table's number."))],
    reason: Annotated[str, option(text("Why the result is corrected; the log keeps it."), "--reason")],
    result: ResultArgument = None,
    winner: Winner = None,
    note: Note = None,
    qualified: QualifiedOption = None,
    preview: Annotated[bool, option(text("Only show what would change."), "--preview")] = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Replace a whole result."""
    with open_event(db, event) as service:
        words = result or ()
        extra = _named_fields(words, tuple(service.state.players), winner, note, qualified)
        given = _about(service.state, round_number, table, words, extra)
        command = {"do": "amend", "round": round_number, "table": table, "reason": reason, "preview": preview, **given}
        answer = service.take(command, settings.language)
    print_answer(answer)


def unreport(
    table: Annotated[int, argument(text("The table's number."))],
    reason: Annotated[str, option(text("Why the result is taken away; the log keeps it."), "--reason")],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Remove a result of the stage being played."""
    with open_event(db, event) as service:
        answer = service.take({"do": "unreport", "table": table, "reason": reason}, settings.language)
    print_answer(answer)
    if not settings.as_json:
        show_what_is_open(answer.state)


def seat(
    table: Annotated[int, argument(text("The table's number; the one after the last is a new table."))],
    players: Annotated[
        list[str], argument(text("Who sits there, in seat order."), autocompletion=complete_player, metavar="PLAYER…")
    ],
    reason: Annotated[
        str, option(text("Why they are moved; the log keeps it, and it stands at the table."), "--reason")
    ],
    preview: Annotated[bool, option(text("Only show what would change."), "--preview")] = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Move players by hand; whoever sat at the table and is not named takes the places of those who come."""
    do(db, event, {"do": "seat", "table": table, "players": players, "reason": reason, "preview": preview})


def undo(event: EventName = None, db: Database = None) -> None:
    """Undo the last command and print it; undo all registrations or departures made together."""
    with open_event(db, event) as service:
        standing = service.state.newest_event()
        together = steps_together(service.records)
        renamed = renamed_since(service.records)
        if together == 1:
            answer = service.take({"do": "undo"}, settings.language)
        else:
            answer = service.take_all([{"do": "undo"}] * together)
    print_answer(answer)
    if standing is not None and not settings.as_json:
        output.print_text(text("It was: “{what}”", what=event_text(standing)))
        for each in renamed:
            if each.name in service.state.players:
                output.print_text(text("Names stay; to give this one back, rename: “{what}”", what=event_text(each)))


def random_order(
    items: Annotated[list[str], argument(text("What to put in order."))],
    reason: Annotated[str, option(text("What the order is for."), "--reason")],
    event: EventName = None,
    db: Database = None,
) -> None:
    """Draw an order."""
    do(db, event, {"do": "random_order", "items": items, "reason": reason})


def _about(
    state: State, round_number: int, table: int, words: Sequence[str], extra: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the fields of a correction: the typed words, read for the game of the round that they fit.

    Raises BadInput if they fit none.
    """
    rules, tables = state.rules, tables_of_round(state, round_number, table)
    meant = [(kind, rules.from_words(state, game, words, extra)) for kind, game in tables]
    for kind, fields in meant:
        command = read_command({"do": "amend", "round": round_number, "table": table, "reason": "?", **fields}, rules)
        if isinstance(command, Amend) and rules.is_about(kind, command.claim):
            return fields
    # No game of the round fits: deciding the correction raises the error with the reason.
    return meant[-1][1]


def _named_fields(
    words: Sequence[str], players: Sequence[str], winner: str | None, note: str | None, qualified: Sequence[str] | None
) -> dict[str, Any]:
    """Return the fields given by options; raises BadInput for a word that is a mistyped option."""
    for word in words:
        if word.startswith("--") and word not in players:
            raise UnknownOption(word)
    given = {"winner": winner, "note": note, "qualified": list(qualified or ())}
    return {name: value for name, value in given.items() if value}


def ask_for_results(service: EventService) -> None:
    """Ask for every open table until all are reported or the input ends; record each result at once."""
    output.print_text(service.state.rules.asking)
    skipped: set[int] = set()
    while waiting := [table for table in service.state.open_tables() if table.table not in skipped]:
        if not _ask(service, waiting[0], skipped):
            break
    show_what_is_open(service.state)


def _ask(service: EventService, table: Table, skipped: set[int]) -> bool:
    """Ask for one table; return False if the input has ended.

    Repeat the question for a person who mistypes, but not for a file: its next line belongs to the next table.
    """
    output.print_text(service.state.rules.question(service.state, table))
    try:
        words = typed().split()
        if words:
            print_answer(service.take(_command(service.state, table, words), settings.language))
        else:
            skipped.add(table.table)
    except EOFError:
        return False
    except FloorjudgeError as error:
        if not sys.stdin.isatty():
            raise
        output.report(error)
    return True


def _command(state: State, table: Table, words: list[str]) -> dict[str, object]:
    """Return the report in the typed words, with the answers to further questions."""
    rules, extra = state.rules, _named_fields(words, table.players, None, None, None)
    while (further := rules.further(state, table, words, extra)) is not None:
        output.print_text(further.sentence)
        answer = typed()
        extra[further.field] = _named(table, answer) if further.seat else answer
    return {"do": "report", "table": table.table, **rules.from_words(state, table, words, extra)}


def _named(table: Table, word: str) -> str:
    """Return the player with the typed number, or the word itself."""
    return table.players[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(table.players) else word
