"""Commands and events as JSON; input from outside is checked here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Union

import msgspec

from floorjudge.deck_lists.lines import readable
from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, errors
from floorjudge.events.commands import Command
from floorjudge.events.errors import DrawnIsTrue
from floorjudge.events.events import Event, EventOpened, FloorEvent
from floorjudge.events.lookalikes import without_turning
from floorjudge.formats import all_claims, format_of, log_events, names_fields
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import as_kept
from floorjudge.formats.errors import MissingField
from floorjudge.formats.kinds import converted
from floorjudge.formats.log import TournamentEvent
from floorjudge.formats.protocol import Format
from floorjudge.reading import json_value
from floorjudge.texts import text


def _named(family: type[msgspec.Struct]) -> dict[str, type[Any]]:
    """Return the kinds of command by their names; a kind without a name is never sent."""
    kinds = ((kind.__struct_config__.tag, kind) for kind in family.__subclasses__())
    return {str(name): kind for name, kind in kinds if name is not None}


# More digits than any number that the decoder reads.
_LONG = re.compile(r"\d{300,}", re.ASCII)
_OF_TOURNAMENT, _OF_FLOOR = _named(commands.TournamentCommand), _named(commands.FloorCommand)
FLOOR_COMMAND_NAMES = tuple(_OF_FLOOR)
# `show` is a question and no command.
COMMAND_NAMES = (*_OF_TOURNAMENT, "show", *FLOOR_COMMAND_NAMES)
_KINDS_OF_COMMANDS: Mapping[str, type[Any]] = MappingProxyType(_OF_TOURNAMENT | _OF_FLOOR)


def forms_of(name: str, rules: Format) -> tuple[type[Any], ...]:
    """Return the fields of a command as structs: one or, for a command with a claim, one for each claim of the format."""
    kind: Any = _KINDS_OF_COMMANDS[name]
    if "claim" not in kind.__struct_fields__:
        return (kind,)
    known: tuple[Any, ...] = rules.claims_of(name)
    return tuple(_form(kind, claim) for claim in known)


@cache
def _form(kind: Any, claim: Any) -> Any:  # noqa: ANN401 (classes of structs)
    """Return a command in the form that is sent: the fields of its claim stand beside its own, the required ones first."""
    fields: list[msgspec.structs.FieldInfo | str] = []
    for field in msgspec.structs.fields(kind):
        fields += (*msgspec.structs.fields(claim), *_flags(claim)) if field.name == "claim" else (field,)
    listed = [(field, bool) if isinstance(field, str) else _declared(field) for field in fields]
    listed.sort(key=len)
    name = f"{kind.__name__}.{claim.__struct_config__.tag}"
    return msgspec.defstruct(
        name, listed, frozen=True, forbid_unknown_fields=True, tag=kind.__struct_config__.tag, tag_field="do"
    )


def _flags(claim: Any) -> tuple[str, ...]:  # noqa: ANN401 (a class of structs)
    """Return the telltale of a claim that is no field of it: a flag that is true."""
    told = claim.telltale
    return () if told is None or told in claim.__struct_fields__ else (told,)


def _declared(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    if field.required:
        return field.name, field.type
    default = (
        field.default
        if field.default is not msgspec.NODEFAULT
        else msgspec.field(default_factory=field.default_factory)
    )
    return field.name, field.type, default


@cache
def _decoder() -> msgspec.json.Decoder[Event]:
    """Return the decoder of events of any log: a union of all kinds of them."""
    kinds: Any = Union[tuple(kinds_of_events().values())]  # noqa: UP007 (made here)
    return msgspec.json.Decoder(kinds, dec_hook=_claimed)


@cache
def kinds_of_events() -> Mapping[str, type[Event]]:
    """Return every kind of event by its name: those of all formats, and those that all events share."""
    core = (kind for kind in TournamentEvent.__subclasses__() if kind.__module__ == EventOpened.__module__)
    kinds: tuple[type[Event], ...] = (*core, *log_events(), *FloorEvent.__subclasses__())
    return MappingProxyType({kind.__name__: kind for kind in kinds})


def _claimed(kind: type[Any], value: object) -> Any:  # noqa: ANN401 (a claim of any format)
    """Return the claim in a JSON value: the one kind of field whose struct is a format's."""
    if kind is not Claim:
        raise TypeError(f"no event has a field of the kind {kind}")
    kinds: Any = Union[all_claims()]  # noqa: UP007 (made here)
    return msgspec.convert(value, kinds)


def read_object(line: str | bytes, integer: Callable[[str], int] | None = None) -> dict[str, Any]:
    """Return the JSON object in a line; `integer` reads its whole numbers, of any length, instead of the decoder.

    Raises BadInput if the line is anything else, or if it has a field twice: a report with two winners is ambiguous.
    """
    try:
        # msgspec accepts only what JSON allows, but takes the last of two fields of one name, and no long number.
        written = line if isinstance(line, str) else line.decode()
        value = msgspec.json.decode(written if integer is None else _LONG.sub("1", written))
        exact = json_value(written, parse_int=integer or str)
    except msgspec.ValidationError:
        raise errors.BadJson(text("a number in it is too long; write it as a text.")) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise errors.BadJson(text("it cannot be read as JSON.")) from None
    except RecursionError:
        raise errors.BadJson(text("it is nested too deeply.")) from None
    if not isinstance(value, dict):
        raise errors.BadJson(text("it is another kind of JSON value."))
    return value if integer is None else exact


def command_name(given: Mapping[str, Any]) -> str:
    """Return the value of the field `do` of a command.

    Raises BadInput if it is missing or names no command.
    """
    if "do" not in given:
        raise MissingField("do")
    name = given["do"]
    if name not in COMMAND_NAMES:
        raise errors.UnknownCommand(
            name if isinstance(name, str) else msgspec.json.encode(name).decode(), COMMAND_NAMES
        )
    return str(name)


def read_command(given: Mapping[str, Any], rules: Format | None = None) -> Command:
    """Return the command in a JSON object; `show` is a question and no command. `rules` are those of the event, None before one.

    Raises BadInput for the first missing, unknown or mistyped field.
    """
    name = command_name(given)
    kind: Any = _KINDS_OF_COMMANDS[name]
    rules = rules or format_of(commands.FIRST_FORMAT)
    fields = {key: _as_kept(key, value, rules) for key, value in given.items() if key != "do"}
    if "claim" not in kind.__struct_fields__:
        command: Command = converted(fields, kind, _unknown)
        return command
    known: tuple[Any, ...] = rules.claims_of(name)
    claim = next((each for each in known if each.telltale is not None and each.telltale in fields), known[0])
    form = converted(fields, _form(kind, claim), _unknown)
    for flag in _flags(claim):
        if not getattr(form, flag):
            raise DrawnIsTrue(flag)
    said = claim(**{field: getattr(form, field) for field in claim.__struct_fields__})
    own = (field for field in kind.__struct_fields__ if field != "claim")
    carrying: Command = kind(claim=said, **{field: getattr(form, field) for field in own})
    return carrying


def _unknown(field: str, _known: object) -> FloorjudgeError:
    return errors.UnknownField(field)


def check_question(given: Mapping[str, Any]) -> None:
    """Check that the question `show` has no fields.

    Raises BadInput for the first one.
    """
    for field in given:
        if field != "do":
            raise errors.UnknownField(field)


def _as_kept(field: str, value: object, rules: Format) -> object:
    """Return the value of a field in its stored form: names of players in their one spelling, and free texts.

    The decision is what stands in the log: a log of an older version is decided again with all that stands in it.
    """
    # A new name is checked as a whole; a seed is any text, unchanged; the format reads its own options.
    if field in ("name", "seed", "options"):
        return value
    if field in names_fields():
        return _names_as_kept(field, value, rules)
    try:
        return _without_turning(field, value)
    except RecursionError:
        # A case nested this deep is refused when it is read.
        return value


def _names_as_kept(field: str, value: object, rules: Format) -> object:
    if isinstance(value, str):
        return as_kept(value)
    if isinstance(value, list):
        return [as_kept(name) if isinstance(name, str) else name for name in value]
    if isinstance(value, dict):
        kept = {as_kept(name): number for name, number in value.items()}
        if len(kept) < len(value):
            raise rules.named_twice(field, tuple(value))
        return kept
    return value


def _without_turning(field: str, value: object) -> object:
    """Return a value whose texts have no characters that turn the direction of text beside them, nor, in a deck list, control characters."""
    if isinstance(value, str):
        return without_turning(readable(value) if field == "list" else value)
    if isinstance(value, list):
        return [_without_turning(field, each) for each in value]
    if isinstance(value, dict):
        return {name: _without_turning(field, each) for name, each in value.items()}
    return value


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
    """Return the kind of an event in JSON text, without reading the rest of it.

    Raises Damaged if it is of no kind.
    """
    try:
        kind = _TAGGED.decode(line).event
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise errors.DamagedEvent from error
    found = kinds_of_events().get(kind)
    if found is None:
        raise errors.UnknownKindOfEvent(kind)
    return found


def read_event(line: str) -> Event:
    """Return the event in JSON text.

    Raises Damaged if it is none, because the log holds nothing else.
    """
    try:
        return _decoder().decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        kind_of_event(line)
        raise errors.DamagedEvent from error
