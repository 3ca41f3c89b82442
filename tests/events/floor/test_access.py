"""Who may do what: the whole table, written out as an organiser would check it, and as the page about the floor has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from floorjudge.errors import Refused
from floorjudge.events.codec import (
    COMMAND_NAMES,
    FLOOR_COMMAND_NAMES,
    forms_of,
    kinds_of_events,
    read_command,
    read_object,
)
from floorjudge.events.commands import FloorCommand
from floorjudge.events.events import FloorEvent
from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role, allowing, check, may
from floorjudge.formats import format_of
from tests.events.floor.small_event import Given, opened, refusal, result_of, started, take


def test_nobody_may_do_what_is_no_command(subtests: pytest.Subtests) -> None:
    for role in Role:
        with subtests.test(role=role):
            for command in ("", "restore", "OPEN", "propose "):
                assert not may(role, command)


def test_a_player_acts_for_themselves_only(subtests: pytest.Subtests) -> None:
    for command in COMMAND_NAMES:
        with subtests.test(command=command):
            for given_player in ("Bo", "", None, 7, ["Ana"], {"Ana": 1}):
                assert allowed(Role.PLAYER, command, {"player": given_player}, "Ana") is (command == "show")
            assert allowed(Role.PLAYER, command, {}, "Ana") is (command == "show")
            assert allowed(Role.PLAYER, command, {"player": "Ana"}, None) is (command == "show")
            assert allowed(Role.PLAYER, command, {"player": " Ana "}, "Ana") is may(Role.PLAYER, command)


def test_only_an_organiser_lets_in_latecomers() -> None:
    letting_in = {role for role in Role if allowed(role, "register", {"player": "Zoe", "late": True}, None)}
    assert letting_in == {Role.OWNER, Role.ORGANISER}
    assert allowed(Role.SCOREKEEPER, "register", {"player": "Zoe", "late": False}, None)


def allowed(role: Role, command: str, fields: dict[str, object], player: str | None) -> bool:
    try:
        check(role, command, fields, player)
    except Refused:
        return False
    return True


def test_the_desk_asks_before_it_does_or_tells_anything() -> None:
    service = started()
    player = service.state.tables[0].players[0]
    command = {"do": "leave", "player": player, "id": "l"}
    before = service.records
    for role in (Role.ANYBODY, Role.PLAYER, Role.JUDGE):
        with pytest.raises(Refused):
            service.take(command, "en", allowed=allowing(role))
    assert service.records == before
    answer = service.take(command, "en", by=f"player {player}", allowed=allowing(Role.PLAYER, player))
    assert answer.state.has_left(player)
    # Whoever knows the id of somebody else's command does not get its answer.
    with pytest.raises(Refused):
        service.take(command, "en", allowed=allowing(Role.PLAYER, "Bo" if player != "Bo" else "Cy"))
    assert service.take(command, "en", allowed=allowing(Role.PLAYER, player)) == answer


# What is not refused to a player who has left, whatever is played: to look; who joins is a new player. For calls and loops see
# test_who_has_left_is_asked_and_calls_only_while_their_game_is_open.
OPEN_TO_WHO_HAS_LEFT = {"show", "call", "declare", "join"}


def test_who_has_left_does_nothing_more_for_themselves(subtests: pytest.Subtests) -> None:
    before, playing = opened(), started()
    take(before, "register", player="Ana")
    table = playing.state.tables[0]
    here: Given = {"table": table.table}
    cases: list[tuple[EventService, str, Given]] = [
        (before, "deck", {"list": "40 Astral Wisdom [28]"}),
        *((service, command, {}) for service in (before, playing) for command in ("claim", "leave")),
        (playing, "confirm", here),
        (playing, "dispute", here | {"text": "no"}),
        (playing, "propose", result_of(table)),
    ]
    own = {command for command in COMMAND_NAMES if may(Role.PLAYER, command) or may(Role.ANYBODY, command)}
    assert {command for _, command, _ in cases} == own - OPEN_TO_WHO_HAS_LEFT
    take(playing, "propose", player=table.players[1], **result_of(table, 1))
    for service, player in ((before, "Ana"), (playing, table.players[0])):
        take(service, "self_registration", open=True)
        take(service, "leave", player=player)
    for service, command, fields in cases:
        with subtests.test(command=command, started=service is playing):
            player = table.players[0] if service is playing else "Ana"
            assert refusal(service, command, player=player, **fields) == "has_left"


def test_only_the_head_judge_decides_an_appeal() -> None:
    service = started()
    take(service, "call", about="x")
    for command in ("ruling", "appeal"):
        service.take({"do": command, "call": 1, "text": "x"}, "en", allowed=allowing(Role.JUDGE))
    for do in ("ruling", "rule_appeal"):
        with pytest.raises(Refused):
            service.take({"do": do, "call": 1, "text": "x"}, "en", allowed=allowing(Role.JUDGE))
    service.take({"do": "rule_appeal", "call": 1, "text": "x"}, "en", allowed=allowing(Role.HEAD_JUDGE))
    assert service.state.venue.calls[1].final


DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "floor.md").read_text("utf-8")


def test_the_commands_of_the_page_are_the_commands() -> None:
    given = [read_object(line) for line in PAGE.splitlines() if line.startswith('{"do"')]
    assert {command["do"] for command in given} == set(FLOOR_COMMAND_NAMES)
    assert {type(read_command(command)) for command in given} == set(FloorCommand.__subclasses__())
    for command in given:
        forms = [{*form.__struct_fields__, "do"} for form in forms_of(command["do"], format_of("ote-1.2"))]
        assert set(command) in forms, command


def test_the_table_of_the_page_is_the_table() -> None:
    rows = re.findall(r"^\| (`\w+`.*?) \|(.*)\|$", PAGE, re.MULTILINE)
    said = {
        name: [cell.strip() == "yes" for cell in cells.split("|")]
        for names, cells in rows
        for name in re.findall(r"\w+", names)
    }
    assert said == {name: [may(role, name) for role in Role] for name in COMMAND_NAMES}


def test_the_page_about_the_log_names_every_event_and_its_fields() -> None:
    page = (DOCS / "log-format.md").read_text("utf-8")
    for name in kinds_of_events():
        assert f"`{name}`" in page
    rows = re.findall(r"^\| (`[A-Z].*?) \| (.*?) \|", page, re.MULTILINE)
    described = {name: set(re.findall(r"\w+", fields)) for names, fields in rows for name in re.findall(r"\w+", names)}
    assert described == {kind.__name__: set(kind.__struct_fields__) for kind in FloorEvent.__subclasses__()}
