"""Who did it, as a record says it: a role of ours and whom it was given to; and the same in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from floorjudge.events.service.roles import Role
from floorjudge.texts import Language, Text, render, text

SELF_REGISTRATION = "self-registration"


def author(role: Role, label: str | None) -> str:
    """Return what a record says of who did something: `head judge Bo`, `player Ana`, `self-registration`."""
    if role is Role.ANYBODY:
        return SELF_REGISTRATION
    return f"{_word(role)} {label or ''}".strip()[:200]


def author_words(by: str, language: Language) -> str:
    """Return who did something in the reader's language; an author that is not one of ours stays as it was written."""
    if by == SELF_REGISTRATION:
        return render(text("self-registration"), language)
    # The longest word first, for a head judge is no judge called “head”, and a name may be anything.
    for role in sorted(_NAMED, key=lambda role: -len(_word(role))):
        if by == _word(role):
            return render(_ALONE[role](), language)
        if by.startswith(f"{_word(role)} "):
            return render(_NAMED[role](by.removeprefix(f"{_word(role)} ")), language)
    return by


def _word(role: Role) -> str:
    return role.value.replace("_", " ")


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
_ALONE: Mapping[Role, Callable[[], Text]] = MappingProxyType(
    {
        Role.OWNER: lambda: text("the owner"),
        Role.ORGANISER: lambda: text("an organiser"),
        Role.HEAD_JUDGE: lambda: text("the head judge"),
        Role.JUDGE: lambda: text("a judge"),
        Role.SCOREKEEPER: lambda: text("a scorekeeper"),
        Role.PLAYER: lambda: text("a player"),
    }
)
