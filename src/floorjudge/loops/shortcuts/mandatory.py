"""Loops that nobody keeps going: when they are a draw, and what nobody has to do to prevent it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

import msgspec

from floorjudge.errors import BadInput
from floorjudge.loops.errors import NoPlayers, NothingProposed, OptionalForNobody, check_asked
from floorjudge.loops.game.judging import Finding, LoopFacts, Verdict, draw_or_not
from floorjudge.loops.game.protocol import chance_decides
from floorjudge.loops.shortcuts.settling import settled_by
from floorjudge.texts import Text, text


class EndsBeforeItBegins(BadInput):
    sentence = text("The iterations are counted from 0, so the one in which the loop ends is 0 or more.")


class Unless(msgspec.Struct, frozen=True):
    """What may be done instead of an action (“A unless B”), and by whom, in the order in which they are asked."""

    instead: str
    players: tuple[str, ...]


class LoopAction(msgspec.Struct, frozen=True):
    """What happens in every iteration of a loop; `by` is None where the rules do it, `random` where chance decides what it is."""

    what: str
    by: str | None = None
    optional: bool = False
    unless: Unless | None = None
    random: bool = False


class WayOut(msgspec.Struct, frozen=True):
    """What a player could do to end a loop, and the object that calls for it, if any does."""

    player: str
    what: str
    called_for_by: str | None = None


class ActionLoop(msgspec.Struct, frozen=True):
    """A loop as actions: what happens in it, which objects take part, what would end it.

    `ends_at` is the iteration, from 0, in which it ends by itself; None when it never does. `undecided` says why that
    is not known. `position_comes_back` tells a position that is exactly the same from one where only amounts change.
    """

    actions: tuple[LoopAction, ...]
    objects: frozenset[str] = frozenset()
    ways_out: tuple[WayOut, ...] = ()
    ends_at: int | None = None
    position_comes_back: bool = True
    undecided: Text | None = None


class Reply(msgspec.Struct, frozen=True):
    """What a player answers who is asked whether they do B, where the game says “A unless B”."""

    player: str
    does_it: bool


class UnlessAsked(msgspec.Struct, frozen=True):
    """Somebody is asked whether they do what the loop allows instead."""

    player: str
    instead: str


class DoneInstead(msgspec.Struct, frozen=True):
    """A player does what the loop allows instead, or what an object in it calls for, and the loop ends with that."""

    player: str
    what: str
    clauses: tuple[str, ...]


WithoutMaintainer: TypeAlias = Finding | UnlessAsked | DoneInstead


def may_be_forced(way_out: WayOut, objects: Collection[str]) -> bool:
    """Say whether a player has to end a loop by an action: only when an object that takes part in it calls for that.

    Clauses: CR shortcuts.5
    """
    return way_out.called_for_by is not None and way_out.called_for_by in objects


def settle_unless(unlesses: Iterable[Unless], replies: tuple[Reply, ...]) -> UnlessAsked | DoneInstead | None:
    """Return who is asked next, or who does B; None when nobody does: every A then counts as mandatory.

    `replies` stand in the order in which the players are asked, one “unless” after the other; nobody is asked after one
    who does B. Raises BadInput, with its place, for the reply of somebody who is not asked.
    Clauses: CR shortcuts.6
    """
    questions = [UnlessAsked(player, unless.instead) for unless in unlesses for player in unless.players]
    done: DoneInstead | None = None
    for index, reply in enumerate(replies):
        asked = None if done is not None or index >= len(questions) else questions[index].player
        check_asked(reply.player, asked, f"replies[{index}].player")
        if reply.does_it:
            done = DoneInstead(reply.player, questions[index].instead, ("CR shortcuts.6",))
    return done or next(iter(questions[len(replies) :]), None)


def settle_mandatory(
    loop: ActionLoop, replies: tuple[Reply, ...] = (), *, tournament: bool = True
) -> WithoutMaintainer:
    """Return whether a loop of mandatory actions is a draw.

    `replies` answer the “unless” parts of the loop, see `settle_unless`; where they are missing, the players are asked. In
    a tournament the players who could end the loop are asked when they will; outside of one nobody has to end it.
    Raises BadInput, with its place, for a loop that contradicts itself, and for the reply of somebody who is not asked.
    Clauses: CR shortcuts.1c, CR shortcuts.4, CR shortcuts.5, CR shortcuts.6, MTR 4.4.7
    """
    _check(loop)
    unlesses = [action.unless for action in loop.actions if action.unless is not None]
    answered = settle_unless(unlesses, replies)
    if answered is not None:
        return answered
    for way_out in loop.ways_out:
        if may_be_forced(way_out, loop.objects):
            return DoneInstead(way_out.player, way_out.what, ("CR shortcuts.5",))
    finding = draw_or_not(_facts(loop, tournament=tournament))
    if finding.verdict is Verdict.MAY_BE_SHORTCUT:
        maintainers = len(_maintainers(loop))
        return msgspec.structs.replace(finding, clauses=settled_by(maintainers, tournament=tournament))
    if finding.verdict is not Verdict.DRAW:
        return finding
    unforced = ("CR shortcuts.5",) if loop.ways_out else ()
    declined = ("CR shortcuts.6",) if unlesses else ()
    return msgspec.structs.replace(finding, clauses=(*finding.clauses, *unforced, *declined))


def _check(loop: ActionLoop) -> None:
    if not loop.actions:
        raise NothingProposed(where="actions")
    for index, action in enumerate(loop.actions):
        if action.optional and action.by is None:
            raise OptionalForNobody(where=f"actions[{index}].by")
        if action.unless is not None and not action.unless.players:
            raise NoPlayers(where=f"actions[{index}].unless.players")
    if loop.ends_at is not None and loop.ends_at < 0:
        raise EndsBeforeItBegins(where="ends_at")


def _maintainers(loop: ActionLoop) -> tuple[str, ...]:
    return tuple(dict.fromkeys(action.by for action in loop.actions if action.by is not None and action.optional))


def _facts(loop: ActionLoop, *, tournament: bool) -> LoopFacts:
    could_act = tuple(dict.fromkeys(way_out.player for way_out in loop.ways_out)) if tournament else ()
    return LoopFacts(
        _maintainers(loop),
        could_act,
        loop.ends_at,
        loop.position_comes_back,
        loop.undecided,
        left_to_chance=next((chance_decides(action.what) for action in loop.actions if action.random), None),
    )
