"""Compares what waits on the stack with words that the engine's form of it lacks: which targets, which one of them, how many times.

Where only what the words allow has been chosen, and once is meant, nothing is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from floorjudge.magic.engine.objects import GameObject, StackObject
from floorjudge.magic.playing.iterating import Remark

_NO_SUCH_TARGET = re.compile(r"\bany (?:other )?target that isn't an? (?P<kind>\w+)", re.IGNORECASE)
_SOURCE = re.compile(
    r"\btarget (?:\w+ or )?\w+ ability\b[^.]*\bfrom an?(?P<other>other)? (?P<kind>\w+) source\b", re.IGNORECASE
)
_ONE_OF_THOSE = re.compile(r"\bcopy of one of (?:those|them)\b", re.IGNORECASE)
_THAT_MANY_TIMES = re.compile(r"\bthat many times\b", re.IGNORECASE)
_AMOUNT = re.compile(r"EventContextAmount|'repeat_for': \{")


def remarks_on_waiting(stack: Sequence[StackObject], now: Callable[[int], GameObject | None]) -> Iterator[Remark]:
    """Yield a remark on each object on the stack whose words the engine has not heeded; `now` returns an object."""
    numbered = {each.number: each for each in stack}
    for entry in stack:
        source = now(entry.source or 0)
        for mistake in dict.fromkeys(_mistakes(entry, numbered, now)):
            yield Remark(mistake, "" if source is None else source.name, entry.words)


def _mistakes(
    entry: StackObject, stack: dict[int, StackObject], now: Callable[[int], GameObject | None]
) -> Iterator[str]:
    if (words := _NO_SUCH_TARGET.search(entry.words)) is not None:
        yield from ("no_limit" for each in entry.targets if _is(now(each), words["kind"]))
    if (words := _SOURCE.search(entry.words)) is not None:
        for ability in (stack[each] for each in entry.targets if each in stack):
            is_itself = words["other"] is not None and ability.source == entry.source
            if is_itself or not _is(now(ability.source or 0), words["kind"]):
                yield "no_limit"
    if _ONE_OF_THOSE.search(entry.words) is not None:
        spell = stack.get(entry.triggered_by or 0)
        if spell is None or len(spell.targets) > 1:
            yield "no_limit"
    once = entry.amount_of_event <= 1 or _AMOUNT.search(str(entry.parts)) is not None
    if not once and _THAT_MANY_TIMES.search(entry.words) is not None:
        yield "not_read"


def _is(thing: GameObject | None, kind: str) -> bool:
    """Return whether a word is a type of a thing, or “colorless” and the thing is that."""
    if thing is None:
        return False
    if kind.lower() == "colorless":
        return not thing.colours
    return kind.capitalize() in (*thing.types, *thing.subtypes, *thing.supertypes)
