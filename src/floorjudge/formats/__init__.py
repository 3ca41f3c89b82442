"""How events are played: one folder a format. Those in the folder that FLOORJUDGE_FORMATS names are found as the ones here are.

A format is found by its folder, which has a module `format.py` with `FORMAT`. None is imported before somebody asks for one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from floorjudge.errors import FloorjudgeError
    from floorjudge.formats.claims import Claim
    from floorjudge.formats.log import TournamentEvent
    from floorjudge.formats.protocol import Format

# What has no default in `Format`.
_NEEDED = ("id", "name", "summary", "options", "stage_event", "claims", "typed_example")
__path__.extend(filter(None, os.environ.get("FLOORJUDGE_FORMATS", "").split(os.pathsep)))


@cache
def all_formats() -> Mapping[str, Format]:
    """Return every format that is here, by its id.

    Raises Damaged when one cannot be used.
    """
    found: dict[str, Format] = {}
    taken: dict[str, str] = {}
    for module in iter_modules(__path__):
        if module.ispkg and (format_ := _format_in(module.name)) is not None:
            for name in (format_.id, *_tags(format_)):
                if name in taken:
                    raise _broken(module.name, f"“{name}” is taken by {taken[name]}")
                taken[name] = module.name
            found[format_.id] = format_
    return MappingProxyType(found)


def _tags(format_: Format) -> Iterator[str]:
    """Yield the words by which the log knows what is a format's: its events and its claims."""
    kinds: tuple[Any, ...] = (format_.stage_event, *format_.own_events, *format_.claims, *format_.further_claims)
    yield from dict.fromkeys(str(kind.__struct_config__.tag) for kind in kinds)


def _format_in(folder: str) -> Format | None:
    """Return the format in a folder, None where it is no folder of a format."""
    name = f"{__name__}.{folder}.format"
    try:
        format_: Format = import_module(name).FORMAT
    except ModuleNotFoundError as error:
        if error.name == name:
            return None
        raise _broken(folder, str(error)) from error
    except Exception as error:
        raise _broken(folder, str(error) or type(error).__name__) from error
    missing = [field for field in _NEEDED if not hasattr(format_, field)]
    if missing:
        raise _broken(folder, f"FORMAT has no {', '.join(missing)}")
    return format_


def _broken(folder: str, reason: str) -> FloorjudgeError:
    from floorjudge.formats.errors import BrokenFormat  # noqa: PLC0415 (nothing is imported before it is asked for)

    return BrokenFormat(folder, reason)


def folder_of(format_id: str) -> str:
    """Return the name of the folder of a format."""
    return type(format_of(format_id)).__module__.removeprefix(f"{__name__}.").partition(".")[0]


def format_of(format_id: str) -> Format:
    """Return the format of an id.

    Raises BadInput, with those that there are, when there is none.
    """
    from floorjudge.formats.errors import UnknownFormat  # noqa: PLC0415 (nothing is imported before it is asked for)

    known = all_formats()
    if format_id not in known:
        raise UnknownFormat(format_id, tuple(known))
    return known[format_id]


# What holds names of players and nothing else, in any format; in texts and in who wrote a record, they stay as they were.
_NAMES = frozenset(
    {
        "player", "players", "winner", "sitting_out", "groups", "turn_order", "maintained_by", "sustained_by", "by",
    }
)  # fmt: skip


@cache
def names_fields() -> frozenset[str]:
    """Return the fields, wherever they stand, that hold names of players and nothing else: alone, in lists, or as keys."""
    return _NAMES.union(*(each.names for each in all_formats().values()))


@cache
def plain_fields() -> frozenset[str]:
    """Return the fields, wherever they stand, whose texts formats choose and nobody writes."""
    return frozenset().union(*(each.plain for each in all_formats().values()))


@cache
def all_claims() -> tuple[type[Claim], ...]:
    """Return how a game may have ended, in all formats."""
    return tuple(claim for each in all_formats().values() for claim in (*each.claims, *each.further_claims))


@cache
def log_events() -> tuple[type[TournamentEvent], ...]:
    """Return what formats write into a log: their own events, and those that they share."""
    from floorjudge.formats.log import SHARED  # noqa: PLC0415 (nothing is imported before it is asked for)

    own = (kind for each in all_formats().values() for kind in (each.stage_event, *each.own_events))
    return tuple(dict.fromkeys((*SHARED, *own)))
