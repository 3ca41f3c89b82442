"""The effects of a correction in sentences, and what would have been different had the result been known in time.

Until the next stage is grouped, a correction changes everything that follows from the result. After that the groups and
the sets stand; only the points of this result are corrected, at the rate that held then.
"""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.formats.competition import Competition
from floorjudge.formats.display import Change
from floorjudge.formats.log import Amended
from floorjudge.formats.on_the_edge.display.texts import would_have_come
from floorjudge.formats.on_the_edge.log import Otherwise
from floorjudge.formats.on_the_edge.rules.scoring import score_as_written, score_text
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, set_of
from floorjudge.formats.players import Player
from floorjudge.texts import Text, text

Shown = str | int | None


def changes(
    before: tuple[Competition, dict[str, int]],
    after: tuple[Competition, dict[str, int]],
    outcome: Outcome,
    event: Amended,
) -> Iterator[Change]:
    """Yield what a correction would change; `outcome` is the corrected one, `before` and `after` have their places.

    `what` is first winner or qualified, then set, victory_points, influence, score, place. What stands now but would
    have been different had it been known in time is would_be_set, would_be_stage, would_be_group.
    """
    yield from _who_won(outcome, event)
    (was_event, was_placed), (now_event, now_placed) = before, after
    for player in was_event.all_players():
        now = _compared(now_event.players[player.name], now_placed)
        for what, was in _compared(player, was_placed).items():
            if was != now[what]:
                yield Change(what, player.name, was, now[what], _sentence(what, player.name, was, now[what]))
    if event.otherwise is not None:
        yield from _would_have_been(event.otherwise)


def _compared(player: Player, placed: dict[str, int]) -> dict[str, Shown]:
    return {
        "set": set_of(player).value,
        "victory_points": player.score.victory_points,
        "influence": player.score.influence,
        "score": score_text(player),
        "place": placed.get(player.name),
    }


def _who_won(outcome: Outcome, event: Amended) -> Iterator[Change]:
    """Yield the change of the winner, or of the players who qualified."""
    claim = event.claim
    if isinstance(outcome, Qualified):
        was, now = list(outcome.players), list(claim.qualified)
        if was != now:
            sentence = text("Qualified: {was} → {now}", was=tuple(was), now=tuple(now))
            yield Change("qualified", None, was, now, sentence)
    elif outcome.winner != claim.winner:
        sentence = text("Winner: {was} → {now}", was=outcome.winner, now=claim.winner)
        yield Change("winner", None, outcome.winner, claim.winner, sentence)


def _sentence(what: str, player: str, was: Shown, now: Shown) -> Text:
    if what == "set":
        if now == "active":
            return text("{player} moves from the inactive set to the active set.", player=player)
        return text("{player} moves from the active set to the inactive set.", player=player)
    values = {"player": player, "was": _shown(was), "now": _shown(now)}
    sentences = {
        "victory_points": text("{player}: victory points {was} become {now}.", **values),
        "influence": text("{player}: influence points {was} become {now}.", **values),
        "score": text("{player}: tournament score {was} becomes {now}.", **values),
        "place": text("{player}: place {was} becomes {now}.", **values),
    }
    return sentences[what]


def _shown(value: Shown) -> str:
    return "–" if value is None else score_as_written(str(value))


def _would_have_been(otherwise: Otherwise) -> Iterator[Change]:
    for name in otherwise.active:
        sentence = text("{player} would have been active in the next round.", player=name)
        yield Change("would_be_set", name, None, "active", sentence)
    for name in otherwise.inactive:
        sentence = text("{player} would have been inactive in the next round.", player=name)
        yield Change("would_be_set", name, None, "inactive", sentence)
    if otherwise.stage:
        yield Change("would_be_stage", None, None, otherwise.stage, would_have_come(otherwise.stage))
    for group in otherwise.groups:
        sentence = text("This group would have played and did not: {players}.", players=group)
        yield Change("would_be_group", None, None, list(group), sentence)
