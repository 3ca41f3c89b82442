"""How events are played: one folder for each format, here and in the folders that FLOORJUDGE_FORMATS names.

A folder with a module `format.py` that has `FORMAT` is a format. Formats are imported on first use.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from floorjudge.texts import Text, in_any, text

if TYPE_CHECKING:
    from floorjudge.errors import FloorjudgeError
    from floorjudge.formats.claims import Claim
    from floorjudge.formats.log import TournamentEvent
    from floorjudge.formats.protocol import Format

_MODULE = "format.py"
# The class attributes without a default in `Format`.
_NEEDED = ("id", "name", "summary", "options", "stage_event", "claims", "typed_example")
__path__.extend(filter(None, os.environ.get("FLOORJUDGE_FORMATS", "").split(os.pathsep)))


@cache
def all_formats() -> Mapping[str, Format]:
    """Return all formats by their ids.

    Raises Damaged if one of them cannot be used.
    """
    from floorjudge.formats.protocol.guarding import guard  # noqa: PLC0415 (formats are imported on first use)

    found: dict[str, Format] = {}
    taken: dict[str, str] = {}
    _check_folders(__path__[1:])
    for module in iter_modules(__path__):
        if module.ispkg and (format_ := _format_in(module.name)) is not None:
            for name in (format_.id, *_tags(format_)):
                if name in taken:
                    raise _broken(module.name, text("“{name}” is taken by {folder}", name=name, folder=taken[name]))
                taken[name] = module.name
            found[format_.id] = format_
    for format_ in found.values():
        guard(format_, _folder(format_))
    return MappingProxyType(found)


def _check_folders(named: Iterable[str]) -> None:
    """Check that what FLOORJUDGE_FORMATS names are folders that hold the folders of formats."""
    for place in map(Path, named):
        if not place.is_dir():
            raise _broken(str(place), text("there is no such folder"))
        if (place / _MODULE).exists():
            raise _broken(
                str(place),
                text(
                    "it is the folder of a format, and FLOORJUDGE_FORMATS names the one around it, {folder}",
                    folder=str(place.parent),
                ),
            )
        for folder in sorted(place.iterdir()):
            if (folder / _MODULE).exists() and not (folder / "__init__.py").exists():
                raise _broken(str(folder), text("it has no {file}", file="__init__.py"))
            if (folder / _MODULE).exists() and (Path(__path__[0]) / folder.name).exists():
                raise _broken(str(folder), text("a folder of this name comes with the program; it needs another one"))


def _tags(format_: Format) -> Iterator[str]:
    """Yield the tags of a format's events and claims in the log."""
    yield from dict.fromkeys(str(kind.__struct_config__.tag) for kind in _structs(format_))


def _structs(format_: Format) -> tuple[Any, ...]:
    """Return the structs of a format that the log holds: its events and its claims."""
    return (format_.stage_event, *format_.own_events, *format_.claims, *format_.further_claims)


def _format_in(folder: str) -> Format | None:
    """Return the format in a folder; None if it is no folder of a format."""
    name = f"{__name__}.{folder}.format"
    try:
        format_: Format = import_module(name).FORMAT
    except ModuleNotFoundError as error:
        if error.name == name:
            return None
        raise _broken(folder, in_any(str(error))) from error
    except Exception as error:
        raise _broken(folder, in_any(str(error) or type(error).__name__)) from error
    from floorjudge.formats.protocol import Format as Protocol  # noqa: PLC0415 (formats are imported on first use)

    if not isinstance(format_, Protocol):
        raise _broken(folder, text("FORMAT is no object of a class derived from Format"))
    for owner, missing in _gaps(format_, folder):
        if missing:
            raise _broken(folder, text("{owner} has no {missing}", owner=owner, missing=tuple(missing)))
    return format_


def _gaps(format_: Format, folder: str) -> Iterator[tuple[str, list[str]]]:
    """Yield a format and its structs by name, each with the parts that it lacks."""
    from floorjudge.formats.protocol import FormatRules  # noqa: PLC0415 (formats are imported on first use)

    yield "FORMAT", [field for field in _NEEDED if not hasattr(format_, field)]
    for kind in _structs(format_):
        # The metaclass of structs does not refuse what is abstract, as that of `Format` does.
        yield kind.__name__, [part for part in dir(kind) if _is_abstract(getattr(kind, part, None))]
        yield kind.__name__, [] if kind.__struct_config__.tag else ["tag"]
    for claim in format_.claims[1:]:
        yield claim.__name__, [] if claim.telltale else ["telltale"]
    for error in _errors_in(folder):
        yield error.__name__, sorted(error.lacks())
    if format_.moves_players and type(format_).seated is FormatRules.seated:
        yield "FORMAT", ["seated (check_seats)"]


def _errors_in(folder: str) -> Iterator[type[FloorjudgeError]]:
    """Yield the errors that the modules of a folder declare, without those that others derive from, which may be families."""
    from floorjudge.errors import FloorjudgeError  # noqa: PLC0415 (formats are imported on first use)

    own = f"{__name__}.{folder}."
    for name, module in list(sys.modules.items()):
        for kind in vars(module).values() if name.startswith(own) else ():
            is_error = isinstance(kind, type) and issubclass(kind, FloorjudgeError)
            if is_error and kind.__module__ == name and not kind.__subclasses__():
                yield kind


def _is_abstract(part: object) -> bool:
    return bool(getattr(part, "__isabstractmethod__", False))


def _broken(folder: str, reason: Text) -> FloorjudgeError:
    from floorjudge.formats.errors import BrokenFormat  # noqa: PLC0415 (formats are imported on first use)

    return BrokenFormat(folder, reason)


def folder_of(format_id: str) -> str:
    """Return the name of a format's folder."""
    return _folder(format_of(format_id))


def _folder(format_: Format) -> str:
    return type(format_).__module__.removeprefix(f"{__name__}.").partition(".")[0]


def format_of(format_id: str) -> Format:
    """Return the format with an id.

    Raises BadInput, with the known ids, if there is none.
    """
    from floorjudge.formats.errors import UnknownFormat  # noqa: PLC0415 (formats are imported on first use)

    known = all_formats()
    if format_id not in known:
        raise UnknownFormat(format_id, tuple(known))
    return known[format_id]


# The fields that hold only names of players, in every format.
_NAMES = frozenset(
    {
        "player", "players", "winner", "sitting_out", "groups", "turn_order", "maintained_by", "sustained_by", "by",
    }
)  # fmt: skip


@cache
def names_fields() -> frozenset[str]:
    """Return the names of the fields, at any depth, that hold only names of players: alone, in lists, or as keys."""
    return _NAMES.union(*(each.names for each in all_formats().values()))


@cache
def plain_fields() -> frozenset[str]:
    """Return the names of the fields, at any depth, whose texts a format chooses and no person writes."""
    return frozenset().union(*(each.plain for each in all_formats().values()))


@cache
def all_claims() -> tuple[type[Claim], ...]:
    """Return the claims of all formats."""
    return tuple(claim for each in all_formats().values() for claim in (*each.claims, *each.further_claims))


@cache
def log_events() -> tuple[type[TournamentEvent], ...]:
    """Return the kinds of events that formats write into a log: those that they share, and their own."""
    from floorjudge.formats.log import SHARED  # noqa: PLC0415 (formats are imported on first use)

    own = (kind for each in all_formats().values() for kind in (each.stage_event, *each.own_events))
    return tuple(dict.fromkeys((*SHARED, *own)))
