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
    say,
    send,
)
from tests.events.floor.small_event import SEED, finished


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

    def test_a_whole_event_keeps_the_shape(self, subtests: pytest.Subtests) -> None:
        for players in range(3, 9):
            with subtests.test(players=players):
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
