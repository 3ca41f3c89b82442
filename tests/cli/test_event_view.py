"""What `event stdio` shows of an event at each stage."""

from __future__ import annotations

import hashlib
import json

import pytest

from floorjudge.events import view
from floorjudge.events.service import EventService
from floorjudge.store import open_log
from tests.cli.talk import (
    Json,
    done,
    in_readmission,
    in_the_final,
    say,
    send,
)
from tests.events.floor.small_event import SEED, finished, report_all, started


class TestTheView:
    """What the view says at each stage."""

    def test_registration(self) -> None:
        desk = EventService(open_log())
        answer = done(desk, do="open", name="Friday", format="ote-1.2", seed=SEED)
        commitment = hashlib.sha256(SEED.encode()).hexdigest()
        assert answer["view"] == {
            "name": "Friday",
            "stage": "registration",
            "round": 0,
            "tables": [],
            "sitting_out": [],
            "players": [],
            "draw": {
                "commitment": commitment,
                "seed": None,
                "public": None,
                "typed": True,
                "closed": False,
                "starts": 0,
            },
        }
        assert done(desk, do="register", player="Ana")["view"]["players"] == [
            {
                "player": "Ana",
                "set": "active",
                "victory_points": 0,
                "influence": 0,
                "score": "0",
                "off_numbered_games": 0,
                "place": None,
                "deck": None,
            }
        ]

    def test_a_reported_table(self) -> None:
        desk = started(players=3)
        ana, bo, cy = desk.state.tables[0].players
        influence = {ana: 16, bo: 7, cy: -2}
        answer = done(desk, do="report", table=1, winner=ana, influence=influence, note=None)
        assert answer["events"] == [
            {"event": "ResultReported", "table": 1, "winner": ana, "influence": influence, "note": None}
        ]
        assert answer["view"]["tables"][0]["result"] == {
            "winner": ana,
            "influence": influence,
            "points": {ana: 8, bo: 4, cy: 0},
            "note": None,
        }
        scores = {player["player"]: (player["set"], player["score"]) for player in answer["view"]["players"]}
        assert scores == {ana: ("active", "16"), bo: ("inactive", "15/2"), cy: ("inactive", "-1")}

    def test_stages_and_rounds(self) -> None:
        desk = started()
        stages = [(desk.state.stage, desk.state.round)]
        while desk.state.stage != "finished":
            report_all(desk)
            seen = done(desk, do="next")["view"]
            stages.append((seen["stage"], seen["round"]))
        assert stages == [("round", 1), ("readmission", 1), ("final", 2), ("finished", 2)]

    def test_a_readmission_game(self) -> None:
        desk = in_readmission()
        (table,) = say(desk, do="show")["view"]["tables"]
        assert (table["set"], table["target"], table["off_numbered"], table["result"]) == (
            "readmission",
            8,
            False,
            None,
        )
        answer = done(desk, do="report", table=1, qualified=[table["players"][1]])
        assert answer["view"]["tables"][0]["result"] == {"qualified": [table["players"][1]]}

    def test_the_final_is_played_beside_the_last_games_of_the_others(self) -> None:
        assert [table["set"] for table in say(in_the_final(), do="show")["view"]["tables"]] == [
            "final",
            "inactive",
            "inactive",
        ]

    def test_the_end(self) -> None:
        seen = say(finished(), do="show")["view"]
        assert seen["draw"] == {
            "commitment": hashlib.sha256(SEED.encode()).hexdigest(),
            "seed": SEED,
            "public": "threewordssaid",
            "typed": True,
            "closed": False,
            "starts": 1,
        }
        assert sorted(player["place"] for player in seen["players"] if player["set"] != "left")[:1] == [1]
        assert [player["set"] for player in seen["players"]].count("left") == 1

    @pytest.mark.parametrize("players", range(3, 9))
    def test_a_whole_event_keeps_the_shape(self, players: int) -> None:
        desk = finished(players=players)
        again = EventService(open_log())
        lines = [json.dumps(command_of(json.loads(record.event))).encode() for record in desk.records]
        for line in lines:
            assert send(again, line)["ok"]
        assert view(again.state, "en") == view(desk.state, "en")


def command_of(event: Json) -> Json:
    """Return the command that gives an event, as a script would send it."""
    fields = {key: value for key, value in event.items() if key not in ("event", "otherwise")}
    starts = event.get("roster") is not None
    names = {
        "EventOpened": {"do": "open", "name": event.get("name"), "seed": SEED},
        "PlayerRegistered": {"do": "register", "player": event.get("player")},
        "RoundGrouped": {"do": "start", "public": event.get("public")} if starts else {"do": "next"},
        "ResultReported": {"do": "report", **fields},
        "ReadmissionReported": {"do": "report", **fields},
        "ResultAmended": {"do": "amend", **fields},
        "PlayerLeft": {"do": "leave", "player": event.get("player")},
        "OrderDrawn": {"do": "random_order", "items": event.get("items"), "reason": event.get("reason")},
        "CommandUndone": {"do": "undo"},
        "EventFinished": {"do": "next"},
    }
    return names[event["event"]]
