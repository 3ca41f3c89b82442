"""An event of pods in the terms of its pairing and its standings."""

from __future__ import annotations

from floorjudge.extras import PackageNotInstalled
from floorjudge.formats.competition import Competition, Draw, Finished, Played
from floorjudge.formats.log import Seats
from floorjudge.formats.pods.log import Made
from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.rules import cut
from floorjudge.formats.pods.rules.pairing import field_of, in_order, paired
from floorjudge.formats.pods.rules.records import Record, records
from floorjudge.formats.pods.rules.standings import compare, standings
from floorjudge.formats.pods.seating.proof import Meetings, fewest_again
from floorjudge.formats.pods.seating.sizes import FEWEST
from floorjudge.formats.pods.tables import Pod, RankedPod, SeatedPod
from floorjudge.formats.ranking import Compared
from floorjudge.formats.seating import before_this_stage

ROUND, CUT = "round", "playoff"


def compared(event: Competition) -> Compared:
    """Return the values that rank the players after the rounds so far."""
    return compare(_records(event), event.options)


def following(event: Competition, draw: Draw) -> Made | Finished:
    """Return the next stage: a round, a round of the cut, or the end.

    Clauses: MSTR 10.4A, MSTR appendix E
    """
    options: Options = event.options
    number = event.round + 1
    if event.stage_kind == CUT:
        return _round_of_cut(options, number, event.memory.in_cut, _still_in(event), _cut_rounds(event))
    roster = {player.roster_name: player.name for player in event.in_event()}
    if event.round < (options.rounds or 0) and len(roster) >= FEWEST:
        made = paired(_records(event), roster, options, draw, number)
        return Made(ROUND, number, made.pods, made.byes)
    if not options.cut or len(roster) < 2:
        return Finished()
    size = cut.fitting(options.cut, len(roster), options.pod)
    seeds = tuple(in_order(_records(event), roster, options, draw, f"round {number}/order")[:size])
    return _round_of_cut(options, number, seeds, seeds, 0)


def still_in_cut(event: Competition) -> tuple[str, ...]:
    """Return the players of the cut being played who are not out and have not left; none at any other time."""
    return _still_in(event) if event.stage == CUT else ()


def meetings(event: Competition) -> Meetings | None:
    """Return how often players of the round being played meet again; None if none do.

    Clauses: MSTR 10.4A
    """
    if not any(isinstance(table.why, RankedPod | SeatedPod) and table.why.meet_again for table in event.tables):
        return None
    options: Options = event.options
    before = [stage for stage in event.past if stage.kind == ROUND]
    seats = iter(range(len(event.players)))
    pods = [[next(seats) for _ in table.players] for table in event.tables]
    playing = [name for table in event.tables for name in table.players]
    field = field_of(records(event.players, before, options.points, options.pod), playing, [len(pod) for pod in pods])
    try:
        least = fewest_again(field)
    except PackageNotInstalled:
        least = None
    return Meetings(field.again(pods), least)


def by_hand(event: Competition, seats: Seats, reason: str) -> Pod:
    """Return the pod of players whom an organiser seated together in a round."""
    known = _records(before_this_stage(event))
    again = tuple(name for name in seats.players if not set(known[name].opponents).isdisjoint(seats.players))
    return Pod(seats.table, seats.players, SeatedPod(again), reason)


def places(event: Competition) -> dict[str, int]:
    """Return the place of each player at the end.

    If a cut did not begin because at most one player was left, that player has won it.
    Clauses: MSTR 10.4A
    """
    played = [stage for stage in event.stages() if stage.kind == CUT]
    reached = {name: number for number, stage in enumerate(played, 1) for name in _in_stage(stage)}
    through = _through(event) if played else ()
    reached |= dict.fromkeys(through, len(played) + 1)
    left = through if len(through) == 1 else _still_in(event) if played else _present(event)
    champion = left[0] if event.options.cut and len(left) == 1 else None
    return cut.places(standings(_records(event), event.options), reached, champion)


def _records(event: Competition) -> dict[str, Record]:
    options: Options = event.options
    rounds = [stage for stage in event.stages() if stage.kind == ROUND]
    return records(event.players, rounds, options.points, options.pod)


def _cut_rounds(event: Competition) -> int:
    return sum(stage.kind == CUT for stage in event.stages())


def _present(event: Competition) -> tuple[str, ...]:
    return tuple(player.name for player in event.in_event())


def _in_stage(stage: Played) -> tuple[str, ...]:
    return (*stage.sitting_out, *(name for table in stage.tables for name in table.players))


def _through(event: Competition) -> tuple[str, ...]:
    """Return the players who are not out after the current round of the cut: those who wait, and the winner of each pod.

    At a pod that still plays no player is out.
    """
    through = [*event.sitting_out]
    for table in event.tables:
        if table.table not in event.results:
            through += table.players
        elif (winner := cut.winner(table, event.results[table.table])) is not None:
            through.append(winner)
    return tuple(through)


def _still_in(event: Competition) -> tuple[str, ...]:
    """Return the players of the cut who are not out and have not left."""
    return tuple(name for name in _through(event) if not event.has_left(name))


def _round_of_cut(
    options: Options, number: int, seeds: tuple[str, ...], still_in: tuple[str, ...], played: int
) -> Made | Finished:
    """Return the round of the cut after a number of others; skip rounds without a game because players have left."""
    if len(still_in) < 2:
        return Finished()
    numbers = {name: seed for seed, name in enumerate(seeds, 1)}
    for planned in cut.plan(cut.fitting(options.cut or 0, len(seeds), options.pod), options.pod)[played:]:
        made = cut.bracket(numbers, still_in, planned, options.pod)
        if made.pods:
            return Made(CUT, number, made.pods, made.waiting, in_cut=() if played else seeds)
    return Finished()
