"""The scripts of the page of the draw, run by node as by a sceptical player: they agree with the program, and notice a changed pairing."""

from __future__ import annotations

import copy
import random
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from floorjudge import formats, web
from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.formats.competition import Phase
from floorjudge.store import open_log
from floorjudge.web.public.records import draw_proof

NODE = shutil.which("node")
SCRIPTS = (
    Path(web.__file__).parent / "static" / "draws.js",
    *sorted(Path(formats.__file__).parent.glob("*/static/draws.js")),
)
# What a browser has and node does not.
BROWSER = "globalThis.window = globalThis; globalThis.document = { querySelector: () => null };\n"
ASKED = (
    "const proofs = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"
    "console.log(JSON.stringify(proofs.map((proof) => floor.checkDraws(proof))));\n"
)
EVENTS: list[tuple[str, int, dict[str, Any]]] = [
    ("mtr-swiss", 9, {"rounds": 4, "cut": 4}),
    ("mtr-swiss", 4, {"rounds": 5, "cut": 0}),
    ("mtr-swiss", 23, {"rounds": 3, "cut": 8, "last_round": "standings"}),
    ("mstr-pods", 10, {"rounds": 3, "cut": 4}),
    ("mstr-pods", 14, {"rounds": 3, "cut": 0, "remainder": "threes"}),
    ("mstr-pods", 11, {"rounds": 4, "cut": 0, "pod": 3}),
]
Proof = dict[str, Any]


def checked(proofs: list[Proof]) -> list[Any]:
    """Return what the scripts find in some proofs."""
    assert NODE is not None
    program = BROWSER + "\n".join(path.read_text("utf-8") for path in SCRIPTS) + ASKED
    ran = subprocess.run([NODE, "-e", program], input=msgspec.json.encode(proofs), capture_output=True, check=True)
    found: list[Any] = msgspec.json.decode(ran.stdout)
    return found


def proof_of(format_id: str, players: int, options: dict[str, Any]) -> Proof:
    """Play an event in which players come, go and are moved, and return the proof of its draws."""
    log = open_log()
    desk, chance = EventService(log), random.Random(f"{format_id} {players}")
    seed = "a seed of this test, which is long enough"
    desk.take({"do": "open", "name": "Friday", "format": format_id, "seed": seed, "options": options}, "en")
    for number in range(1, players + 1):
        desk.take({"do": "register", "player": f"p{number}"}, "en")
    desk.take({"do": "start", "public": "some words"}, "en")
    rules = desk.state.rules
    while desk.state.phase is not Phase.FINISHED:
        if len(desk.state.tables) > 1 and chance.random() < 0.5:
            one, other = (list(table.players) for table in desk.state.tables[:2])
            perhaps(desk, {"do": "seat", "table": 1, "players": [other[0], *one[1:]], "reason": "two brothers"})
        for _ in range(20):
            for table in desk.state.open_tables():
                said = rules.by_chance(desk.state, table, chance)
                perhaps(desk, {"do": "report", "table": table.table, **said})
        someone = f"p{chance.randint(1, players)}"
        perhaps(desk, {"do": "leave", "player": someone})
        perhaps(desk, {"do": "register", "player": f"late {desk.number}", "late": True})
        if chance.random() < 0.5:
            perhaps(desk, {"do": "come_back", "player": someone})
        desk.take({"do": "next"}, "en")
    made: Any = SimpleNamespace(log=log)
    kept = draw_proof(made, str(desk.event_id), desk.number)
    return {"seed": seed, **{name: msgspec.json.decode(value) for name, value in kept.items()}}


def perhaps(desk: EventService, given: Proof) -> None:
    """Send a command that may be refused."""
    try:
        desk.take(given, "en")
    except FloorjudgeError:
        return


@pytest.mark.skipif(NODE is None, reason="node runs the scripts")
@pytest.mark.exhaustive
def test_the_scripts_find_every_pairing_legal_and_notice_each_change(subtests: pytest.Subtests) -> None:
    proofs = [proof_of(*event) for event in EVENTS]
    for event, proof, found in zip(EVENTS, proofs, checked(proofs), strict=True):
        with subtests.test(event=event):
            assert found["sealed"]
            rounds = [draw for draw in found["draws"] if draw["stage"] == "round"]
            assert [draw["legal"] for draw in rounds] == [True] * len(rounds) != []
            assert all(draw["chance"] in {True, None} for draw in found["draws"])
        with subtests.test(event=event, changed=True):
            made = [each for each in proof["events"] if each.get("stage") == "round" and each.get("tables")]
            changed = list(changes(proof, proof["events"].index(made[-1])))
            for what, draws in zip(changed, checked([each for _, each in changed]), strict=True):
                last = [draw for draw in draws["draws"] if draw["stage"] == "round"][-1]
                assert last["legal"] is False or last["chance"] is False, what[0]


def changes(proof: Proof, place: int) -> list[tuple[str, Proof]]:
    """Return a proof with one change each of the round at a place."""
    found = [
        (what, copy.deepcopy(proof))
        for what in ("missing", "twice", "a stranger", "met again, unsaid", "another order")
    ]
    missing, twice, stranger, again, order = (each["events"][place] for _, each in found)
    missing["tables"].pop()
    twice["tables"][0]["players"][0] = twice["tables"][-1]["players"][-1]
    stranger["tables"][0]["players"][0] = "999"
    earlier = next(each for each in proof["events"] if each.get("tables") and each.get("stage"))
    one, other = earlier["tables"][0]["players"][:2]
    for _, each in found[3:4]:
        made = each["events"][place]
        made["tables"][0]["players"][:2] = [one, other]
        made["tables"][0]["why"] |= {"rematch": False, "meet_again": []}
    drawn = next(each for each in found[4][1]["orders"] if each["event"] == place)
    drawn["players"][:2] = drawn["players"][1::-1]
    assert again["tables"] != order["tables"]
    return found
