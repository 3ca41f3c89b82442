"""The next stage: a round, a readmission game, the final, or the end; and the players who fill vacant seats of the final."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.formats.competition import Draw, Finished, Stage
from floorjudge.formats.on_the_edge.rules.grouping import group_active, group_inactive
from floorjudge.formats.on_the_edge.rules.scoring import by_score, doubled_score, score_text
from floorjudge.formats.on_the_edge.tables import FINALISTS, Advanced, Kind, PlayerSet, Table, TableSet, Tied, set_of
from floorjudge.formats.players import Player


class Grouping(Stage, frozen=True):
    """The tables of a stage; `readmitted` are in the final by their score."""

    readmitted: tuple[str, ...] = ()


class Ended(Finished, frozen=True):
    """The end; `unplayed_winner` was the only player left for the final."""

    unplayed_winner: str | None = None


class Readmission(msgspec.Struct, frozen=True):
    """`by_score` are in the final; `tied` play for the remaining `seats`. Without a tie, `tied` is empty."""

    by_score: tuple[str, ...]
    tied: tuple[Player, ...] = ()
    seats: int = 0


def first_round(players: Sequence[Player], draw: Draw) -> Grouping:
    """Return the first round, in which all players are active and grouped at random.

    Clauses: OTE 2.2, OTE 2.5
    """
    return Grouping(Kind.ROUND, 1, tuple(group_active(players, draw, 1)))


def next_stage(
    kind: str, round_number: int, players: Sequence[Player], readmitted: Sequence[str], draw: Draw
) -> Grouping | Ended:
    """Return the stage after one whose games all have results.

    `players` are those who have not left, in the order of registration; `readmitted` those who won a seat of the final
    by their score or in a readmission game. A tournament is a sequence of rounds of one game each; the final follows
    when three or fewer active players remain.
    Clauses: OTE 2.1, OTE 2.8
    """
    active = [player for player in players if set_of(player) is PlayerSet.ACTIVE]
    inactive = [player for player in players if set_of(player) is PlayerSet.INACTIVE]
    if kind == Kind.FINAL:
        return Ended()
    if kind == Kind.ROUND and len(active) > FINALISTS:
        number = round_number + 1
        tables = group_active(active, draw, number)
        ranked, sitting_out = group_inactive(inactive, draw, number, len(tables) + 1)
        return Grouping(Kind.ROUND, number, (*tables, *ranked), sitting_out)
    seated = finalists(players, readmitted)
    chosen = readmit([player for player in inactive if player.name not in seated], FINALISTS - len(seated))
    by_seat = seated[len(active) :] + list(chosen.by_score)
    if chosen.tied:
        return _readmission_game(round_number, chosen, tuple(by_seat))
    advancing = [player.name for player in active] + by_seat
    if len(advancing) < 2:
        return Ended(advancing[0] if advancing else None)
    return _final(round_number + 1, active, inactive, tuple(by_seat), draw)


def finalists(players: Sequence[Player], readmitted: Sequence[str]) -> list[str]:
    """Return the players in the final so far: the active players, then the readmitted ones who are still present.

    Clauses: OTE 2.8
    """
    sets = {player.name: set_of(player) for player in players}
    active = [name for name, stands in sets.items() if stands is PlayerSet.ACTIVE]
    return active + [name for name in readmitted if sets.get(name) is PlayerSet.INACTIVE]


def readmit(candidates: Sequence[Player], seats: int) -> Readmission:
    """Return the candidates who take the vacant seats of the final, and those who are tied for the last of them.

    `candidates` are the inactive players who are still present; `seats` is 0 to 3.
    Clauses: OTE 2.8, OTE 2.8.2, OTE 2.8.3
    """
    ranked = by_score(candidates)
    if len(ranked) <= seats:
        return Readmission(tuple(player.name for player in ranked))
    if seats == 0:
        return Readmission(())
    last = doubled_score(ranked[seats - 1])
    if doubled_score(ranked[seats]) != last:
        return Readmission(tuple(player.name for player in ranked[:seats]))
    above = tuple(player.name for player in ranked if doubled_score(player) > last)
    tied = tuple(player for player in ranked if doubled_score(player) == last)
    return Readmission(above, tied, seats - len(above))


def _readmission_game(round_number: int, chosen: Readmission, readmitted: tuple[str, ...]) -> Grouping:
    """Return the one game of the players tied for the last seats; no other game is played meanwhile.

    Clauses: OTE 2.8.3
    """
    why = Tied(chosen.seats, score_text(chosen.tied[0]))
    table = Table(1, TableSet.READMISSION, tuple(player.name for player in chosen.tied), why)
    return Grouping(Kind.READMISSION, round_number, (table,), readmitted=readmitted)


def _final(
    number: int, active: Sequence[Player], inactive: Sequence[Player], readmitted: tuple[str, ...], draw: Draw
) -> Grouping:
    """Return the final, and the last games of all others in the inactive set.

    Clauses: OTE 2.8, OTE 2.9
    """
    seated = [player for player in inactive if player.name in readmitted]
    final = Table(1, TableSet.FINAL, tuple(player.name for player in (*active, *seated)), Advanced(readmitted))
    others = [player for player in inactive if player.name not in readmitted]
    tables, sitting_out = group_inactive(others, draw, number, first_table=2)
    return Grouping(Kind.FINAL, number, (final, *tables), sitting_out, readmitted)
