"""Talking to `event stdio` in this process, and desks at every stage to talk to."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from floorjudge.cli.event.stdio import answers
from floorjudge.events.service import EventService
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.store import open_log
from floorjudge.texts import Language
from tests.events.floor.small_event import NAMES, finished, opened, report_all, report_of, started

Json = dict[str, Any]

VIEW = {"name", "stage", "round", "tables", "sitting_out", "players", "draw"}
TABLE = {"table", "set", "players", "target", "off_numbered", "why", "result"}
RESULT = {"winner", "influence", "points", "note"}
PLAYER = {"player", "set", "victory_points", "influence", "score", "off_numbered_games", "place", "deck"}
DRAW = {"commitment", "seed", "public", "typed", "closed", "starts"}
ERROR = {"code", "message", "where"}
CHANGE = {"what", "player", "from", "to", "text"}


def send(desk: EventService, line: bytes, language: Language = "en") -> Json:
    """Send one line; return the one answer, as it is after a journey through JSON, with its shape checked."""
    (answer,) = answers(desk, [line], language)
    assert b"\n" not in answer
    received: Json = json.loads(answer)
    check_shape(received)
    return received


def say(desk: EventService, **command: object) -> Json:
    """Send a command; return its answer."""
    return send(desk, json.dumps(command).encode() + b"\n")


def done(desk: EventService, **command: object) -> Json:
    """Send a command that must be done; return its answer."""
    answer = say(desk, **command)
    assert answer["ok"], answer
    return answer


def error(desk: EventService, **command: object) -> tuple[str, str | None]:
    """Send a command that must change nothing; return the code and the place of the error."""
    return refused(desk, json.dumps(command).encode())


def refused(desk: EventService, line: bytes) -> tuple[str, str | None]:
    """Send a line that must change nothing; return the code and the place of the error."""
    before = (desk.records, desk._state)
    answer = send(desk, line)
    assert not answer["ok"], answer
    assert (desk.records, desk._state) == before
    return answer["error"]["code"], answer["error"]["where"]


def check_shape(answer: Json) -> None:
    if not answer["ok"]:
        assert set(answer) == {"ok", "error"}
        assert set(answer["error"]) == ERROR
        assert all(isinstance(answer["error"][key], str) and answer["error"][key] for key in ("code", "message"))
        assert answer["error"]["where"] is None or isinstance(answer["error"]["where"], str)
        return
    assert set(answer) - {"changes"} == {"ok", "events", "view"}
    assert answer["ok"] is True
    assert all(isinstance(event["event"], str) for event in answer["events"])
    for change in answer.get("changes", ()):
        assert set(change) == CHANGE
    check_view(answer["view"])


def check_view(seen: Json) -> None:
    assert set(seen) == VIEW
    assert seen["stage"] in ("registration", "round", "readmission", "final", "finished")
    assert [table["table"] for table in seen["tables"]] == list(range(1, len(seen["tables"]) + 1))
    for table in seen["tables"]:
        check_table(table)
    for player in seen["players"]:
        check_player(player, finished=seen["stage"] == "finished")
    assert set(seen["draw"]) == DRAW
    assert (seen["draw"]["seed"] is None) is (seen["stage"] != "finished")
    known = [player["player"] for player in seen["players"]]
    seated = [name for table in seen["tables"] for name in table["players"]] + seen["sitting_out"]
    assert len(set(known)) == len(known)
    assert len(set(seated)) == len(seated)
    assert set(seated) <= set(known)


def check_table(table: Json) -> None:
    assert set(table) == TABLE
    assert table["set"] in ("active", "inactive", "readmission", "final")
    assert table["target"] == (8 if table["set"] == "readmission" else 16)
    assert table["off_numbered"] is (table["set"] != "readmission" and len(table["players"]) in (2, 4))
    assert table["why"]
    result = table["result"]
    if result is not None and table["set"] == "readmission":
        assert set(result) == {"qualified"}
        assert set(result["qualified"]) <= set(table["players"])
    elif result is not None:
        assert set(result) == RESULT
        assert result["winner"] in table["players"]
        assert list(result["influence"]) == list(result["points"]) == table["players"]


def check_player(player: Json, *, finished: bool) -> None:
    assert set(player) == PLAYER
    assert player["set"] in ("active", "inactive", "left")
    assert Fraction(player["score"]) == Fraction(player["influence"], 2) + player["victory_points"]
    assert player["score"] == str(Fraction(player["score"]))
    assert (player["place"] is not None) is (finished and player["set"] != "left")
    assert player["deck"] in (None, "legal", "illegal", "to be checked")


def unopened() -> EventService:
    """Nothing has been opened."""
    return EventService(open_log())


def registering() -> EventService:
    """Four players are registered."""
    desk = opened()
    for name in NAMES[:4]:
        done(desk, do="register", player=name)
    return desk


def in_round() -> EventService:
    """One game is reported, one is open."""
    desk = started()
    done(desk, **report_of(desk.state.tables[0]))
    return desk


def after_round() -> EventService:
    """Every game of the first round is reported."""
    desk = started()
    report_all(desk)
    return desk


def in_readmission() -> EventService:
    """Two players have a readmission game to play for one seat."""
    desk = after_round()
    done(desk, do="next")
    return desk


def in_the_final() -> EventService:
    """The final and the last games of the others are being played."""
    desk = in_readmission()
    report_all(desk)
    done(desk, do="next")
    return desk


def after_the_final() -> EventService:
    """Only the end is left to be declared."""
    desk = in_the_final()
    report_all(desk)
    return desk


def first_open(desk: EventService) -> Json:
    """Return a report of the first game that is open."""
    return report_of(desk.state.open_tables()[0], vacancies(desk.state))


def amendment(desk: EventService) -> Json:
    """Correct the first table of the first round: the second player won."""
    players = (desk.state.past[0].tables if desk.state.past else desk.state.tables)[0].players
    influence = {name: 16 if name == players[1] else 0 for name in players}
    return {
        "do": "amend",
        "round": 1,
        "table": 1,
        "winner": players[1],
        "influence": influence,
        "reason": "typed wrong",
    }


ORDER: Json = {"do": "random_order", "items": ["a", "b", "c"], "reason": "OTE 2.8.4"}

STAGES: tuple[Callable[[], EventService], ...] = (
    unopened,
    registering,
    in_round,
    after_round,
    in_readmission,
    in_the_final,
    after_the_final,
    finished,
)

ODD_NAMES = [
    "[red]x[/red]",
    "{0}",
    "{player}",
    "%s %d",
    'Ana "the Ace" O\'Neil',
    "back\\slash\\",
    "<b>&amp;",
    ":heart:",
    "a=16",
    "--json",
    "-5",
    "null",
    "\N{SNOWMAN} \N{GRINNING FACE}",
    "日本 太郎",
    "عمر",
    "x" * 100,
]
