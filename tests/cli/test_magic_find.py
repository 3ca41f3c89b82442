"""`floorjudge magic find`: the loop in a position or among cards, for people and for programs."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pytest

from floorjudge.cli.magic.find import find
from floorjudge.magic.search import SECONDS, Limits
from tests.cli.conftest import CommandLine
from tests.support.own_cards import SPRING, WAKER, card_file

pytest.importorskip("phase")

# A card of our own that untaps for less mana than it gives.
POSITION = {
    "names": ["Ana", "Bo"],
    "battlefield": [["Own Spring"], []],
    "cards": [{"name": "Own Spring", "type": "Artifact", "text": "{T}: Add {C}{C}.\n{1}: Untap this artifact."}],
}
QUIET = POSITION | {"cards": [{"name": "Own Spring", "type": "Artifact", "text": "{T}: You gain 1 life."}]}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))
    written = tmp_path / "position.json"
    written.write_text(json.dumps(POSITION), "utf-8")
    return written


def test_a_search_is_as_long_as_on_pages() -> None:
    named = inspect.signature(find).parameters
    assert Limits(named["seconds"].default, named["depth"].default) == Limits()
    assert Limits(SECONDS) == Limits()


def test_no_work_is_without_measure(floorjudge: CommandLine) -> None:
    for option in (("find", "x", "--seconds"), ("certify", "x", "--budget")):
        for seconds in ("nan", "inf", "1e308", "-1"):
            assert floorjudge.refused("magic", *option, seconds)[0] == "bad_command_line"


def test_people_get_the_loop_with_what_each_step_changes_and_what_it_gives(floorjudge: CommandLine, file: Path) -> None:
    shown = floorjudge.done("magic", "find", str(file))
    verdict, chooses, clause, *_ = shown.splitlines()
    assert (verdict, clause) == ("Any amount of {C} mana.", "(MTR 4.4.3)")
    assert chooses == "Ana names a number; Bo may name a smaller one."
    assert "  1. Ana activates Own Spring: “{T}: Add {C}{C}”.\n       {C} mana of Ana: +2\n" in shown
    assert "Untap Own Spring”. The ability resolves.\n" in shown
    assert "It gives, as often as you like: {C} for Ana.\n" in shown


@pytest.mark.engine
def test_steps_have_the_numbers_by_which_the_certificate_calls_them(floorjudge: CommandLine, file: Path) -> None:
    """Each answer is a step of its own; what an iteration costs, and how the game ends, is nothing that the loop gives."""
    spring = {"name": "Own Spring", "type": "Artifact", "text": "{T}: Add {C}."}
    gun = {
        "name": "Own Gun",
        "type": "Artifact",
        "text": "{1}: Untap target artifact. Each opponent loses 2 life. You lose 1 life.",
    }
    position = {"names": ["Ana", "Bo"], "cards": [spring, gun], "battlefield": [["Own Spring", "Own Gun"], []]}
    file.write_text(json.dumps(position), "utf-8")
    shown = floorjudge.done("magic", "find", str(file), "--seconds", "3")
    assert (
        "  2–4. Ana activates Own Gun: “{1}: …”. Ana chooses the target: Own Spring. The ability resolves.\n" in shown
    )
    gives = "It gives, 10 times before it ends: damage to or loss of life for Bo.\n"
    assert f"{gives}What each iteration costs: Ana loses life.\n\n" in shown
    assert shown.count("The game is over: Ana has won.") == 1


def test_what_is_saved_can_be_certified(floorjudge: CommandLine, file: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    found = json.loads(floorjudge.done("magic", "find", str(file), "--save", str(case), "--json"))
    again = json.loads(floorjudge.done("magic", "certify", str(case), "--json"))
    assert found["certificate"]["per_iteration"] == again["per_iteration"] == {"mana.0.C": "1"}
    assert [each["kind"] for each in found["produces"]] == ["mana"]


def test_no_loop_is_said_with_its_reason(floorjudge: CommandLine, file: Path) -> None:
    file.write_text(json.dumps(QUIET), "utf-8")
    shown = floorjudge.done("magic", "find", str(file), "--depth", "6")
    assert "It began from one position." in shown
    assert "No loop was found" in shown
    answer = json.loads(floorjudge.done("magic", "find", str(file), "--depth", "6", "--json"))
    assert (answer["found"], answer["case"]) == (False, None)
    assert answer["ended"] in ("depth", "exhausted")
    assert answer["looked_at"]["reached"] > 0


def test_a_position_takes_no_cards_beside_it(floorjudge: CommandLine, file: Path) -> None:
    assert floorjudge.refused("magic", "find", str(file), "--with", "Forest") == ("position_and_helpers", "--with")


@pytest.mark.usefixtures("own_cards")
def test_too_many_cards_are_refused_in_several_words_and_in_one(floorjudge: CommandLine) -> None:
    for words in ([f"Card {number}" for number in range(11)], [", ".join([SPRING] * 11)]):
        assert floorjudge.refused("magic", "find", *words) == ("too_many_cards_named", "card")


@pytest.fixture
def own_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import cards of our own, of which two make a loop."""
    cache = tmp_path / "cache"
    cache.mkdir()
    card_file(tmp_path).rename(cache / "magic-cards.sqlite3")
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(cache))


@pytest.mark.usefixtures("own_cards")
def test_names_stand_in_one_word_and_may_be_mistyped(floorjudge: CommandLine) -> None:
    typed = f"{SPRING.lower()} + {WAKER[:-1]}"
    shown = floorjudge.done("magic", "find", typed, "--seconds", "1", "--depth", "2")
    assert shown.startswith(f"“{WAKER[:-1]}” was taken for {WAKER}.\n")
    answer = json.loads(floorjudge.done("magic", "find", typed, "--seconds", "1", "--depth", "2", "--json"))
    assert answer["taken_for"] == [{"written": WAKER[:-1], "card": WAKER}]
    exact = json.loads(floorjudge.done("magic", "find", SPRING, WAKER, "--seconds", "1", "--depth", "2", "--json"))
    assert "taken_for" not in exact
    assert answer["looked_at"]["reached"] == exact["looked_at"]["reached"]


@pytest.mark.usefixtures("own_cards")
def test_a_name_that_is_not_clear_is_refused_and_not_guessed(floorjudge: CommandLine) -> None:
    for typed in ("Own", "Nobody Knows", "+"):
        assert floorjudge.refused("magic", "find", SPRING, typed)[0] == "unknown_card"
