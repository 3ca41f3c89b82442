"""Removing a person's name from one event, or from all that a file keeps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.errors import RemovalUnconfirmed
from floorjudge.cli.event.opening import Database, EventName, PlayerName, open_event, open_store
from floorjudge.cli.line.parameters import option
from floorjudge.cli.questions import confirm
from floorjudge.cli.settings import settings
from floorjudge.events.errors import UnknownPlayer
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.log.forgetting import texts_with
from floorjudge.events.tournament.names import removed_name
from floorjudge.formats.competition import as_kept
from floorjudge.texts import Text, counted, text


def forget(
    player: PlayerName,
    also: Annotated[
        list[str] | None, option(text("Another spelling to remove from texts; may be given several times."), "--also")
    ] = None,
    former: Annotated[bool, option(text("Remove only the names that the player had before."), "--former")] = False,
    everywhere: Annotated[
        bool, option(text("In all events of the file with a player of this name."), "--everywhere")
    ] = False,
    yes: Annotated[bool, option(text("Remove without asking."), "--yes")] = False,
    event: EventName = None,
    db: Database = None,
) -> None:
    """Remove a player's name from all stored data; results and draws stay."""
    command = {"do": "forget", "player": player, "also": also or [], "former": former}
    if not yes and not _wants_to(player):
        return
    if everywhere:
        with open_store(db) as log:
            _everywhere(log, player, command)
        return
    with open_event(db, event) as service:
        _print([_forgotten(service, command)])


def _everywhere(log: EventLog, player: str, command: dict[str, object]) -> None:
    """Remove a name from every event that has it; name the records of older versions, which stay."""
    done, older = [], []
    for kept in log.tournaments():
        service = EventService(log, kept.id)
        if as_kept(player) not in service.state.players:
            continue
        if service.state.draws_numbers:
            done.append(_forgotten(service, command))
        else:
            older.append(kept.id)
    if not done and not older:
        raise UnknownPlayer(player, (), where="player")
    _print(done, older)


def _forgotten(service: EventService, command: dict[str, object]) -> dict[str, object]:
    name = as_kept(str(command["player"]))
    before = service.state.players.get(name)
    answer = service.take(command, settings.language)
    number = 0 if before is None else before.number
    return {
        "event": service.event_id,
        "number": number,
        "player": removed_name(number),
        "records": answer.number,
        "texts": texts_with(service.records, name),
    }


def _print(done: list[dict[str, object]], older: Iterable[str] = ()) -> None:
    sentences: list[Text] = []
    for each in done:
        sentences.append(
            text(
                "{event}: the name is removed; {player} stands for it.",
                event=str(each["event"]),
                player=str(each["player"]),
            )
        )
        texts = each["texts"]
        if isinstance(texts, list) and texts:
            sentences.append(
                counted(
                    "{count} text still holds a part of the name: {texts} With --also it is removed from there.",
                    "{count} texts still hold a part of the name: {texts} With --also it is removed from there.",
                    count=len(texts),
                    texts=" ".join(f"“{part}”" for part in texts),
                )
            )
    sentences += [
        text(
            "{event}: an older version recorded it, and the name stays; “event delete” removes the whole event.",
            event=each,
        )
        for each in older
    ]
    sentences.append(text("Backups, exports and prints that were made before still hold the name."))
    output.print_either({"forgotten": done, "older": list(older)}, *sentences)


def _wants_to(player: str) -> bool:
    question = text("Remove the name “{name}” for good? This cannot be undone.", name=player)
    return confirm(question, text("keep it"), text("remove it"), RemovalUnconfirmed(player))
