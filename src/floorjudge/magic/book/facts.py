"""Converts between a certificate and the facts that the book stores: the prover's case and numbers, and the data of the first lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from floorjudge.exact import digits, read_number
from floorjudge.magic.answer.given import looks_at_the_start
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import empty_position
from floorjudge.magic.proof.certificates import Certificate, Line, facts_of, hash_of
from floorjudge.magic.search.products import Afterwards, Happened
from floorjudge.reading import JsonObject
from floorjudge.texts import Text

# The fields of a certificate that an entry stores beside the case, and those of its end.
_FACTS = (
    "version", "evidence", "checked_to", "verdict", "iterations", "warm_up", "period", "breaks", "per_iteration", "own_end",
    "maintained_by", "mandatory",
)  # fmt: skip
_OF_THE_END = ("kind", "over", "winner")
# Entries of the second form also have these, so that their first lines need no play.
_SECOND_FORM = frozenset({"clauses", "left_on_stack", "stops_in", "lives_after"})
# The proof does not use these; the first lines do, and each answer determines them again. First the events in an iteration
# and in those after the last break, then the facts with other lives of each player, None if nothing holds with one.
PLAYED, OTHER_LIVES = ("happens", "afterwards"), "with_life"
_UNPROVED = frozenset({*PLAYED, OTHER_LIVES})


def facts_for_book(certificate: Certificate) -> JsonObject:
    """Return the facts of a certificate for the book, a JSON value: no sentence, and nothing that depends on the version."""
    given = facts_of(certificate)
    after: Mapping[str, str] | None = given["after"]
    stop = certificate.stopped_by
    return {
        "case": _shortest(given["case"]),
        **{name: given[name] for name in _FACTS},
        "stopped_by": _end(given["stopped_by"]),
        "clauses": given["clauses"],
        "left_on_stack": _end(given["left_on_stack"]),
        "stops_in": None if stop is None else stop.step,
        "lives_after": after and {key: amount for key, amount in after.items() if key.startswith("life.")},
    }


def _end(stop: Mapping[str, Any] | None) -> JsonObject | None:
    return None if stop is None else {name: stop[name] for name in _OF_THE_END}


def _shortest(case: Mapping[str, Any]) -> JsonObject:
    """Return a case without the fields that an empty position has too; the active player has priority unless the case names another."""
    usual = position_value(empty_position(case["players"])) | {"priority": case["turn_of"]}
    return {name: value for name, value in case.items() if name == "players" or value != usual.get(name)}


def other_facts(found: JsonObject, claimed: JsonObject) -> tuple[str, ...]:
    """Return the names of the facts of an entry that differ from those found; fields that entries of the first form lack are ignored."""
    names = (found.keys() | claimed.keys()) - _UNPROVED - (_SECOND_FORM - claimed.keys())
    return tuple(sorted(name for name in names if hash_of(found.get(name)) != hash_of(claimed.get(name))))


def at_life(case: LoopCase, life: int) -> LoopCase:
    """Return a case in which each player began the game with this life, and has it."""
    lives = (life,) * case.position.players
    position = msgspec.structs.replace(case.position, life=lives, starting_life=life)
    return msgspec.structs.replace(case, position=position)


def begun_at(case: LoopCase, life: int) -> LoopCase:
    """Return a case in a game that began with this life: each player has as much more or less than that as before."""
    position = case.position
    lives = tuple(max(1, each - position.starting_life + life) for each in position.life)
    return msgspec.structs.replace(case, position=msgspec.structs.replace(position, life=lives, starting_life=life))


def in_game_of(case: LoopCase, life: int, library: CardLibrary) -> LoopCase:
    """Return a case in a game that began with this life: where a card looks at that as `begun_at` does, else as `at_life` does."""
    return begun_at(case, life) if looks_at_the_start(case.position, library) else at_life(case, life)


def may_change_with_life(facts: JsonObject) -> bool:
    """Return whether other numbers may be true of a loop with another life: it ends or changes, or sets the life."""
    return bool(facts["breaks"] or facts["stopped_by"] or "life" in facts["case"])


def with_life(facts: JsonObject, case: LoopCase, life: int, library: CardLibrary) -> tuple[LoopCase, JsonObject] | None:
    """Return the case and the facts of an entry in a game that began with this life; None if the effect of another life is unknown.

    `case` is the entry's. If nothing holds with this life, both are returned unchanged.
    """
    if looks_at_the_start(case.position, library):
        return (case, facts) if life == case.position.starting_life else None
    changed = at_life(case, life)
    if changed.position.life == case.position.life:
        return case, facts
    others: JsonObject = facts.get(OTHER_LIVES, {})
    if str(life) in others:
        other = others[str(life)]
        return (case, facts) if other is None else (changed, facts | other)
    return None if may_change_with_life(facts) else (changed, facts)


def happened_value(happened: Happened) -> list[list[Any]]:
    """Return the events in an iteration as JSON, without their numbers: each kind with the seats of the players."""
    kinds = sorted({kind for kind, _ in happened})
    return [[kind, sorted((seat for each, seat in happened if each == kind), key=repr)] for kind in kinds]


def read_happened(given: Sequence[tuple[str, Sequence[int | None]]]) -> Happened:
    """Return what `happened_value` has written."""
    return {(kind, seat): 1 for kind, seats in given for seat in seats}


def read_afterwards(given: JsonObject | None) -> Afterwards | None:
    """Return what `afterwards_value` has written, with its amounts named by their keys."""
    if given is None:
        return None
    changes = given["per_iteration"].items()
    lines = tuple(Line(key, Text(key), (read_number(change, key),)) for key, change in changes)
    return Afterwards(lines, read_happened(given["happens"]))


def afterwards_value(after: Afterwards | None) -> JsonObject | None:
    """Return the iterations after the last break as JSON."""
    if after is None:
        return None
    changes = {line.key: digits(line.change[0]) for line in after.lines}
    return {"per_iteration": changes, "happens": happened_value(after.happened)}
