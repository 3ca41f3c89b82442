"""Latecomers: let in by the organiser, into the inactive set with no points, until the final is grouped."""

from __future__ import annotations

import pytest

from floorjudge.events import commands
from floorjudge.events.verify import verify
from floorjudge.formats.on_the_edge.tables import set_of
from tests.clauses.playing import Example
from tests.events.driver import SEED
from tests.events.floor.small_event import check_replay, happened, refusal, report_all, started, take
from tests.support.reports import qualified

LATE = commands.Register("Zoe", late=True)


@pytest.mark.clauses("OTE 2.2", "OTE 2.7")
def test_a_latecomer_joins_the_inactive_set_with_no_points_and_plays_at_the_next_tables() -> None:
    event = Example.of(12)
    tables = event.tables
    event.do(LATE)
    zoe = event.player("Zoe")
    assert (zoe["set"], zoe["victory_points"], zoe["influence"], zoe["score"]) == ("inactive", 0, 0, "0")
    assert event.tables == tables
    event.all_end()
    event.next()
    (inactive,) = [table for table in event.tables if "Zoe" in table["players"]]
    assert inactive["set"] == "inactive"
    assert "inactive set's list" in inactive["why"]
    assert verify(event.log, SEED).draws_waiting == 0


@pytest.mark.clauses("OTE 2.2")
def test_without_a_word_of_the_organiser_nobody_enters_late() -> None:
    event = Example.of(6)
    refused = event.refusal(commands.Register("Zoe"))
    assert refused.code == "no_late_entry"
    assert "late" in refused.message("en")
    assert "undo" in refused.message("en")
    event.ends(1, (16, 9, 1))
    assert "undo" not in event.refusal(commands.Register("Zoe")).message("en")
    assert "undo" not in event.refusal(commands.SubmitDeck("P1", "40 Astral Wisdom [28]")).message("en")


@pytest.mark.clauses("OTE 2.2")
def test_before_the_start_nobody_is_late() -> None:
    service = started(players=6)
    take(service, "undo")
    assert happened(take(service, "register", player="Zoe", late=True)) == "PlayerRegistered"


@pytest.mark.clauses("OTE 2.8", "OTE 2.9")
def test_the_final_is_too_late_and_a_readmission_game_is_not() -> None:
    event = Example.of(6)
    event.all_end((16, 9, 9))
    event.next()
    assert event.now.stage == "readmission"
    event.do(LATE)
    (game,) = event.tables
    event.do(qualified(1, (game["players"][0],)))
    event.next()
    assert any("Zoe" in table["players"] for table in event.tables if table["set"] == "inactive")
    refused = event.refusal(commands.Register("Yan", late=True))
    assert refused.code == "too_late_to_enter"
    assert "Yan" in refused.message("en")
    event.all_end()
    event.next()
    assert event.refusal(commands.Register("Yan", late=True)).code == "finished"


@pytest.mark.clauses("OTE 2.2")
def test_who_was_in_the_event_comes_back_and_does_not_enter_anew() -> None:
    event = Example.of(6)
    here = event.seated(1)[0]
    assert event.refusal(commands.Register(here, late=True)).code == "name_taken"
    event.leaves(here)
    for late in (False, True):
        refused = event.refusal(commands.Register(here, late=late))
        assert refused.code == "is_to_come_back"
        assert "come_back" in refused.message("en")
    # Numbers are drawn: who gets a name that has become free is somebody else.
    event.do(commands.Rename(event.seated(2)[0], "Other"))
    event.do(commands.Register(event.facts[-1]["player"], late=True))
    assert event.facts[-1]["event"] == "LatecomerAdmitted"


def test_who_left_before_the_start_comes_back_without_points() -> None:
    service = started(players=6)
    take(service, "undo")
    take(service, "leave", player="Fay")
    take(service, "start")
    assert refusal(service, "register", player="Fay", late=True) == "is_to_come_back"
    assert happened(take(service, "come_back", player="Fay")) == "PlayerReturned"
    assert set_of(service.state.players["Fay"]).value == "inactive"


def test_names_that_look_alike_are_pointed_out_and_a_number_is_given_once() -> None:
    service = started(players=6)
    assert refusal(service, "register", player="ana", late=True) == "looks_alike"
    take(service, "register", player="ana", late=True, alike=True)
    number = service.state.players["ana"].number
    take(service, "undo")
    assert "ana" not in service.state.players
    take(service, "register", player="Zoe", late=True)
    assert service.state.players["Zoe"].number == number + 1
    take(service, "rename", player="Zoe", name="Zoë")
    report_all(service)
    take(service, "next")
    check_replay(service)
