"""Commands and events as JSON: the thin edge where what comes from outside is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Union, get_args, get_type_hints

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, errors
from floorjudge.events.commands import Command
from floorjudge.events.events import Event, FloorEvent, TournamentEvent
from floorjudge.events.lookalikes import without_turning
from floorjudge.events.tournament.checks import as_kept
from floorjudge.formats.on_the_edge.decks import readable
from floorjudge.reading import each_once
from floorjudge.texts import text


def _named(family: type[msgspec.Struct]) -> dict[str, tuple[type[Any], ...]]:
    """Return the kinds of command that each name may stand for; what has no name is never sent."""
    found: dict[str, tuple[type[Any], ...]] = {}
    for kind in family.__subclasses__():
        if (name := kind.__struct_config__.tag) is not None:
            found[str(name)] = (*found.get(str(name), ()), kind)
    return found


_OF_TOURNAMENT, _OF_FLOOR = _named(commands.TournamentCommand), _named(commands.FloorCommand)
FLOOR_COMMAND_NAMES = tuple(_OF_FLOOR)
# `show` is a question and no command.
COMMAND_NAMES = (*_OF_TOURNAMENT, "show", *FLOOR_COMMAND_NAMES)
COMMAND_KINDS: Mapping[str, tuple[type[Any], ...]] = MappingProxyType(_OF_TOURNAMENT | _OF_FLOOR)
# Where a name stands for several: the field that tells the others from the first.
_TELLTALES: Mapping[type[Any], str] = MappingProxyType(
    {
        commands.ReportReadmission: "qualified",
        commands.AmendReadmission: "qualified",
        commands.ProposeReadmission: "qualified",
        commands.ProposeDrawn: "drawn",
    }
)

_KINDS = re.compile(r"Expected `(?P<expected>[^`]+)`(?:, got `(?P<got>[^`]+)`)?")
_FIELD = re.compile(r"field `(?P<field>[^`]+)`")
_PATH = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(
    Union[(*TournamentEvent.__subclasses__(), *FloorEvent.__subclasses__())]
)
_KINDS_OF_EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {
        **{kind.__name__: kind for kind in TournamentEvent.__subclasses__()},
        **{kind.__name__: kind for kind in FloorEvent.__subclasses__()},
    }
)


def read_object(line: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a line.

    Raises BadInput when the line is anything else, and when a field stands in it twice: a report of two winners is none.
    """
    try:
        value = msgspec.json.decode(line)
        # msgspec reads what JSON allows, and of two fields of one name the last; numbers stay words in this check.
        json.loads(line, object_pairs_hook=each_once, parse_int=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise errors.BadJson(text("it cannot be read as JSON.")) from None
    except RecursionError:
        raise errors.BadJson(text("it is nested too deeply.")) from None
    if not isinstance(value, dict):
        raise errors.BadJson(text("it is another kind of JSON value."))
    return value


def command_name(given: Mapping[str, Any]) -> str:
    """Return what the field `do` of a command says.

    Raises BadInput when it is missing or names no command.
    """
    if "do" not in given:
        raise errors.MissingField("do")
    name = given["do"]
    if name not in COMMAND_NAMES:
        raise errors.UnknownCommand(
            name if isinstance(name, str) else msgspec.json.encode(name).decode(), COMMAND_NAMES
        )
    return str(name)


def read_command(given: Mapping[str, Any]) -> Command:
    """Return the command in a JSON object; `show` is a question and no command.

    Raises BadInput, with the first field that is missing, unknown or of another kind, when it is none.
    """
    usual, *others = COMMAND_KINDS[command_name(given)]
    kind = next((other for other in others if _TELLTALES[other] in given), usual)
    fields = {key: _as_kept(key, value) for key, value in given.items() if key != "do"}
    try:
        command: Command = msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise _bad_field(str(error), fields, kind) from None
    return command


def check_question(given: Mapping[str, Any]) -> None:
    """Check that `show` has no fields: it asks for everything.

    Raises BadInput with the first one.
    """
    for field in given:
        if field != "do":
            raise errors.UnknownField(field)


def _as_kept(field: str, value: object) -> object:
    """Return the value of a field with every player's name in the spelling in which names are kept, and free texts as they are kept.

    What is decided is what stands in the log: a log of an older version is decided again with all that stands in it.
    """
    if field in ("player", "winner") and isinstance(value, str):
        return as_kept(value)
    if field == "qualified" and isinstance(value, list):
        return [as_kept(name) if isinstance(name, str) else name for name in value]
    if field == "influence" and isinstance(value, dict):
        kept = {as_kept(name): number for name, number in value.items()}
        if len(kept) < len(value):
            raise errors.InfluenceTwice(tuple(value))
        return kept
    # A new name is checked as a whole; a seed is any text, to the letter.
    if field in ("name", "seed"):
        return value
    try:
        return _without_turning(field, value)
    except RecursionError:
        # So deep a case is refused when it is read.
        return value


def _without_turning(field: str, value: object) -> object:
    """Return a value without characters in its texts that turn what stands beside them; a deck list holds no control characters either."""
    if isinstance(value, str):
        return without_turning(readable(value) if field == "list" else value)
    if isinstance(value, list):
        return [_without_turning(field, each) for each in value]
    if isinstance(value, dict):
        return {name: _without_turning(field, each) for name, each in value.items()}
    return value


def _bad_field(problem: str, fields: Mapping[str, Any], kind: type[Command]) -> FloorjudgeError:
    """Say in our words what msgspec found."""
    path_found = _PATH.search(problem)
    path = path_found["path"] if path_found else ""
    field_found = _FIELD.search(problem)
    if field_found:
        where = f"{path}.{field_found['field']}".lstrip(".")
        return errors.MissingField(where) if "missing" in problem else errors.UnknownField(where)
    if path == "influence[...]":
        path = next(f"influence.{name}" for name, number in fields["influence"].items() if type(number) is not int)
    if problem.startswith("Invalid enum value"):
        return errors.BadField(", ".join(get_args(get_type_hints(kind)[path])), str(fields[path]), where=path)
    kinds = _KINDS.search(problem)
    return errors.BadField(kinds["expected"] if kinds else problem, (kinds and kinds["got"]) or "?", where=path)


def event_json(event: msgspec.Struct) -> str:
    """Return an event as JSON text, one line."""
    return msgspec.json.encode(event).decode()


def event_value(event: msgspec.Struct) -> dict[str, Any]:
    """Return an event as a JSON value."""
    value: dict[str, Any] = msgspec.to_builtins(event)
    return value


class _Tagged(msgspec.Struct):
    event: str


_TAGGED = msgspec.json.Decoder(_Tagged)


def kind_of_event(line: str) -> type[Event]:
    """Return of what kind the event in JSON text is, without reading the rest of it.

    Raises Damaged when it is of none.
    """
    try:
        return _KINDS_OF_EVENTS[_TAGGED.decode(line).event]
    except (msgspec.DecodeError, UnicodeEncodeError, KeyError) as error:
        raise errors.DamagedEvent from error


def read_event(line: str) -> Event:
    """Return the event in JSON text.

    Raises Damaged when it is none: what we stored cannot be anything else.
    """
    try:
        return _EVENT.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise errors.DamagedEvent from error
