"""The play of an event of On the Edge: possible results, their points, and the players' sets."""

from __future__ import annotations

from functools import reduce
from typing import TypeVar

from msgspec.structs import replace

from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Competition, Finished, Stage
from floorjudge.formats.errors import NotAtTheTable
from floorjudge.formats.log import Decided
from floorjudge.formats.on_the_edge import errors
from floorjudge.formats.on_the_edge.claims import Alone, ReachedEight, Won
from floorjudge.formats.on_the_edge.log import EventFinished, Otherwise, PlayerReturned, RoundGrouped
from floorjudge.formats.on_the_edge.rules.event import in_readmission, memory_of, result_of, vacancies, with_seats
from floorjudge.formats.on_the_edge.rules.scoring import points
from floorjudge.formats.on_the_edge.tables import (
    Kind,
    Memory,
    Outcome,
    PlayerSet,
    Qualified,
    Result,
    Table,
    TableSet,
    set_of,
)
from floorjudge.formats.players import Players
from floorjudge.formats.protocol import other_groups

LARGEST_INFLUENCE = 1_000_000
E = TypeVar("E", bound=Competition)


def check_claim(event: Competition, table: Table, claim: Claim) -> None:
    """Check a report of how a game ended; raise BadInput or Refused for the first problem.

    Clauses: OTE 2.3, OTE 2.8.3
    """
    if isinstance(claim, Won):
        if table.set is TableSet.READMISSION:
            raise errors.IsReadmission(table.table)
        check_won(table, claim, absent=event.absent(table))
        alone = result_of(event, table)
        if alone and claim.winner != alone.winner:
            raise errors.OnlyOneLeft(alone.winner)
    elif isinstance(claim, ReachedEight):
        _check_qualified(event, table, claim)
    elif (alone := result_of(event, table)) is not None:
        raise errors.AlreadyDecided(alone.winner)


def check_won(table: Table, claim: Won, *, absent: tuple[str, ...]) -> None:
    """Check a result: winner and influence belong to the table, the winner is present and reached the target.

    `absent` are the players who left before the game ended.
    Raises BadInput or Refused for the first problem.
    Clauses: OTE 2.3, OTE 2.4.3
    """
    if claim.winner not in table.players:
        raise NotAtTheTable(claim.winner, table.players, where="winner")
    for name, influence in claim.influence.items():
        if name not in table.players:
            raise NotAtTheTable(name, table.players, where=f"influence.{name}")
        if abs(influence) > LARGEST_INFLUENCE:
            raise errors.AbsurdInfluence(name, LARGEST_INFLUENCE)
    missing = tuple(name for name in table.players if name not in claim.influence)
    if missing:
        raise errors.InfluenceMissing(missing)
    if claim.winner in absent:
        raise errors.GoneCannotWin(claim.winner)
    reached = claim.influence[claim.winner]
    if reached < table.target and claim.note is None:
        raise errors.TargetNotReached(claim.winner, reached, table.target)


def _check_qualified(event: Competition, table: Table, claim: ReachedEight) -> None:
    """Check the players who left a readmission game for the final, in order: exactly as many as there are seats.

    Clauses: OTE 2.8.3
    """
    if table.set is not TableSet.READMISSION:
        raise errors.IsNoReadmission(table.table)
    seats = vacancies(event)
    for index, name in enumerate(claim.qualified):
        if name not in table.players:
            raise NotAtTheTable(name, table.players, where=f"qualified[{index}]")
    here = [name for name in claim.qualified if not event.has_left(name)]
    if not len(set(here)) == len(claim.qualified) == seats:
        raise errors.WrongNumberQualified(seats)


def check_correction(table: Table, before: Outcome, claim: Claim) -> None:
    """Check a correction of how a game ended.

    A winner below the target needs a note, as in a report, and so does one behind another player: the organiser may
    have corrected the numbers and forgotten the winner.
    Raises BadInput or Refused if the correction is impossible.
    Clauses: OTE 2.3, OTE 2.8.3
    """
    if isinstance(claim, Won):
        check_won(table, claim, absent=before.absent)
        ahead = max(table.players, key=lambda name: claim.influence[name])
        reached, theirs = claim.influence[claim.winner], claim.influence[ahead]
        if reached < theirs and claim.note is None:
            raise errors.WinnerBehind(claim.winner, reached, ahead, theirs)
    elif isinstance(claim, ReachedEight) and isinstance(before, Qualified):
        for index, name in enumerate(claim.qualified):
            if name not in table.players:
                raise NotAtTheTable(name, table.players, where=f"qualified[{index}]")
            if name in before.absent:
                raise errors.GoneCannotWin(name)
        if not len(set(claim.qualified)) == len(claim.qualified) == len(before.players):
            raise errors.WrongNumberQualified(len(before.players))


def outcome_of(table: Table, claim: Claim, absent: tuple[str, ...]) -> Outcome | None:
    """Return the result of a game; None if no player won and it is played again, at the same table.

    `absent` are the players who left before it ended.
    Clauses: OTE 2.3
    """
    if isinstance(claim, Won):
        return Result(claim.winner, tuple(claim.influence[name] for name in table.players), claim.note, absent)
    if isinstance(claim, ReachedEight):
        return Qualified(claim.qualified, absent)
    if isinstance(claim, Alone):
        # No influence was counted.
        return Result(claim.winner, (0,) * len(table.players), None, absent, unplayed=True)
    return None


def claim_of(table: Table, outcome: Outcome) -> Claim:
    """Return the claim behind an outcome."""
    if isinstance(outcome, Qualified):
        return ReachedEight(outcome.players)
    return Won(outcome.winner, dict(zip(table.players, outcome.influence, strict=True)), outcome.note)


def grouped(event: E, made: RoundGrouped) -> E:
    """Return the event after tables were made: players who are away are no longer active, and off-numbered games count.

    Clauses: OTE 2.2, OTE 2.6.1
    """
    players = event.players
    for player in players.in_order():
        if not player.present and not player.score.missed:
            score = replace(player.score, set=PlayerSet.INACTIVE, missed=True)
            players = players.with_player(replace(player, score=score))
    for table in made.tables:
        for name in table.players if table.off_numbered else ():
            player = players[name]
            score = replace(player.score, off_numbered_games=player.score.off_numbered_games + 1)
            players = players.with_player(replace(player, score=score))
    return replace(event, players=players, memory=Memory(readmitted=made.readmitted))


def credited(event: E, table: Table, before: Outcome | None, after: Outcome | None, *, now: bool) -> E:
    """Return the event after one outcome of a game has replaced another, with points and, if `now`, with sets.

    Losing a game moves a player to the inactive set. Without an outcome, all players are in the set from before the
    game.
    Clauses: OTE 2.2, OTE 2.3
    """
    players = _scored(_scored(event.players, table, before, -1), table, after, +1)
    if not now:
        return replace(event, players=players)
    if after is None:
        return _reopened(replace(event, players=players), table)
    if isinstance(after, Result):
        players = _moved(players, table, after.winner)
    return replace(event, players=players)


def _moved(players: Players, table: Table, winner: str) -> Players:
    """Move the players of a table of the active set by its result: the winner stays, the others become inactive.

    A player who left is in that set upon coming back.
    Clauses: OTE 2.2
    """
    for name in filter(table.scores_as_active, table.players):
        players = _standing(players, name, PlayerSet.ACTIVE if name == winner else PlayerSet.INACTIVE)
    return players


def _scored(players: Players, table: Table, result: Outcome | None, sign: int) -> Players:
    """Add a result's points (`sign` 1) or subtract them (-1); they add up over the games.

    Clauses: OTE 2.3
    """
    if not isinstance(result, Result):
        return players
    for name, won, influence in zip(table.players, points(table, result), result.influence, strict=True):
        player = players[name]
        score = replace(
            player.score,
            victory_points=player.score.victory_points + sign * won,
            influence=player.score.influence + sign * influence,
        )
        players = players.with_player(replace(player, score=score))
    return players


def _reopened(event: E, table: Table) -> E:
    """Return the event in which a game with a result is open again: the players whom it beat are active as before.

    Clauses: OTE 2.2
    """
    # These players were too late for a seat of the final only because the readmission game had given it away.
    memory = memory_of(event)
    seatless = memory.too_late if table.set is TableSet.READMISSION else ()
    unbeaten = (name for name in (*table.players, *seatless) if _is_unbeaten(event, table, name))
    players = reduce(lambda known, name: _standing(known, name, PlayerSet.ACTIVE), unbeaten, event.players)
    return replace(event, players=players, memory=replace(memory, too_late=()) if seatless else memory)


def _is_unbeaten(event: Competition, table: Table, player: str) -> bool:
    """Return whether a player is active while a game is open; in a readmission game, one who came too late and has no seat by score."""
    if table.set is TableSet.READMISSION:
        return player not in table.players and player not in memory_of(event).readmitted
    return table.scores_as_active(player)


def _standing(players: Players, name: str, stands: PlayerSet) -> Players:
    """Put a player into a set; one who left and missed no grouping will be in it upon coming back."""
    player = players[name]
    if player.score.missed or player.score.set is stands:
        return players
    return players.with_player(replace(player, score=replace(player.score, set=stands)))


def decided_by_absence(event: Competition, table: Table) -> Claim | None:
    """Return how an open game is decided because players have left: one is left and wins, or all who are left fit into the final.

    None if it can be played, and if no player is left.
    Clauses: OTE 2.2, OTE 2.8.3
    """
    present = _left_at(event, table)
    if table.set is TableSet.READMISSION:
        return ReachedEight(present) if len(present) <= vacancies(event) else None
    return Alone(present[0]) if len(present) == 1 else None


def _left_at(event: Competition, table: Table) -> tuple[str, ...]:
    return tuple(player for player in table.players if not event.has_left(player))


def decided_by_leaving(event: Competition, player: str) -> tuple[Decided, ...]:
    """Return the game that a player's departure decides: the player's own, or the readmission game, which may now have more seats."""
    concerned = (table for table in event.open_tables() if player in table.players or table.set is TableSet.READMISSION)
    found = ((table.table, decided_by_absence(event, table)) for table in concerned)
    return tuple(Decided(number, claim) for number, claim in found if claim is not None)[:1]


def decided_when_reopened(event: Competition, table: Table, outcome: Outcome) -> Claim | None:
    """Return how a game whose result was removed is decided all the same; None if it can be played.

    Raises Refused if too many have left to play it.
    Clauses: OTE 2.2
    """
    present = _left_at(event, table)
    if len(present) > (vacancies(event) if table.set is TableSet.READMISSION else 1):
        return None
    unplayed = outcome.winner if isinstance(outcome, Result) and outcome.unplayed else None
    if present == (unplayed,):
        raise errors.AlreadyDecided(present[0])
    if unplayed or len(present) != 1 or table.set is TableSet.READMISSION:
        raise errors.TooFewToPlayOn(table.table)
    return Alone(present[0])


def check_late(event: Competition, name: str, *, let_in: bool) -> None:
    """Check that a player may enter after the start: until the final is grouped, if the organiser admits them.

    Clauses: OTE 2.2, OTE 2.9
    """
    if event.stage_kind == Kind.FINAL:
        raise errors.TooLateToEnter(name)
    if not let_in:
        raise errors.NoLateEntry(name, undo=not event.past and not event.results)


def returning(event: Competition, name: str) -> PlayerReturned:
    """Return the event of a player's coming back: active if they have lost no game and missed no grouping.

    A player who comes after all seats of the final were taken is not active.
    Raises Refused for a player who missed the last grouping.
    Clauses: OTE 2.2, OTE 2.8, OTE 2.9
    """
    score = event.players[name].score
    if event.stage_kind == Kind.FINAL and score.missed:
        raise errors.TooLateToComeBack(name)
    taken = in_readmission(event) and not vacancies(event)
    return PlayerReturned(name, "active" if score.set is PlayerSet.ACTIVE and not taken else "inactive")


def returned(event: E, back: PlayerReturned) -> E:
    """Return the event with a player back, in the set that the event of the log names.

    A player who had a seat of the final gets it back unless all are taken. Then it is lost for good, whoever leaves
    afterwards: a vacant seat goes by score, so that leaving and coming back repeatedly gains nothing.
    Clauses: OTE 2.2, OTE 2.8
    """
    score, memory = event.players[back.player].score, memory_of(event)
    stands = _set_by_open_game(event, back.player) if back.set is None else PlayerSet(back.set)
    had_seat = back.player in with_seats(event) or score.set is PlayerSet.ACTIVE
    taken = in_readmission(event) and had_seat and not vacancies(event)
    too_late = (*memory.too_late, back.player) if taken else memory.too_late
    scores = {back.player: replace(score, set=stands, missed=False)}
    return replace(event.with_scores(scores), memory=replace(memory, too_late=too_late))


def _set_by_open_game(event: Competition, player: str) -> PlayerSet:
    """Return the set into which an older version put a returning player: that of a game still open, else the inactive one."""
    playing = (table for table in event.open_tables() if player in table.players)
    active = any(table.scores_as_active(player) for table in playing)
    return PlayerSet.ACTIVE if active else PlayerSet.INACTIVE


def ended(event: E, end: EventFinished) -> E:
    """Return the event after its end."""
    memory = replace(memory_of(event), unplayed_winner=end.unplayed_winner, finalists_placed=end.finalists_placed)
    return replace(event, memory=memory)


def compare(
    before: Competition, corrected: Competition, came: Stage | Finished, instead: Stage | Finished
) -> Otherwise:
    """Return what would have been different: the sets, the next stage, the groups."""
    sets = {name: (set_of(before.players[name]), set_of(player)) for name, player in corrected.players.items()}
    changed = {name: after for name, (was, after) in sets.items() if was is not after}
    return Otherwise(
        active=tuple(sorted(name for name, stands in changed.items() if stands is PlayerSet.ACTIVE)),
        inactive=tuple(sorted(name for name, stands in changed.items() if stands is PlayerSet.INACTIVE)),
        stage=None if _kind(came) == _kind(instead) else _kind(instead),
        groups=other_groups(came, instead),
    )


def _kind(stage: Stage | Finished) -> str:
    return str(stage.kind) if isinstance(stage, Stage) else "finished"
