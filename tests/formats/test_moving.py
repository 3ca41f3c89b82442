"""Seats moved by hand: who sits where then, what forbids it, where it is said, and that the draw after it is still proved."""

from __future__ import annotations

import random
from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.explain import moves_texts
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import verify_records
from floorjudge.store import open_log
from floorjudge.texts import render
from tests.support.events_by_commands import EventByCommands
from tests.support.refusals import error_of

WHY = "a wheelchair needs the aisle"


class Hall(EventByCommands):
    """An event that has begun, and whose players are moved by hand."""

    def __init__(self, format_id: str, players: int, **options: Any) -> None:
        super().__init__(format_id, players, **options)
        self.send(do="start")

    def move(self, table: int, *players: str, **more: Any) -> Any:
        return self.send(do="seat", table=table, players=list(players), reason=WHY, **more)

    def not_moved(self, table: int, *players: str) -> FloorjudgeError:
        return self.refused(do="seat", table=table, players=list(players), reason=WHY)

    def at(self, table: int) -> list[str]:
        return list(self.state.tables[table - 1].players)

    def play(self) -> None:
        """Let whoever is named first win, and go on; a readmission game ends as chance has it."""
        for table in self.state.open_tables():
            first, *others = table.players
            won = {"winner": first}
            results: dict[str, Any] = {
                "mstr-pods": won,
                "mtr-swiss": {"games": {first: 2, others[0]: 0}},
                "ote-1.2": {**won, "influence": {first: 16, **dict.fromkeys(others, 3)}},
            }
            result = results[self.state.format]
            if self.state.stage == "readmission":
                result = self.state.rules.by_chance(self.state, table, random.Random(1))
            self.send(do="report", table=table.table, **result)
        self.send(do="next")

    def why(self, table: int) -> str:
        return render(self.state.rules.why(self.state.tables[table - 1]), "en")

    def badges(self, table: int) -> set[str]:
        return {badge.kind for badge in self.state.rules.table_badges(self.state, self.state.tables[table - 1])}


def swiss(players: int = 9, **options: Any) -> Hall:
    return Hall("mtr-swiss", players, **{"rounds": 3, "cut": 4, **options})


@pytest.mark.clauses("MTR 10.4")
def test_who_is_displaced_takes_the_place_of_who_comes() -> None:
    hall = swiss()
    (ana, bo), (cy, dee) = hall.at(1), hall.at(2)
    hall.move(1, ana, dee)
    assert (hall.at(1), hall.at(2)) == ([ana, dee], [cy, bo])
    hall.move(1, dee, ana)
    assert hall.at(1) == [dee, ana]
    hall.move(1, cy, bo)
    assert (hall.at(1), hall.at(2)) == ([cy, bo], [dee, ana])


def test_a_bye_changes_hands_and_its_owner_reads_why() -> None:
    hall = swiss()
    (ana, bo), (free,) = hall.at(1), hall.state.sitting_out
    hall.move(1, free, bo)
    assert hall.state.sitting_out == (ana,)
    said = [render(each, "en") for each in hall.state.rules.next_steps(hall.state, hall.state.players[ana])]
    assert f"Moved by hand: “{WHY}”." in said
    said = [render(each, "en") for each in hall.state.rules.next_steps(hall.state, hall.state.players[free])]
    assert f"Moved by hand: “{WHY}”." in said


def test_a_latecomer_meets_who_has_the_bye_at_a_new_table() -> None:
    hall = swiss()
    (free,) = hall.state.sitting_out
    hall.send(do="register", player="Late", late=True)
    hall.move(5, free, "Late")
    assert hall.at(5) == [free, "Late"]
    assert hall.state.sitting_out == ()
    hall.play()
    rows = {row.player.name: row.cells[0].exact for row in hall.state.rules.standings(hall.state, {})}
    assert (rows[free], rows["Late"]) == ("3", "0")


@pytest.mark.clauses("MTR 10.4")
def test_players_who_have_met_may_meet_again_by_hand_and_that_is_said_and_counted() -> None:
    hall = swiss(8)
    ana, bo = hall.at(1)
    hall.play()
    there = next(table.table for table in hall.state.tables if ana in table.players)
    changes = hall.move(there, ana, bo, preview=True).changes
    assert any("rematch" in change["text"] for change in changes)
    hall.move(there, ana, bo)
    assert "They have met before." in hall.why(there)
    assert {"moved", "rematch"} <= hall.badges(there)
    hall.play()
    paired = {frozenset(table.players) for table in hall.state.tables}
    assert frozenset((ana, bo)) not in paired


@pytest.mark.clauses("MTR 10.4")
def test_in_the_playoff_only_whole_tables_change_places_and_the_bracket_stays() -> None:
    hall = swiss(8)
    while hall.state.stage != "semifinals":
        hall.play()
    one, other = hall.at(1), hall.at(2)
    assert hall.not_moved(1, one[0], other[0]).code == "groups_stay"
    assert hall.not_moved(1, one[1], one[0]).code == "groups_stay"
    bracket = hall.state.rules.path(hall.state).rounds[0].matches
    hall.move(1, *other)
    assert (hall.at(1), hall.at(2)) == (other, one)
    now = hall.state.rules.path(hall.state).rounds[0].matches
    assert [match.players for match in now] == [match.players for match in bracket]
    assert "By the bracket" in hall.why(1)
    assert WHY in hall.why(1)
    hall.play()
    assert set(hall.at(1)) == {one[0], other[0]}


@pytest.mark.clauses("MSTR 1.1A")
def test_pods_change_seats_players_and_sizes() -> None:
    hall = Hall("mstr-pods", 11, remainder="threes", rounds=3, cut=4)
    sizes = [len(table.players) for table in hall.state.tables]
    assert sizes == [4, 4, 3]
    one, three = hall.at(1), hall.at(3)
    hall.move(1, *reversed(one))
    assert hall.at(1) == one[::-1]
    hall.move(3, *three, one[0])
    assert [len(table.players) for table in hall.state.tables] == [3, 4, 4]
    assert hall.not_moved(3, *hall.at(3), one[1]).code == "players_at_table"
    hall.play()
    both = next(table.table for table in hall.state.tables if one[1] in table.players)
    others = [name for name in hall.at(both) if name not in one][:2]
    hall.move(both, one[1], one[2], *others)
    assert "Some have met before" in hall.why(both)
    assert {"moved", "rematch"} <= hall.badges(both)
    assert hall.state.rules.stage_note(hall.state) is not None


@pytest.mark.clauses("MSTR 10.4A")
def test_the_cut_of_pods_keeps_its_seats() -> None:
    hall = Hall("mstr-pods", 16, rounds=1, cut=16)
    while hall.state.stage != "playoff":
        hall.play()
    one, other = hall.at(1), hall.at(2)
    assert hall.not_moved(1, *one[1:], one[0]).code == "groups_stay"
    hall.move(1, *other)
    assert hall.at(2) == one
    hall.play()
    assert {one[0], other[0]} <= set(hall.at(1))


@pytest.mark.clauses("OTE 2.5", "OTE 2.6")
def test_on_the_edge_only_tables_of_one_set_change_places() -> None:
    hall = Hall("ote-1.2", 18)
    one, two = hall.at(1), hall.at(2)
    assert hall.not_moved(1, one[0], one[1], two[0]).code == "groups_stay"
    hall.move(1, *two)
    assert hall.at(2) == one
    assert "moved" in hall.badges(1)
    hall.play()
    sets = [table.set.value for table in hall.state.tables]
    assert sets == ["active", "active", "inactive", "inactive", "inactive", "inactive"]
    assert hall.not_moved(2, *hall.at(3)).code == "tables_of_two_sets"
    while hall.state.stage != "finished":
        hall.play()
    assert verify_records(hall.service.records).draws_waiting == 0


def test_what_cannot_be_moved_is_refused_with_its_reason() -> None:
    hall = swiss()
    (ana, bo), (cy, dee), (free,) = hall.at(1), hall.at(2), hall.state.sitting_out
    hall.send(do="report", table=2, games={cy: 2, dee: 0})
    hall.send(do="register", player="Late", late=True)
    codes = {
        (1, (ana, bo)): "seated_so",
        (1, (ana, ana)): "name_twice",
        (1, (ana, "nobody at all")): "unknown_player",
        (7, (ana, bo)): "no_such_table",
        (0, (ana, bo)): "no_such_table",
        (1, (ana, cy)): "result_at_table",
        (2, (cy, free)): "result_at_table",
        (1, (ana,)): "players_at_table",
        (1, (ana, bo, free)): "players_at_table",
        (5, (free, ana)): "players_at_table",
        (1, (ana, "Late")): "without_a_table",
    }
    for (table, players), code in codes.items():
        assert hall.not_moved(table, *players).code == code, (table, players)
    hall.send(do="leave", player=free)
    assert hall.not_moved(1, ana, free).code == "has_left"
    assert error_of(FloorjudgeError, hall.send, do="seat", table=1, players=[bo, ana], reason="  ").code == "bad_words"


def test_before_the_start_nobody_sits() -> None:
    service = EventService(open_log())
    service.take({"do": "open", "name": "Friday", "format": "mtr-swiss"}, "en")
    with pytest.raises(FloorjudgeError) as caught:
        service.take({"do": "seat", "table": 1, "players": ["Ana"], "reason": WHY}, "en")
    assert caught.value.code == "not_started"


def test_what_players_have_said_of_a_table_ends_with_the_move() -> None:
    hall = swiss()
    (ana, bo), (cy, _) = hall.at(1), hall.at(2)
    three = hall.at(3)
    hall.send(do="propose", table=1, player=ana, games={ana: 2, bo: 0})
    hall.send(do="propose", table=3, player=three[0], games={three[0]: 2, three[1]: 1})
    hall.move(1, ana, cy)
    assert list(hall.state.venue.proposals) == [3]


def test_every_move_that_stands_is_told_with_its_stage_and_survives_a_renaming() -> None:
    hall = swiss()
    (ana, bo), (cy, dee) = hall.at(1), hall.at(2)
    hall.move(1, ana, dee)
    hall.move(1, bo, dee)
    hall.send(do="undo")
    hall.play()
    hall.send(do="rename", player=ana, name="Ana")
    (said,) = [render(each, "en") for each in moves_texts(hall.state)]
    assert said.startswith("Round 1: Players were moved by hand.")
    assert f"Table 1: Ana, {dee}" in said
    assert f"Table 2: {cy}, {bo}" in said
    assert WHY in said
    while hall.state.stage != "finished":
        hall.play()
    verified = verify_records(hall.service.records)
    assert verified.draws_waiting == 0
    assert verified.state.stages()[0].moves == hall.state.stages()[0].moves
