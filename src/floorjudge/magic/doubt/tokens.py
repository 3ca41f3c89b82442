"""Checks effects that change the creation of tokens: the engine adds a token to each, and asks no player for their order.

Where an effect creates several tokens and another one adds one more, the engine adds one for each. It also never asks for the
order of such effects, though it does for those that change counters, life and damage (CR 616.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from floorjudge.magic.engine.objects import GameObject, description_of
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Remark

_ONE_MORE = re.compile(r"\bplus (?:an additional|one additional)\b|\band an additional\b", re.IGNORECASE)
_AS_MANY = re.compile(r"\bthose tokens plus that many\b", re.IGNORECASE)
# The required type of a token, by the engine's kind of condition.
_SORTS = {"TokenSubtypeMatches": "subtypes", "TokenCoreTypeMatches": "core_types"}
# What a replacement does: two that agree in all of these can change places.
_DOES = ("execute", "additional_token_spec", "ensure_token_specs", "quantity_modification", "condition")


def remarks_on_tokens(position: Snapshot, created: Sequence[GameObject]) -> Iterator[Remark]:
    """Yield remarks on tokens created together after a position, and on the effects that replaced them."""
    for seat in sorted({each.controller for each in created}):
        tokens = [each for each in created if each.controller == seat]
        found = [
            (thing.name, each)
            for thing in position.objects.values()
            for each in (thing.replacements if thing.in_play else ())
            if _applies(thing, each, seat, tokens)
        ]
        for card, each in found:
            # Each effect adds one token: more than that means that several were to be created.
            if _ONE_MORE.search(description_of(each)) and len(tokens) > len(found) + 1:
                yield Remark("each_token", card, description_of(each))
        forms = {str([each.get(name) for name in _DOES]) for _, each in found}
        ordered = [(card, each) for card, each in found if not _multiplies(each)]
        if ordered and len(forms) > 1:
            yield Remark("order_of_tokens", ordered[0][0], description_of(ordered[0][1]))


def _multiplies(replacement: Mapping[str, Any]) -> bool:
    """Return whether an effect creates as many again: the order of several such effects makes no difference."""
    return bool(replacement.get("quantity_modification")) or _AS_MANY.search(description_of(replacement)) is not None


def _applies(source: GameObject, replacement: Mapping[str, Any], seat: int, tokens: Sequence[GameObject]) -> bool:
    """Return whether a replacement may apply to some of these tokens, which include those that it has added."""
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
