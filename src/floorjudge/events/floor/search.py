"""Finding a call again by what was said in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from floorjudge.events.floor.said import NoWinner, ReachedEight, Said, Won
from floorjudge.events.floor.state import Call, Venue
from floorjudge.texts import LANGUAGES, Text, render, text

_NUMBER = re.compile(r"\d+")


def search_calls(venue: Venue, words: str) -> tuple[Call, ...]:
    """Return the calls in which every word stands, the newest first; all calls when there are no words.

    Looked through are all texts, names, clauses and who wrote them; neither case nor accents matter. A number stands for
    itself only: `table 3` does not find table 30, and `mesa 3` finds what `table 3` does.
    """
    wanted = [_plain(word) for word in words.split()]
    newest_first = reversed(venue.all_calls())
    return tuple(call for call in newest_first if _has_all(call, wanted))


def _has_all(call: Call, wanted: list[str]) -> bool:
    content = _plain("\n".join(_texts(call)))
    numbers = set(_NUMBER.findall(content))
    return all(word in numbers if word.isdecimal() else word in content for word in wanted)


def _texts(call: Call) -> Iterator[str]:
    yield f"#{call.number} {call.state.value}"
    if call.table is not None:
        yield _in_every_language(text("table {table}", table=call.table))
    for entry in call.history:
        yield from (part for part in (entry.by, entry.player, entry.text) if part is not None)
        yield from entry.clauses
        yield from _said(entry.said)
        if entry.loop is not None:
            yield str(entry.loop.get("answer", {}).get("text", ""))


def _said(said: Said | None) -> Iterator[str]:
    if isinstance(said, Won):
        yield from (f"{name} {influence}" for name, influence in said.influence.items())
        yield said.note or ""
    elif isinstance(said, ReachedEight):
        yield from said.qualified
    elif isinstance(said, NoWinner):
        yield _in_every_language(text("drawn"))


def _in_every_language(said: Text) -> str:
    """Return a text as everybody in the hall may look for it."""
    return " ".join(render(said, language) for language in LANGUAGES)


def _plain(words: str) -> str:
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))
