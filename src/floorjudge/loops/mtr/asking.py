"""Who is asked, in which order, what they may say, and where what they said would stop the loop."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from floorjudge.loops.errors import MayNotSay, NoPartForAMaintainer, check_asked
from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.cases import Case, Declaration, Paragraph, Point, Sayable, Waiting
from floorjudge.texts import Text

# What may be said under each paragraph by a player who maintains the loop, or does not.
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


def paragraph(case: Case) -> Paragraph:
    """Return the paragraph by which a loop is settled: it hangs on who maintains it, and across what.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    return paragraph_for(len(case.maintained_by), across_turns=case.span == "turns")


def paragraph_for(maintainers: int, *, across_turns: bool) -> Paragraph:
    """Return the paragraph that settles a loop: it hangs on how many players maintain it, and across what.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    if maintainers < 2:
        return "MTR 4.4.3" if maintainers else "MTR 4.4.2"
    return "MTR 4.4.5" if across_turns else "MTR 4.4.4"


def order_of_asking(case: Case) -> tuple[str, ...]:
    """Return the players in the order in which they are asked.

    Everybody in turn order; but a single maintainer first, and the others in turn order after them.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    if paragraph(case) != "MTR 4.4.3":
        return case.turn_order
    first = case.turn_order.index(case.maintained_by[0])
    return case.turn_order[first:] + case.turn_order[:first]


def may_say(case: Case, player: str) -> tuple[Sayable, ...]:
    """Return what a player may say when asked, in alphabetical order.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    return _SAYABLE[paragraph(case), player in case.maintained_by]


def possibilities(case: Case, player: str) -> Text:
    """Say in a sentence what a player may say when asked."""
    limit = limit_for(case, player)
    return explain.possibilities(paragraph(case), player, maintains=player in case.maintained_by, limit=limit)


def next_question(case: Case) -> Waiting | None:
    """Return who is asked next, None when everybody has answered; the declarations so far are taken as they are.

    A player who does not answer stays asked: nobody can opt out.

    Clauses: MTR 4.4.9
    """
    order = order_of_asking(case)
    if len(case.declarations) == len(order):
        return None
    player = order[len(case.declarations)]
    return Waiting(
        player=player,
        may_say=may_say(case, player),
        below=limit_for(case, player),
        standing=min((stop for _, stop in stopping_points(case)), default=None),
    )


def limit_for(case: Case, player: str) -> Point | None:
    """Return the point before which a player must stay who answers a single maintainer; None without such a limit.

    Clauses: MTR 4.4.3
    """
    if paragraph(case) != "MTR 4.4.3" or player in case.maintained_by:
        return None
    return stopping_point(case, case.declarations[0])


def stopping_points(case: Case) -> tuple[tuple[str, Point], ...]:
    """Return the players who have named a stopping point, with their points, in the order in which they were asked."""
    named = ((said.player, stopping_point(case, said)) for said in case.declarations)
    return tuple((player, point) for player, point in named if point is not None)


def stopping_point(case: Case, declaration: Declaration) -> Point | None:
    """Return where a declaration would stop the loop; None for one that lets it go on.

    N with `steps` k is k steps into the N-th iteration. A maintainer across turns, or one whose choices sustain the
    loop, stops at their first step that sustains it, where such steps are marked. The number of a single maintainer,
    said again by somebody else, is agreement.

    Clauses: MTR 4.4.3, MTR 4.4.5, MTR 4.4.6, MTR 4.4.8
    """
    says = declaration.says
    if not isinstance(says, int):
        return None
    if declaration.steps is not None:
        return Point(says - 1, declaration.steps)
    if declaration.player in case.maintained_by:
        return Point(says, _first_sustaining_step(case, declaration.player))
    if paragraph(case) == "MTR 4.4.3" and says == case.declarations[0].says:
        return None
    return Point(says)


def _first_sustaining_step(case: Case, player: str) -> int:
    """Return the index of the step that a player leaves out, or chooses differently, when they stop; 0 where unmarked.

    Clauses: MTR 4.4.5, MTR 4.4.8
    """
    if paragraph(case) != "MTR 4.4.5" and not case.stops_by_choosing(player):
        return 0
    own = (index for index, step in enumerate(case.body) if step.sustains and step.by == player)
    return next(own, 0)


def may_stop_within(case: Case, player: str) -> bool:
    """Return whether a player may name a part of an iteration.

    The single maintainer names the number of iterations, and whoever sustains a loop across turns stops where they would
    sustain it again; everybody else may intervene in the middle, also a maintainer within a turn.

    Clauses: MTR 4.4.6
    """
    return player not in case.maintained_by or paragraph(case) == "MTR 4.4.4"


def check_declarations(case: Case) -> None:
    """Check that everybody answered when asked, and with something that was theirs to say.

    Raises BadInput, with the place, who said what, and what they may say.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.6
    """
    order = order_of_asking(case)
    for index, declaration in enumerate(case.declarations):
        where = f"declarations[{index}]"
        check_asked(declaration.player, order[index] if index < len(order) else None, f"{where}.player")
        _check_declaration(case, declaration, where)


def _check_declaration(case: Case, declaration: Declaration, where: str) -> None:
    player, says = declaration.player, declaration.says
    if declaration.steps is not None and not may_stop_within(case, player):
        raise NoPartForAMaintainer(player, where=f"{where}.steps")
    kind: Sayable = "number" if isinstance(says, int) else says
    if kind not in may_say(case, player) or not _is_in_reach(case, declaration):
        raise MayNotSay(
            player,
            explain.said(declaration),
            possibilities(case, player),
            where=f"{where}.says",
            clauses=(paragraph(case),),
        )


def _is_in_reach(case: Case, declaration: Declaration) -> bool:
    """Say whether a point is one that this player can name, as far as a single maintainer's number goes.

    Clauses: MTR 4.4.3
    """
    if paragraph(case) != "MTR 4.4.3" or not isinstance(declaration.says, int):
        return True
    limit, point = limit_for(case, declaration.player), stopping_point(case, declaration)
    if limit is None:
        return declaration.says >= 1
    return point is None or point < limit
