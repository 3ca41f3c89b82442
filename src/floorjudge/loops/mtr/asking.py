"""The order in which players answer, the answers that they may give, and the points at which these stop the loop."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from floorjudge.loops.errors import MayNotSay, NoPartForAMaintainer, check_asked
from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.cases import Case, Declaration, Paragraph, Point, Sayable, Waiting
from floorjudge.texts import Text

# The answers available under each paragraph to a player who maintains the loop, and to all others.
_SAYABLE: Mapping[tuple[Paragraph, bool], tuple[Sayable, ...]] = MappingProxyType(
    {
        ("MTR 4.4.2", False): ("none", "number"),
        ("MTR 4.4.3", True): ("number",),
        ("MTR 4.4.3", False): ("agree", "number"),
        ("MTR 4.4.4", True): ("number",),
        ("MTR 4.4.4", False): ("agree", "number"),
        ("MTR 4.4.5", True): ("indefinitely", "number"),
        ("MTR 4.4.5", False): ("agree", "indefinitely", "number"),
    }
)


class Named(NamedTuple):
    """A declaration that would stop the loop, with its stopping point."""

    declaration: Declaration
    point: Point


class Asking(msgspec.Struct, frozen=True):
    """The state of the players' answers.

    `players` have yet to answer, in order. `standing` is the lowest stopping point so far; a player who names a point
    must stay before `limit`. `again`: all players have answered, and the others answer again about the standing point.
    """

    players: tuple[str, ...]
    standing: Named | None = None
    limit: Named | None = None
    again: bool = False


def paragraph(case: Case) -> Paragraph:
    """Return the paragraph that settles a loop, by the number of its maintainers and its span.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    return paragraph_for(len(case.maintained_by), across_turns=case.span == "turns")


def paragraph_for(maintainers: int, *, across_turns: bool) -> Paragraph:
    """Return the paragraph that settles a loop with these maintainers and this span.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    if maintainers < 2:
        return "MTR 4.4.3" if maintainers else "MTR 4.4.2"
    return "MTR 4.4.5" if across_turns else "MTR 4.4.4"


def order_of_asking(case: Case) -> tuple[str, ...]:
    """Return the players in the order in which they first answer.

    All answer in turn order; but a single maintainer answers first, and the others in turn order after them.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    if paragraph(case) != "MTR 4.4.3":
        return case.turn_order
    first = case.turn_order.index(case.maintained_by[0])
    return case.turn_order[first:] + case.turn_order[:first]


def asked_so_far(case: Case) -> Asking:
    """Return the state of the answers; the declarations are not checked."""
    asking = Asking(order_of_asking(case))
    for declaration in case.declarations:
        asking = _after(case, asking, declaration)
    return asking


def _after(case: Case, asking: Asking, declaration: Declaration) -> Asking:
    """Return the state of the answers after one more declaration.

    Clauses: MTR 4.4.3
    """
    point = None if _agrees(case, asking, declaration) else point_of(case, declaration)
    named = None if point is None else Named(declaration, point)
    if asking.again:
        left = msgspec.structs.replace(asking, players=asking.players[1:])
        return left if named is None else _asked_again(case, named)
    standing = _lowest(case, asking.standing, named)
    players, limit = asking.players[1:], asking.limit
    if not players and standing is not None and case.asks_again:
        return _asked_again(case, standing)
    if paragraph(case) == "MTR 4.4.3" and limit is None:
        limit = named
    return Asking(players, standing, limit)


def _asked_again(case: Case, standing: Named) -> Asking:
    """Return the beginning of a round in which all but the player who named the standing point answer about it.

    Clauses: MSTR 4.4A
    """
    others = tuple(player for player in case.turn_order if player != standing.declaration.player)
    return Asking(others, standing, standing, again=True)


def _lowest(case: Case, standing: Named | None, named: Named | None) -> Named | None:
    """Return which of the standing point and a new one stops the loop.

    At the same point the active player would act first, so turn order decides and not the order of the answers. In a
    second round, the first player to name the point stays.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MSTR 4.4A
    """
    if standing is None or named is None:
        return standing or named
    if named.point != standing.point:
        return min(standing, named, key=lambda each: each.point)
    if case.asks_again:
        return standing
    return min(standing, named, key=lambda each: case.turn_order.index(each.declaration.player))


def _agrees(case: Case, asking: Asking, declaration: Declaration) -> bool:
    """Return whether a number is agreement to the limit.

    It is if it names the limit's own point, or if another player repeats the number of a single maintainer.

    Clauses: MTR 4.4.3, MSTR 4.4A
    """
    limit = asking.limit
    if limit is None or not isinstance(declaration.says, int):
        return False
    if point_of(case, declaration) == limit.point:
        return True
    number = (declaration.says, declaration.steps)
    return (
        paragraph(case) == "MTR 4.4.3" and number == (limit.declaration.says, None) and limit.declaration.steps is None
    )


def next_question(case: Case) -> Waiting | None:
    """Return the next question, None if all players have answered; the declarations so far are not checked.

    The question stays open until the player answers: no player can opt out.

    Clauses: MTR 4.4.9, MSTR 4.4A
    """
    asking = asked_so_far(case)
    if not asking.players:
        return None
    player = asking.players[0]
    return Waiting(
        player=player,
        may_say=_may_say(case, asking, player),
        below=None if asking.limit is None else asking.limit.point,
        standing=None if asking.standing is None else asking.standing.point,
        again=asking.again,
    )


def _may_say(case: Case, asking: Asking, player: str) -> tuple[Sayable, ...]:
    """Return the answers that a player may give, in alphabetical order.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MSTR 4.4A
    """
    if asking.limit is None:
        return _SAYABLE[paragraph(case), player in case.maintained_by]
    earliest = point_of(case, Declaration(player, _least(case, player)))
    return ("agree", "number") if earliest is not None and earliest < asking.limit.point else ("agree",)


def _least(case: Case, player: str) -> int:
    """Return the least number of iterations that a player may name.

    Clauses: MTR 4.4.3
    """
    return 1 if paragraph(case) == "MTR 4.4.3" and player in case.maintained_by else 0


def possibilities(case: Case, player: str) -> Text:
    """Return the sentence that lists the answers that a player may give."""
    return _possibilities(case, asked_so_far(case), player)


def _possibilities(case: Case, asking: Asking, player: str) -> Text:
    maintains = player in case.maintained_by
    limit = None if asking.limit is None else asking.limit.point
    if not asking.again or limit is None:
        return explain.possibilities(paragraph(case), player, maintains=maintains, limit=limit)
    if "number" not in _may_say(case, asking, player):
        return explain.can_only_agree(player)
    return explain.asked_again(player, limit, maintains=maintains, least=_least(case, player))


def point_of(case: Case, declaration: Declaration) -> Point | None:
    """Return the point that a declaration names; None for a word.

    N with `steps` k is k steps into the N-th iteration. A maintainer across turns, or one whose choices sustain the
    loop, stops at their first step that sustains it, where such steps are marked.

    Clauses: MTR 4.4.5, MTR 4.4.6, MTR 4.4.8
    """
    says = declaration.says
    if not isinstance(says, int):
        return None
    if declaration.steps is not None:
        return Point(says - 1, declaration.steps)
    if declaration.player in case.maintained_by:
        return Point(says, _first_sustaining_step(case, declaration.player))
    return Point(says)


def _first_sustaining_step(case: Case, player: str) -> int:
    """Return the index of the step that a stopping player leaves out, or chooses differently; 0 if unmarked.

    Clauses: MTR 4.4.5, MTR 4.4.8
    """
    if paragraph(case) != "MTR 4.4.5" and not case.stops_by_choosing(player):
        return 0
    own = (index for index, step in enumerate(case.body) if step.sustains and step.by == player)
    return next(own, 0)


def may_stop_within(case: Case, player: str) -> bool:
    """Return whether a player, if asked now, may name a part of an iteration."""
    return _may_stop_within(case, asked_so_far(case), player)


def _may_stop_within(case: Case, asking: Asking, player: str) -> bool:
    """Return whether a player may name a part of an iteration.

    A single maintainer names the number of iterations. A player who sustains a loop across turns stops at the step at
    which they would sustain it again. All others may intervene within an iteration. So may a maintainer within a turn,
    until the second round.

    Clauses: MTR 4.4.6, MSTR 4.4A
    """
    return player not in case.maintained_by or (paragraph(case) == "MTR 4.4.4" and not asking.again)


def check_declarations(case: Case) -> None:
    """Check that the players answered in order, each with an answer available to them.

    Raises BadInput, with the place, the player and the available answers.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6, MSTR 4.4A
    """
    asking = Asking(order_of_asking(case))
    for index, declaration in enumerate(case.declarations):
        where = f"declarations[{index}]"
        check_asked(declaration.player, asking.players[0] if asking.players else None, f"{where}.player")
        _check_declaration(case, asking, declaration, where)
        asking = _after(case, asking, declaration)


def _check_declaration(case: Case, asking: Asking, declaration: Declaration, where: str) -> None:
    player, says = declaration.player, declaration.says
    added = ("MSTR 4.4A",) if asking.again else ()
    if declaration.steps is not None and not _may_stop_within(case, asking, player):
        raise NoPartForAMaintainer(player, where=f"{where}.steps", clauses=added)
    kind: Sayable = "number" if isinstance(says, int) else says
    if not _is_in_reach(case, asking, declaration, kind):
        raise MayNotSay(
            player,
            explain.declaration_text(declaration),
            _possibilities(case, asking, player),
            where=f"{where}.says",
            clauses=added or (paragraph(case),),
        )


def _is_in_reach(case: Case, asking: Asking, declaration: Declaration, kind: Sayable) -> bool:
    """Return whether a declaration is available to this player: a word, or a point before the limit.

    Clauses: MTR 4.4.3, MSTR 4.4A
    """
    if _agrees(case, asking, declaration):
        return True
    if kind not in _may_say(case, asking, declaration.player):
        return False
    point = point_of(case, declaration)
    if point is None:
        return True
    enough = point.iterations >= _least(case, declaration.player)
    return enough and (asking.limit is None or point < asking.limit.point)
