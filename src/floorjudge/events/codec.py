"""Commands and events as JSON: the thin edge where what comes from outside is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, errors
from floorjudge.events.checks import as_kept
from floorjudge.events.commands import Command
from floorjudge.events.events import Event
from floorjudge.texts import text

_COMMANDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "open": commands.Open,
        "register": commands.Register,
        "deck": commands.SubmitDeck,
        "start": commands.Start,
        "report": commands.Report,
        "drawn": commands.Drawn,
        "next": commands.Next,
        "leave": commands.Leave,
        "amend": commands.Amend,
        "random_order": commands.RandomOrder,
        "undo": commands.Undo,
    }
)
_FOR_READMISSION: Mapping[str, type[Any]] = MappingProxyType(
    {
        "report": commands.ReportReadmission,
        "amend": commands.AmendReadmission,
    }
)
COMMAND_NAMES = (*_COMMANDS, "show")
COMMAND_KINDS: Mapping[str, tuple[type[Any], ...]] = MappingProxyType(
    {
        name: (kind, *(other for key, other in _FOR_READMISSION.items() if key == name))
        for name, kind in _COMMANDS.items()
    }
)

_KINDS = re.compile(r"Expected `(?P<expected>[^`]+)`(?:, got `(?P<got>[^`]+)`)?")
_FIELD = re.compile(r"field `(?P<field>[^`]+)`")
_PATH = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_Happened = TypeVar("_Happened")


def read_object(line: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a line.

    Raises BadInput when the line is anything else.
    """
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise errors.BadJson(text("it cannot be read as JSON.")) from None
    except RecursionError:
        raise errors.BadJson(text("it is nested too deeply.")) from None
    if not isinstance(value, dict):
        raise errors.BadJson(text("it is another kind of JSON value."))
    return value


def command_name(given: Mapping[str, Any], known: tuple[str, ...] = COMMAND_NAMES) -> str:
    """Return what the field `do` of a command says.

    Raises BadInput when it is missing or names none of the commands that are known.
    """
    if "do" not in given:
        raise errors.MissingField("do")
    name = given["do"]
    if not isinstance(name, str):
        raise errors.UnknownCommand(msgspec.json.encode(name).decode(), known)
    if name not in known:
        raise errors.UnknownCommand(name, known)
    return name


def read_command(given: Mapping[str, Any]) -> Command:
    """Return the command in a JSON object; `show` is a question and no command.

    Raises BadInput, with the field, when it is none.
    """
    name = command_name(given)
    kind = _FOR_READMISSION.get(name) if "qualified" in given else None
    command: Command = read_fields(given, kind or _COMMANDS[name])
    return command


def read_fields(given: Mapping[str, Any], kind: type[Any]) -> Any:  # noqa: ANN401 (the kind that was asked for)
    """Return a command of one kind, made from all fields of a JSON object but `do`.

    Raises BadInput with the first field that is missing, unknown or of another kind.
    """
    fields = {key: _names_as_kept(key, value) for key, value in given.items() if key != "do"}
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise _bad_field(str(error), fields) from None


def check_question(given: Mapping[str, Any]) -> None:
    """Check that `show` has no fields: it asks for everything.

    Raises BadInput with the first one.
    """
    for field in given:
        if field != "do":
            raise errors.UnknownField(field)


def _names_as_kept(field: str, value: object) -> object:
    """Return the value of a field with every player's name in the spelling in which names are kept."""
    if field in ("player", "winner") and isinstance(value, str):
        return as_kept(value)
    if field == "qualified" and isinstance(value, list):
        return [as_kept(name) if isinstance(name, str) else name for name in value]
    if field == "influence" and isinstance(value, dict):
        kept = {as_kept(name): number for name, number in value.items()}
        if len(kept) < len(value):
            raise errors.InfluenceTwice(tuple(value))
        return kept
    return value


def _bad_field(problem: str, fields: Mapping[str, Any]) -> FloorjudgeError:
    """Say in our words what msgspec found."""
    path_found = _PATH.search(problem)
    path = path_found["path"] if path_found else ""
    field_found = _FIELD.search(problem)
    if field_found:
        where = f"{path}.{field_found['field']}".lstrip(".")
        return errors.MissingField(where) if "missing" in problem else errors.UnknownField(where)
    if path == "influence[...]":
        path = next(f"influence.{name}" for name, number in fields["influence"].items() if type(number) is not int)
    kinds = _KINDS.search(problem)
    return errors.BadField(kinds["expected"] if kinds else problem, (kinds and kinds["got"]) or "?", where=path)


def event_json(event: msgspec.Struct) -> str:
    """Return an event as JSON text, one line."""
    return msgspec.json.encode(event).decode()


def event_value(event: msgspec.Struct) -> dict[str, Any]:
    """Return an event as a JSON value."""
    value: dict[str, Any] = msgspec.to_builtins(event)
    return value


def read_event(line: str) -> Event:
    """Return the event in JSON text.

    Raises Damaged when it is none: what we stored cannot be anything else.
    """
    return decode_event(line, _EVENT)


def decode_event(line: str, decoder: msgspec.json.Decoder[_Happened]) -> _Happened:
    """Return the event in JSON text, of the kinds that a decoder knows: a log may hold more than the tournament's.

    Raises Damaged when it is none of them.
    """
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise errors.DamagedEvent from error
