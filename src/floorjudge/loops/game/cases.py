"""Turning a game's loop into the case that MTR 4.4 rules on."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.errors import Refused
from floorjudge.exact import AffineMap
from floorjudge.loops.errors import check_player, check_players
from floorjudge.loops.game.bodies import read_body, written
from floorjudge.loops.game.fast_forward import BUDGET
from floorjudge.loops.game.judging import NoLoop, judged_and_seen
from floorjudge.loops.game.maintaining import Seen, Visit
from floorjudge.loops.game.protocol import Body, Choice, Game, Position
from floorjudge.loops.mtr.cases import Case, Step
from floorjudge.texts import Text, text


class NotALoop(Refused):
    sentence = text("This is no loop that can be ruled on. {reason}")
    reason: Text


def case_of(
    game: Game[Position, Choice],
    position: Position,
    body: Body[Choice],
    turn_order: Sequence[str],
    *,
    across_turns: bool = False,
    budget: int = BUDGET,
) -> Case:
    """Return the case of a loop from a position; `turn_order` begins with the active player.

    The loop must be under way in the position: take that of a `Forward`, or one that a watch has seen again, whose body
    is `watch.played(repetition)`. A step of the case is a step of the body; a repeat counts as one step. Playing the
    body shows which players keep the loop going, with which steps, by an action or by a choice, and what chance decides. Where
    an iteration takes several turns, any change of an amount counts as a meaningful change: replace that if the amount
    is what keeps the loop going.
    Raises Refused if the body is not a loop there. Raises BadInput, with the place, for an invalid body and for a
    player missing from `turn_order`.
    Clauses: MTR 4.4.1, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8
    """
    players, steps = tuple(turn_order), read_body(body)
    check_players(players)
    judged, seen = judged_and_seen(game, position, steps, across_turns=across_turns, budget=budget)
    if isinstance(judged, NoLoop):
        raise NotALoop(judged.reason)
    if seen is None:
        raise NotALoop(judged.finding.reason)
    for visit in seen.visits:
        if visit.player is not None:
            check_player(visit.player, players, "turn_order")
    return Case(
        players,
        seen.maintained_by,
        span="turns" if across_turns else "turn",
        sustained_by={player: "choices" for player in seen.maintained_by if _cannot_cease(game, seen, player)}
        or "actions",
        meaningful_change=across_turns and judged.per_iteration not in (None, AffineMap()),
        body=tuple(_step(written(step), index, seen) for index, step in enumerate(steps)),
    )


def _cannot_cease(game: Game[Position, Choice], seen: Seen[Position, Choice], player: str) -> bool:
    """Return whether a player who maintains a loop can only choose differently there, and cannot pass.

    Clauses: MTR 4.4.8
    """
    own = [visit for visit in seen.sustaining if visit.player == player]
    return not any(game.passes(option) for visit in own for option in visit.possible)


def _step(words: str, index: int, seen: Seen[Position, Choice]) -> Step:
    def at(visits: tuple[Visit[Position, Choice], ...]) -> list[Visit[Position, Choice]]:
        return [visit for visit in visits if visit.index == index]

    sustaining = {visit.player for visit in at(seen.sustaining)}
    players = sustaining or {visit.player for visit in at(seen.visits)}
    return Step(
        words,
        by=next(iter(players)) if len(players) == 1 else None,
        sustains=len(sustaining) == 1,
        random=any(visit.left_to_chance for visit in at(seen.visits)),
    )
