"""The permissions: a table of roles and commands; and the author of a record.

Every command is in the table. A player and a person without a role act for themselves only; staff act for all players
of their event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeAlias

from floorjudge.events.service.access import errors
from floorjudge.events.venue import SELF_REGISTRATION
from floorjudge.formats.competition import as_kept
from floorjudge.texts import LANGUAGES, Language, Text, render, text

# Called with the name of a command and its fields before anything is decided; raises Refused to forbid it.
Allowed: TypeAlias = Callable[[str, Mapping[str, Any]], None]


class Role(Enum):
    """The role of a person, which their link gives; `OWNER` has the installation, `ORGANISER` one event of it."""

    OWNER = "owner"
    ORGANISER = "organiser"
    HEAD_JUDGE = "head_judge"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    ANYBODY = "anybody"


STAFF = (Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER)

_O, _H, _J, _S, _P, _A = Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER, Role.PLAYER, Role.ANYBODY

# The roles for each command, besides the owner, who may give every one.
_TABLE: Mapping[str, frozenset[Role]] = MappingProxyType(
    {
        "show": frozenset({_O, _H, _J, _S, _P, _A}),
        "open": frozenset(),
        "register": frozenset({_O, _S}),
        "deck": frozenset({_O, _H, _S, _P}),
        "close_roster": frozenset({_O}),
        "reopen_roster": frozenset({_O}),
        "start": frozenset({_O}),
        "renew_seed": frozenset({_O}),
        "report": frozenset({_O, _H, _J, _S}),
        "drawn": frozenset({_O, _H, _J, _S}),
        "unreport": frozenset({_O, _H, _S}),
        "seat": frozenset({_O, _H, _S}),
        "next": frozenset({_O}),
        "leave": frozenset({_O, _H, _S, _P}),
        "come_back": frozenset({_O, _H, _S}),
        "rename": frozenset({_O, _S}),
        "forget": frozenset(),
        "amend": frozenset({_O, _H, _S}),
        "random_order": frozenset({_O, _H, _J}),
        "undo": frozenset({_O}),
        "propose": frozenset({_O, _P}),
        "confirm": frozenset({_O, _P}),
        "dispute": frozenset({_O, _P}),
        "set_aside": frozenset({_O, _H, _J, _S}),
        "call": frozenset({_O, _H, _J, _S, _P}),
        "take": frozenset({_O, _H, _J}),
        "note": frozenset({_O, _H, _J}),
        "loop": frozenset({_O, _H, _J}),
        "declare": frozenset({_O, _H, _J, _P}),
        "ruling": frozenset({_O, _H, _J}),
        "appeal": frozenset({_O, _H, _J}),
        "rule_appeal": frozenset({_O, _H}),
        "extend": frozenset({_O, _H, _J}),
        "close_call": frozenset({_O, _H, _J}),
        "clock": frozenset({_O, _H, _S}),
        "pause_clock": frozenset({_O, _H, _S}),
        "resume_clock": frozenset({_O, _H, _S}),
        "stop_clock": frozenset({_O, _H, _S}),
        "self_registration": frozenset({_O}),
        "join": frozenset({_O, _S, _A}),
        "share_phones": frozenset({_O, _H, _J, _S}),
        "publish": frozenset({_O}),
        "announce": frozenset({_O, _H}),
        "describe": frozenset({_O}),
        "archive": frozenset({_O}),
        "rehearsal": frozenset({_O}),
        "claim": frozenset({_O, _S, _A}),
        "penalty": frozenset({_O, _H, _J}),
        "withdraw_penalty": frozenset({_O, _H, _J}),
    }
)


# The roles that may register a player after the start.
_LETTING_IN_LATE = frozenset({Role.OWNER, _O})


def may(role: Role, command: str) -> bool:
    """Return whether a role may give a command (`do`), a player for themselves; no role may give an unknown one."""
    return command in _TABLE and (role is Role.OWNER or role in _TABLE[command])


def check(role: Role, command: str, given: Mapping[str, Any], player: str | None = None) -> None:
    """Check that a role may give a command; `player` is the owner of a player's link.

    Raises Refused `not_yours`, with the same words for any reason.
    """
    if command == "register" and given.get("late") and role not in _LETTING_IN_LATE:
        raise errors.NotYours
    if not may(role, command) or (role is Role.PLAYER and not _is_for(command, given, player)):
        raise errors.NotYours


def allowing(role: Role, player: str | None = None) -> Allowed:
    """Return the check `allowed` of `EventService.take` for a role; `player` as in `check`."""

    def allowed(command: str, given: Mapping[str, Any]) -> None:
        check(role, command, given, player)

    return allowed


def _is_for(command: str, given: Mapping[str, Any], player: str | None) -> bool:
    """Return whether a command names the player who gives it, and no other."""
    if command == "show":
        return True
    named = given.get("player")
    return player is not None and isinstance(named, str) and as_kept(named) == as_kept(player)


def author(role: Role, label: str | None) -> str:
    """Return the author in a record: `head judge Bo`, `player Ana`, `self-registration`."""
    if role is Role.ANYBODY:
        return SELF_REGISTRATION
    return f"{_word(role)} {label or ''}".strip()[:200]


def is_unnamed(role: Role, label: str) -> bool:
    """Return whether a label is no name: the first link of a server is for an owner without another one."""
    return role is Role.OWNER and label in {render(text("Owner"), each) for each in LANGUAGES}


def author_parts(by: str) -> tuple[str, str | None]:
    """Return the role and the name in the author of a record; no name if the author has none."""
    if by == SELF_REGISTRATION or by in _ROLES:
        return by, None
    # The longest word first: a head judge is no judge called “head”, and a name may be anything.
    role = next((role for role in _ROLES if by.startswith(f"{role} ")), "")
    return role, by.removeprefix(f"{role} ")


def author_words(by: str, language: Language) -> str:
    """Return an author in the reader's language; an author in another form is returned unchanged."""
    if by == SELF_REGISTRATION:
        return render(text("self-registration"), language)
    word, name = author_parts(by)
    role = _ROLES.get(word)
    if role is None or role not in _NAMED:
        return by
    return render(_ALONE[role] if name is None or is_unnamed(role, name) else _NAMED[role](name), language)


def _word(role: Role) -> str:
    return role.value.replace("_", " ")


# The words before a person's name in the `by` of a record; the longest first.
_ROLES = {_word(role): role for role in sorted(Role, key=lambda role: -len(_word(role)))}


_NAMED: Mapping[Role, Callable[[str], Text]] = MappingProxyType(
    {
        Role.OWNER: lambda name: text("owner {name}", name=name),
        Role.ORGANISER: lambda name: text("organiser {name}", name=name),
        Role.HEAD_JUDGE: lambda name: text("head judge {name}", name=name),
        Role.JUDGE: lambda name: text("judge {name}", name=name),
        Role.SCOREKEEPER: lambda name: text("scorekeeper {name}", name=name),
        Role.PLAYER: lambda name: text("player {name}", name=name),
    }
)
_ALONE: Mapping[Role, Text] = MappingProxyType(
    {
        Role.OWNER: text("the owner"),
        Role.ORGANISER: text("an organiser"),
        Role.HEAD_JUDGE: text("the head judge"),
        Role.JUDGE: text("a judge"),
        Role.SCOREKEEPER: text("a scorekeeper"),
        Role.PLAYER: text("a player"),
    }
)
