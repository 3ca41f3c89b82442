"""The judge's sheet: fast equals slow, exactly, steps included; and every trap that a loop can set."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.exact import digits
from floorjudge.loops.game.bodies import perform
from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.protocol import Repeat
from floorjudge.loops.sheet.codec import read_sheet, sheet_answer
from floorjudge.loops.sheet.running import run_sheet
from floorjudge.texts import LANGUAGES
from tests.loops.sheet.strategies import sheets
from tests.support.sheet_game import SheetGame
from tests.support.slow_sheet import perform_sheet

HUGE = 10**100


def answer(sheet: dict[str, Any], **more: object) -> dict[str, Any]:
    return sheet_answer(read_sheet(sheet | more), "en")


def step(change: dict[str, str], **more: object) -> dict[str, object]:
    return {"change": change, **more}


@given(sheets(), st.integers(0, 60))
def test_fast_equals_slow(sheet: dict[str, Any], times: int) -> None:
    read = read_sheet(sheet | {"times": times})
    slow = perform_sheet(read, times)
    said = sheet_answer(read, "en")
    assert (said["iterations"], said["steps"]) == (str(slow.iterations), slow.steps)
    assert said["resources"] == {name: str(amount) for name, amount in slow.resources.items()}
    stop = said["stopped_by"]
    assert (None if stop is None else (stop["kind"], stop["step"], stop["condition"])) == slow.stopped_by
    assert slow.also == (() if stop is None else tuple(each["condition"] for each in stop["also"]))
    assert slow.loses == frozenset(said["loses"])
    if slow.loses and slow.loses == frozenset(read.players):
        assert said["draw"] is True


@given(sheets(), st.integers(-2, 2))
def test_fast_equals_slow_around_the_breakpoint(sheet: dict[str, Any], off: int) -> None:
    run = run_sheet(read_sheet(sheet))
    if run.iterations is not None and run.iterations < 2_000:
        times = max(0, run.iterations + off)
        slow = perform_sheet(read_sheet(sheet), times)
        said = answer(sheet, times=times)
        assert (said["iterations"], said["steps"]) == (str(slow.iterations), slow.steps)
        assert said["resources"] == {name: digits(amount) for name, amount in slow.resources.items()}
        assert (said["stopped_by"] is None) is (slow.stopped_by is None)


@given(sheets(), st.integers(0, 40))
def test_a_sheet_that_never_stops_does_not_stop(sheet: dict[str, Any], times: int) -> None:
    said = answer(sheet)
    if said["never_stops"]:
        assert perform_sheet(read_sheet(sheet), 200).stopped_by is None
        assert (said["iterations"], said["resources"], said["stopped_by"]) == (None, None, None)
    counted = answer(sheet, times=times)
    assert counted["never_stops"] == said["never_stops"]
    if not {end.get("loses") for end in sheet["ends"]} >= {*sheet["players"]}:
        assert counted["draw"] == said["draw"]
        assert said["draw"] in (said["never_stops"], False)


@given(sheets(), st.integers(0, 40))
def test_renaming_players_changes_nothing_else(sheet: dict[str, Any], times: int) -> None:
    renamed = {"Ana": "Zoë", "Bo": "Yuki", None: None}
    other = sheet | {
        "players": ["Zoë", "Yuki"],
        "body": [each | {"by": renamed[each["by"]]} for each in sheet["body"]],
        "ends": [each | {"loses": renamed[each.get("loses")]} for each in sheet["ends"]],
    }
    before = answer(sheet, times=times)
    assert answer(other, times=times) == before | {"loses": [renamed[name] for name in before["loses"]]}


@pytest.mark.exhaustive
@given(sheets(), st.integers(0, 30), st.integers(0, 5))
def test_as_a_game_a_sheet_forwards_as_it_performs(sheet: dict[str, Any], times: int, inside: int) -> None:
    game = SheetGame(read_sheet(sheet))
    bodies: list[tuple[int | Repeat[int], ...]] = [game.body(), (Repeat(game.body(), inside), *game.body())]
    for body in bodies:
        forward = fast_forward(game, game.start(), body, times)
        slow = perform(game, game.start(), (Repeat(body, times),))
        if forward.undecided is None:
            assert forward.position == slow.position
            place = None if forward.place is None else (0, forward.iterations, *forward.place)
            assert place == slow.place


@given(sheets(), st.integers(0, 25))
def test_as_a_game_a_sheet_ends_where_the_arithmetic_says(sheet: dict[str, Any], times: int) -> None:
    read = read_sheet(sheet | {"times": times})
    game = SheetGame(read)
    forward = fast_forward(game, game.start(), game.body(), times)
    said = sheet_answer(read, "en")
    assert {name: str(amount) for name, amount in forward.position.numbers.items()} == said["resources"]


# Traps


@pytest.mark.clauses("CR shortcuts.4")
def test_a_mandatory_loop_that_gains_life_for_ever_is_a_draw_though_no_position_repeats() -> None:
    said = answer({"resources": {"life": 20}, "body": [step({"life": "life + 1"})], "ends": [{"when": "life <= 0"}]})
    assert (said["draw"], said["never_stops"], said["mandatory"], said["growth"]) == (True, True, True, "linear")
    assert (said["resources"], said["evidence"]) == (None, "proved")


def test_resources_that_swap_and_flip_sign_come_back() -> None:
    sheet = {"resources": {"a": 3, "b": 5}, "body": [step({"a": "-b", "b": "a"})]}
    assert answer(sheet, times="10^100")["resources"] == {"a": "3", "b": "5"}
    assert answer(sheet, times=10**9 + 1)["resources"] == {"a": "-5", "b": "3"}
    assert answer(sheet)["growth"] == answer({"body": [step({})]})["growth"] == "constant"


def test_doubling_beyond_the_budget_is_a_closed_form() -> None:
    sheet = {"resources": {"tokens": 0}, "body": [step({"tokens": "2 * tokens + 1"})]}
    assert answer(sheet, times="10^100")["resources"]["tokens"] == {"closed_form": "2^(10^100) - 1"}
    assert answer(sheet, times=100)["resources"]["tokens"] == str(2**100 - 1)
    small = sheet_answer(read_sheet(sheet | {"times": 100}), "en", 20)
    assert small["resources"]["tokens"] == {"closed_form": "2^100 - 1"}


def test_an_end_that_holds_before_the_first_step_has_no_step() -> None:
    said = answer(
        {"resources": {"life": 0}, "body": [step({"life": "life - 1"})], "ends": [{"when": "life <= 0"}]}, times=7
    )
    assert (said["iterations"], said["steps"], said["never_stops"]) == ("0", 0, False)
    assert said["stopped_by"] == {"kind": "ends", "step": None, "condition": "life <= 0", "text": None, "also": []}


def test_what_is_written_first_decides_when_two_things_stop_at_once() -> None:
    sheet = {
        "resources": {"a": 1},
        "body": [step({"a": "a - 1"})],
        "ends": [{"when": "a < 1", "text": "one"}, {"when": "a == 0", "text": "two"}],
    }
    stop = answer(sheet)["stopped_by"]
    assert (stop["text"], stop["also"]) == ("one", [{"condition": "a == 0", "text": "two"}])


@pytest.mark.parametrize(
    ("life", "loses", "draw"),
    [
        ({"Ana": 4, "Bo": 7}, ["Ana"], False),
        ({"Ana": 5, "Bo": 6}, ["Ana", "Bo"], True),
        ({"Ana": 9, "Bo": 1}, ["Bo"], False),
    ],
)
def test_all_who_are_at_0_lose_at_once_and_where_all_do_it_is_a_draw(
    life: dict[str, int],
    loses: list[str],
    draw: bool,  # noqa: FBT001 (a row of the table above)
) -> None:
    """Two damage for each player at once; by CR 704.3 who is at 0 loses at the same time, and by CR 104.4a nobody wins."""
    for iterations in (0, HUGE):
        sheet = {
            "players": [*life],
            "resources": {f"life.{name}": amount + 2 * iterations for name, amount in life.items()},
            "body": [step({f"life.{name}": f"life.{name} - 2" for name in life}, by="Ana", optional=True)],
            "ends": [{"when": f"life.{name} <= 0", "loses": name} for name in life],
        }
        said = answer(sheet)
        assert (said["loses"], said["draw"], said["never_stops"]) == (loses, draw, False)
        assert [said["stopped_by"]["condition"], *(each["condition"] for each in said["stopped_by"]["also"])] == [
            f"life.{name} <= 0" for name in loses
        ]


def test_what_cannot_be_settled_is_undecided_with_a_reason() -> None:
    """It grows while turning: whether it ever is exactly 7 is beyond our proofs."""
    sheet = {
        "resources": {"x": 1, "y": 0},
        "body": [step({"x": "x - 2 * y", "y": "2 * x + y"})],
        "ends": [{"when": "x == 7"}],
    }
    said = answer(sheet, times=HUGE)
    assert said["evidence"] == "undecided"
    assert "1,000" in said["reason"]
    for unknown in ("iterations", "resources", "never_stops", "loses", "draw"):
        assert said[unknown] is None
    decided = answer(sheet, times=300)
    assert (decided["iterations"], decided["evidence"], decided["never_stops"]) == ("300", "undecided", None)


@given(sheets(), st.integers(0, 10**30), st.integers(0, 4_000))
def test_with_little_work_less_is_said_and_never_something_else(sheet: dict[str, Any], times: int, work: int) -> None:
    whole = answer(sheet, times=times)
    said = sheet_answer(read_sheet({**sheet, "times": str(times)}), "en", work=work)
    assert set(whole) <= {*said, "reason"}
    known = {name for name, value in said.items() if value is not None} - {"evidence", "reason"}
    assert {name: said[name] for name in known} == {name: whole[name] for name in known}
    if known != {name for name, value in whole.items() if value is not None} - {"evidence", "reason"}:
        assert (said["evidence"], bool(said["reason"])) == ("undecided", True)


def tangled(resources: int, factor: str = "1") -> dict[str, Any]:
    """Return a sheet in which every resource becomes the sum of so many others, times a factor."""
    names = [f"r{index}" for index in range(resources)]
    change = {name: f"{factor} * {' + '.join(names[index:] + names[:index])}" for index, name in enumerate(names)}
    ends = [{"when": "r0 >= 10^1000"}]
    return {"resources": dict.fromkeys(names, 1), "body": [{"change": change}] * resources, "ends": ends}


def test_what_takes_too_much_arithmetic_is_undecided_and_says_so() -> None:
    """Counted, not timed: it is the same on every computer."""
    sheet = read_sheet({**tangled(4, "10^300"), "times": "10^100"})
    reasons = set()
    for language in LANGUAGES:
        found = sheet_answer(sheet, language, work=10_000)
        assert (found["evidence"], found["iterations"], found["resources"]) == ("undecided", None, None)
        reasons.add(found["reason"])
    assert len(reasons) == len(LANGUAGES)
    run_but_not_judged = read_sheet({**tangled(3), "ends": [], "times": 1})
    found = sheet_answer(run_but_not_judged, "en", work=3_000)
    assert (found["iterations"], found["resources"] is None) == ("1", False)
    assert (found["growth"], found["evidence"]) == (None, "undecided")
    hostile = read_sheet(tangled(3, "10^30000"))
    assert sheet_answer(hostile, "en", work=10_000)["evidence"] == "undecided"


def test_the_example_of_the_interface() -> None:
    sheet = {
        "players": ["Ana", "Bo"],
        "active": "Ana",
        "resources": {"tokens": 1, "life.Bo": 40, "mana.Ana": 3},
        "body": [
            {
                "by": "Ana",
                "text": "pay",
                "optional": True,
                "needs": ["mana.Ana >= 1"],
                "change": {"mana.Ana": "mana.Ana - 1", "tokens": "tokens + 1"},
            },
            {"by": None, "text": "ping", "change": {"life.Bo": "life.Bo - tokens"}},
        ],
        "ends": [{"when": "life.Bo <= 0", "text": "Bo loses"}],
        "times": "10^100",
    }
    assert answer(sheet) == {
        "iterations": "3",
        "steps": 0,
        "resources": {"tokens": "4", "life.Bo": "31", "mana.Ana": "0"},
        "stopped_by": {"kind": "needs", "step": 0, "condition": "mana.Ana >= 1", "text": "pay", "also": []},
        "never_stops": False,
        "growth": "polynomial",
        "maintained_by": ["Ana"],
        "mandatory": False,
        "loses": [],
        "draw": False,
        "evidence": "proved",
    }
