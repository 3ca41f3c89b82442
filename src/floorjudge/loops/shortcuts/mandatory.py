"""Loops that no player keeps going: when they are a draw, and which actions a player need not take to prevent it."""

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
    """The alternative to an action (“A unless B”), and the players who may choose it, in order."""

    instead: str
    players: tuple[str, ...]


class LoopAction(msgspec.Struct, frozen=True):
    """An event of every iteration; `by` is None for the rules' own actions, `random` if chance decides the result."""

    what: str
    by: str | None = None
    optional: bool = False
    unless: Unless | None = None
    random: bool = False


class WayOut(msgspec.Struct, frozen=True):
    """An action with which a player could end a loop, and the object that requires it, if any does."""

    player: str
    what: str
    called_for_by: str | None = None


class ActionLoop(msgspec.Struct, frozen=True):
    """A loop as actions: its events, the objects that take part, the actions that would end it.

    `ends_at` is the iteration, from 0, in which it ends by itself; None if it never does. `undecided` is the reason if
    that is not known. `position_comes_back` distinguishes a position that is exactly the same from one in which only
    amounts change.
    """

    actions: tuple[LoopAction, ...]
    objects: frozenset[str] = frozenset()
    ways_out: tuple[WayOut, ...] = ()
    ends_at: int | None = None
    position_comes_back: bool = True
    undecided: Text | None = None


class Reply(msgspec.Struct, frozen=True):
    """A player's answer whether they do B, for “A unless B”."""

    player: str
    does_it: bool


class UnlessAsked(msgspec.Struct, frozen=True):
    """The question whether a player chooses the alternative that the loop allows."""

    player: str
    instead: str


class DoneInstead(msgspec.Struct, frozen=True):
    """A player does the alternative, or an action that an object in the loop requires, and the loop ends with that."""

    player: str
    what: str
    clauses: tuple[str, ...]


WithoutMaintainer: TypeAlias = Finding | UnlessAsked | DoneInstead


def may_be_forced(way_out: WayOut, objects: Collection[str]) -> bool:
    """Return whether a player has to end a loop by an action: only if an object that takes part in it requires that.

    Clauses: CR shortcuts.5
    """
    return way_out.called_for_by is not None and way_out.called_for_by in objects


def settle_unless(unlesses: Iterable[Unless], replies: tuple[Reply, ...]) -> UnlessAsked | DoneInstead | None:
    """Return the next question, or the player that does B; None if no player does: every A then counts as mandatory.

    `replies` stand in the order of the questions, one “unless” after the other; after a player that does B there are no
    more questions. Raises BadInput, with its place, for a reply by a player other than the one asked.
    Clauses: CR shortcuts.6
    """
    questions = [UnlessAsked(player, unless.instead) for unless in unlesses for player in unless.players]
    done: DoneInstead | None = None
    for index, reply in enumerate(replies):
        expected = None if done is not None or index >= len(questions) else questions[index].player
        check_asked(reply.player, expected, f"replies[{index}].player")
        if reply.does_it:
            done = DoneInstead(reply.player, questions[index].instead, ("CR shortcuts.6",))
    return done or next(iter(questions[len(replies) :]), None)


def settle_mandatory(
    loop: ActionLoop, replies: tuple[Reply, ...] = (), *, tournament: bool = True
) -> WithoutMaintainer:
    """Return whether a loop of mandatory actions is a draw.

    `replies` answer the “unless” parts of the loop, see `settle_unless`; if some are missing, the next question is
    returned. In a tournament, players who could end the loop name the number of iterations after which they will;
    outside of a tournament no player has to end it.
    Raises BadInput, with its place, for a loop that contradicts itself, and for a reply by another player than the one
    asked.
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
