"""What replaces the creation of tokens, as the engine has read it: where it adds too many, and where the order would be asked for.

The engine asks in which order effects that change counters, life and damage apply (CR 616.1), and not for those that change tokens. A token
that comes in addition to all of them it adds to each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from floorjudge.magic.phase.objects import GameObject
from floorjudge.magic.phase.snapshot import Snapshot

_ONE_MORE = re.compile(r"\bplus (?:an additional|one additional)\b|\band an additional\b", re.IGNORECASE)
_AS_MANY = re.compile(r"\bthose tokens plus that many\b", re.IGNORECASE)
# Of what sort a token has to be, by the engine's kind of condition.
_SORTS = {"TokenSubtypeMatches": "subtypes", "TokenCoreTypeMatches": "core_types"}
# What tells a replacement apart from one that does the same.
_DOES = ("execute", "additional_token_spec", "ensure_token_specs", "quantity_modification", "condition")


class TokenOddity(NamedTuple):
    """One thing that the engine does otherwise: of which permanent, with which words."""

    kind: Literal["each_token", "order_of_tokens"]
    source: int
    words: str


def odd_replacements(position: Snapshot, created: Sequence[GameObject]) -> Iterator[TokenOddity]:
    """Yield what is odd about how tokens that were `created` together from a position on were replaced."""
    for seat in sorted({each.controller for each in created}):
        tokens = [each for each in created if each.controller == seat]
        found = [
            (thing.number, each)
            for thing in position.objects.values()
            for each in (thing.raw.get("replacement_definitions") or () if thing.in_play else ())
            if _applies(thing, each, seat, tokens)
        ]
        for number, each in found:
            if _ONE_MORE.search(_words(each)) and len(tokens) > len(found) + 1:
                yield TokenOddity("each_token", number, _words(each))
        forms = {str([each.get(name) for name in _DOES]) for _, each in found}
        ordered = [(number, each) for number, each in found if not _multiplies(each)]
        if ordered and len(forms) > 1:
            yield TokenOddity("order_of_tokens", ordered[0][0], _words(ordered[0][1]))


def _words(replacement: Mapping[str, Any]) -> str:
    return str(replacement.get("description") or "")


def _multiplies(replacement: Mapping[str, Any]) -> bool:
    """Say whether as many come again for all that come: then it comes to the same in any order with others like it."""
    return bool(replacement.get("quantity_modification")) or _AS_MANY.search(_words(replacement)) is not None


def _applies(source: GameObject, replacement: Mapping[str, Any], seat: int, tokens: Sequence[GameObject]) -> bool:
    """Say whether a replacement may be about some of these tokens; what it has made of them is among them."""
    if replacement.get("event") != "CreateToken":
        return False
    if replacement.get("token_owner_scope") == "You" and source.controller != seat:
        return False
    condition = replacement.get("condition") or {}
    sort = _SORTS.get(str(condition.get("type")))
    wanted = set(condition.get(sort) or ()) if sort is not None else set()
    return sort is None or any(
        not wanted.isdisjoint((each.raw.get("card_types") or {}).get(sort) or ()) for each in tokens
    )
