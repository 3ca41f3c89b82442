"""The players of a position without names, `Player 1` and so on, as people speak of them in each language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec

from floorjudge.texts import Language, Text, Value, render, text

_T = TypeVar("_T")
_NUMBERED = re.compile(r"Player ([1-9]\d?)")


def numbered(shown: _T, language: Language, names: Sequence[str] = (), *, but: frozenset[str] = frozenset()) -> _T:
    """Return a value with its numbered players, `Player 1`, called so in the reader's language.

    Within texts they have the article that they need there. If the players' `names` are known, use these. Fields that
    are named in `but` stay as they are.
    """
    if isinstance(shown, str):
        return cast("_T", _alone(shown, language, names))
    if isinstance(shown, Text):
        return cast("_T", _in_text(shown, names))
    if isinstance(shown, tuple):
        return cast("_T", tuple(numbered(each, language, names, but=but) for each in shown))
    if isinstance(shown, dict):
        return cast("_T", {name: numbered(each, language, names, but=but) for name, each in shown.items()})
    if isinstance(shown, msgspec.Struct):
        fields = msgspec.structs.asdict(shown).items()
        new = {name: numbered(each, language, names, but=but) for name, each in fields if name not in but}
        return cast("_T", msgspec.structs.replace(shown, **new))
    return shown


def _alone(word: str, language: Language, names: Sequence[str]) -> str:
    number = _NUMBERED.fullmatch(word)
    if number is None:
        return word
    seat = int(number[1])
    return names[seat - 1] if seat <= len(names) else render(text("Player {number}", number=seat), language)


def _in_text(sentence: Text, names: Sequence[str]) -> Text:
    return msgspec.structs.replace(
        sentence, values={gap: _in_gap(value, names) for gap, value in sentence.values.items()}
    )


def _in_gap(value: Value, names: Sequence[str]) -> Value:
    if isinstance(value, Text):
        return _in_text(value, names)
    if isinstance(value, tuple):
        return tuple(cast("str | Text", _in_gap(each, names)) for each in value)
    number = _NUMBERED.fullmatch(value) if isinstance(value, str) else None
    if number is None:
        return value
    seat = int(number[1])
    return names[seat - 1] if seat <= len(names) else text("Player {seat}", seat=seat)
