"""Standings while a tournament goes on, and the places when it is over."""

from __future__ import annotations

from typing import Any

from floorjudge.formats.on_the_edge.tables import Player, PlayerSet, Stage
from floorjudge.texts import text
from floorjudge.web.errors import NoPlacesYet
from floorjudge.web.print.job import Job, compile_pdf

PODIUM = 3


def standings(job: Job) -> bytes:
    """Return the score sheet: the active set, the inactive set, who left; in each the most victory points first.

    Everybody may see the scores at any time.
    Clauses: OTE 2.3
    """
    titles = {
        PlayerSet.ACTIVE: text("Active set"),
        PlayerSet.INACTIVE: text("Inactive set"),
        PlayerSet.LEFT: text("Left the event"),
    }
    document = job.head(text("Standings")) | {
        "columns": [
            "",
            job.say(text("Player")),
            job.say(text("Victory points")),
            job.say(text("Influence points")),
            job.say(text("Tournament score")),
        ],
        "parts": [
            {
                "title": job.say(title),
                "players": [
                    _line(job, None if of is PlayerSet.LEFT else place, player)
                    for place, player in ranked(job.state.members(of))
                ],
            }
            for of, title in titles.items()
            if job.state.members(of)
        ],
    }
    return compile_pdf("standings", document, job.at)


def ranked(players: list[Player]) -> list[tuple[int, Player]]:
    """Return players by victory points, then influence points, each with a rank; equals share it, in order of entry.

    Clauses: OTE 2.7.1
    """
    listed = sorted(players, key=lambda player: (-player.victory_points, -player.influence, player.number))
    found: list[tuple[int, Player]] = []
    for position, player in enumerate(listed, 1):
        equal = found and _points(found[-1][1]) == _points(player)
        found.append((found[-1][0] if equal else position, player))
    return found


def _points(player: Player) -> tuple[int, int]:
    return player.victory_points, player.influence


def final_places(job: Job) -> bytes:
    """Return the places of a finished event: the first three large, everybody else in columns, who left at the end.

    Raises Refused before the event is finished.
    Clauses: OTE 2.10
    """
    if job.state.stage is not Stage.FINISHED:
        raise NoPlacesYet
    placed = job.state.places()
    by_place = sorted(job.state.everybody(), key=lambda player: (placed.get(player.name, 0), player.number))
    entries = [_entry(job, player, placed[player.name]) for player in by_place if player.name in placed]
    first = sum(place <= PODIUM for place in placed.values()) if len(placed) > PODIUM else len(placed)
    document = job.head(text("Final places")) | {
        "legend": job.say(text("On the right: the tournament score")),
        "podium": entries[:first],
        "others": entries[first:],
        "left_title": job.say(text("Left the event")),
        "left": [_entry(job, player, None) for player in by_place if player.name not in placed],
    }
    return compile_pdf("places", document, job.at)


def _entry(job: Job, player: Player, place: int | None) -> dict[str, Any]:
    return {"place": "–" if place is None else job.number(place), "name": player.name, "score": job.score(player)}


def _line(job: Job, place: int | None, player: Player) -> dict[str, Any]:
    return {
        "place": "" if place is None else job.number(place),
        "name": player.name,
        "victory_points": job.number(player.victory_points),
        "influence": job.number(player.influence),
        "score": job.score(player),
    }
