"""Moves of players by hand: the new seats, and their effects."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from floorjudge.events import errors
from floorjudge.events.commands import Seat
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import known_player, needs_play, words
from floorjudge.formats.competition import Competition
from floorjudge.formats.display import Change
from floorjudge.formats.errors import NameTwice
from floorjudge.formats.log import Seats, SeatsMoved
from floorjudge.texts import Text, text


def move_seats(state: State, command: Seat) -> SeatsMoved:
    """Return the event that seats players at a table; the players whom they replace take their former places.

    Raises BadInput or Refused if a table has a result, a player has left, or the format does not allow the move.
    """
    needs_play(state)
    reason = words("reason", command.reason)
    here = tuple(known_player(state, f"players[{seat}]", name) for seat, name in enumerate(command.players))
    if len(set(here)) < len(here):
        raise NameTwice(here, where="players")
    if not 1 <= command.table <= len(state.tables) + 1:
        raise errors.NoSuchTable(command.table, len(state.tables), where="table")
    before = {table.table: tuple(table.players) for table in state.tables}
    there = before.get(command.table, ())
    if here == there:
        raise errors.SeatedSo(command.table)
    after, out = _exchanged(before, command.table, here)
    others = (number for number, players in before.items() if number != command.table and after[number] != players)
    moved = SeatsMoved(tuple(Seats(number, after[number]) for number in (command.table, *others)), out, reason)
    _check_movable(state, moved, set(here) ^ set(there))
    state.rules.check_seats(state, moved)
    return moved


def _exchanged(
    seats: dict[int, tuple[str, ...]], number: int, here: tuple[str, ...]
) -> tuple[dict[int, tuple[str, ...]], tuple[str, ...]]:
    """Return the players of all tables when `here` sit at the table `number`, and those without a game."""
    there = seats.get(number, ())
    displaced = deque(name for name in there if name not in here)
    table_of = {name: table for table, players in seats.items() for name in players}
    after = {**seats, number: here}
    for name in here:
        if name not in there and name in table_of:
            players = after[table_of[name]]
            place = players.index(name)
            filled = [displaced.popleft()] if displaced else []
            after[table_of[name]] = (*players[:place], *filled, *players[place + 1 :])
    return after, tuple(displaced)


def _check_movable(state: State, moved: SeatsMoved, players: set[str]) -> None:
    """Check that no changed table has a result, and that the moved players are present."""
    for seats in moved.tables:
        if seats.table in state.results:
            raise errors.ResultAtTable(seats.table)
    gone = next((name for name in sorted(players) if state.has_left(name)), None)
    if gone is not None:
        raise errors.HasLeft(gone, where="players")


def changes_by_moving(before: State, after: State, moved: SeatsMoved) -> Iterator[Change]:
    """Yield the effects of a move: each moved player's seats, and the notes beside tables."""
    players = dict.fromkeys(name for seats in moved.tables for name in seats.players)
    was, now = _places(before), _places(after)
    for name in (*players, *moved.sitting_out):
        if was.get(name) != now.get(name):
            yield _moved(before, name, was.get(name), now.get(name))
    for seats in moved.tables:
        table = after.table(seats.table)
        for badge in after.rules.table_badges(after, table):
            if badge.kind != "moved":
                sentence = text("Table {table}: {badge}.", table=seats.table, badge=badge.label)
                yield Change("table", None, None, seats.table, sentence)


def _places(event: Competition) -> dict[str, tuple[int, int]]:
    """Return the table and the seat of each player, from 1; 0 for both without a game."""
    seated = {name: (table.table, seat) for table in event.tables for seat, name in enumerate(table.players, 1)}
    return seated | dict.fromkeys(event.sitting_out, (0, 0))


def _moved(state: State, name: str, was: tuple[int, int] | None, now: tuple[int, int] | None) -> Change:
    sentence = text("{player}: {was} → {now}", player=name, was=_seat_text(state, was), now=_seat_text(state, now))
    return Change("seat", name, _table(was), _table(now), sentence)


def _seat_text(state: State, place: tuple[int, int] | None) -> Text:
    """Return a table and a seat in words."""
    if place is None:
        return text("no table")
    table, seat = place
    return text("table {table}, seat {seat}", table=table, seat=seat) if table else state.rules.sits_out


def _table(place: tuple[int, int] | None) -> int | None:
    return None if place is None else place[0] or None
