"""Whether the past matters after all: an iteration is performed again with other ledgers, and must end the same.

Ledgers are left out of a position when no card reads them by its words or by the engine's form of it. This is the second opinion: a
card that reads them in words that nobody has thought of is found out by what it does.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from floorjudge.magic.playing.iterating import Iteration, Loop, Moment
from floorjudge.magic.state.turn_history import Json, is_ledger

_MUCH = 100
_MANY = 40
# Not to be changed: the turn itself, and what the engine wants to agree with other fields.
_KEPT = frozenset(
    {"turn_number", "turns_taken", "deck_pools", "outside_game", "steps_started_this_turn", "zone_changes_this_turn"}
)


def past_matters(loop: Loop, start: Moment, one: Iteration) -> bool:
    """Say whether an iteration ends differently when nothing, or very much, had happened in the turn before.

    `one` is the iteration from `start`. What the engine does not take as a past is not tried. Positions whose ledgers are
    compared anyway are not asked about.
    """
    if start.split.keeps_ledgers:
        return False
    outcome = _outcome(one)
    others = [_performed(loop, _with(start, other)) for other in (_none, _more)]
    different = [other for other in others if other not in (None, outcome)]
    if not different:
        return False
    # `one` may have been performed on a game that was never loaded; what loading alone changes has nothing to do with the past.
    same_past = _performed(loop, start)
    return any(other != same_past for other in different)


def _performed(loop: Loop, start: Moment) -> tuple[object, ...] | None:
    try:
        return _outcome(loop.iterate(start))
    except ValueError:
        return None


def _outcome(ran: Iteration) -> tuple[object, ...]:
    return ran.end.same, tuple(ran.end.split.resources.items()), ran.stop


def _with(start: Moment, other: Callable[[Json], Json]) -> Moment:
    game = msgspec.json.decode(msgspec.json.encode(start.state["state"]))
    for owner in (game, *game["players"]):
        for field, value in owner.items():
            if is_ledger(field) and field not in _KEPT:
                owner[field] = other(value)
    return msgspec.structs.replace(start, state={**start.state, "state": game})


def _none(value: Json) -> Json:
    if isinstance(value, (dict, list)):
        return type(value)()
    return 0 if _is_number(value) else value


def _more(value: Json) -> Json:
    if _is_number(value):
        return value + _MUCH
    if isinstance(value, list):
        return value * _MANY
    if isinstance(value, dict) and value and all(map(_is_number, value.values())):
        return {name: inner + _MUCH for name, inner in value.items()}
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
