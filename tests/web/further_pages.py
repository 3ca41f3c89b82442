"""Plays an event of a format that is found in FLOORJUDGE_FORMATS through the pages, and writes what was seen as JSON; see test_further_pages."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import msgspec

from tests.web.desk_of_tests import serving, shown, start_event

FORMAT, EVENT = "knockout", "cup"
DESK, ME = f"/e/{EVENT}/desk", f"/e/{EVENT}/me"
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eva")


def main() -> None:
    """Play: two taps on a phone, a confirmation, a typed line, a correction, and all that is shown and printed of it."""
    seen: dict[str, object] = {}
    with serving() as floor:
        owner = floor.owner()
        new = owner.get("/new")
        seen["offered"] = re.findall(r'name="format" value="([^"]*)"', new)
        seen["own picture"] = "of-knockout" in new
        seen["refused"] = "cannot be a name" in shown(owner.send("/new", 400, name=" ", format=FORMAT, id="first"))
        chosen_options: dict[str, Any] = {"name": "Cup", "format": FORMAT, f"{FORMAT}.seeded": "yes"}
        owner.fill("/new", **chosen_options)
        owner.fill(f"{DESK}/players", f"{DESK}/players/import", list="\n".join(NAMES))
        start_event(owner, EVENT)
        seen["options"] = msgspec.to_builtins(floor.state(EVENT).options)
        (table,) = floor.state(EVENT).tables
        one, other = (floor.player(EVENT, floor.state(EVENT).players[name].number) for name in table.players)
        page = one.get(ME)
        quick = dict(re.findall(r'name="quick" value="([^"]*)" required>\s*<strong>([^<]*)<', page))
        seen["answers"] = sorted(quick.values())
        (winner,) = (value for value, name in quick.items() if name == table.players[0])
        seen["none chosen"] = shown(one.fill(ME, f"{ME}/report", 400))
        one.fill(ME, f"{ME}/report", quick=winner)
        seen["asked"] = f"{table.players[0]} goes on." in shown(other.get(ME))
        other.fill(ME, f"{ME}/confirm")
        seen["result"] = floor.state(EVENT).results[1].winner == table.players[0]
        owner.fill(f"{DESK}/next")
        line = f"1 {floor.state(EVENT).tables[0].players[1]}"
        owner.fill(DESK, f"{DESK}/line", line=line)
        seen["typed"] = floor.state(EVENT).results[1].winner == floor.state(EVENT).tables[0].players[1]
        first = floor.state(EVENT).tables[0].players[0]
        (chosen,) = (
            value
            for value, name in re.findall(
                r'name="quick" value="([^"]*)" required(?: checked)?>\s*<strong>([^<]*)<',
                owner.get(f"{DESK}/results/2/1"),
            )
            if name == first
        )
        seen["preview"] = shown(owner.fill(f"{DESK}/results/2/1", quick=chosen, reason="misheard", step="preview"))
        seen["live"] = shown(owner.get(f"/e/{EVENT}"))
        for page in (
            "/screen",
            "/draw",
            "/log",
            "/player/1",
            "/desk/results",
            "/desk/event",
            "/desk/undo",
            "/desk/players/2",
        ):
            owner.get(f"/e/{EVENT}{page}")
        prints: dict[str, str] = {}
        seen["prints"] = prints
        for name in ("tables-by-name", "tables-by-number", "slips", "standings", "cards"):
            answer = owner.raw(f"/e/{EVENT}/print/{name}.pdf")
            prints[name] = answer.content[:5].decode()
        described = owner.raw("/api/v1/openapi.json").json()["components"]["schemas"]
        seen["shapes"] = [each["$ref"].rpartition("/")[2] for each in described["View"]["anyOf"]]
        view = owner.raw(f"/api/v1/events/{EVENT}/players/{floor.state(EVENT).players[first].number}")
        seen["program"] = view.status_code
    json.dump(seen, sys.stdout)


if __name__ == "__main__":
    main()
