"""Shortcuts in play: what is elided is what would have been performed, and whoever shortens must do something else."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.sequence import Choice, Place, count_choices
from floorjudge.loops.shortcuts.settling import Answer, AnswerAwaited, NotAllowed, Taken
from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.playing.bodies import read_body, read_step
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.shortcuts.taking import Offer, in_play, play_next, propose, read_shortcut, settled, settled_value
from floorjudge.texts import render
from tests.magic.boards import GOND, SPELLS, game_of, permanents, table_of
from tests.support.refusals import error_of

ITERATION: list[dict[str, Any]] = [{"by": 0, "do": "activate", "source": "bear"}, {"do": "resolve all"}]


def tokens(times: object, **more: object) -> dict[str, Any]:
    return {"sequence": [{"repeat": ITERATION, "times": times}], **more}


def offered(board: dict[str, Any], library: CardLibrary, given: dict[str, Any]) -> Offer | NotAllowed:
    return propose(table_of(board, library), read_shortcut(given).sequence)


def ten_tokens(table: Table) -> Offer:
    """Return the offer of ten tokens on a table."""
    offer = propose(table, read_shortcut(tokens(10)).sequence)
    assert isinstance(offer, Offer)
    return offer


def refused_at(found: Offer | NotAllowed) -> Place | None:
    """Return the place at which a shortcut is refused."""
    assert isinstance(found, NotAllowed)
    return found.place


@pytest.mark.clauses("CR shortcuts.2a", "CR shortcuts.2c")
@pytest.mark.parametrize("times", [1, 7])
def test_taken_is_as_if_every_choice_had_been_made(library: CardLibrary, times: int) -> None:
    table, by_hand = table_of(GOND, library), table_of(GOND, library)
    asked = read_shortcut(tokens(times, answers=[{"player": "Player 2", "accept": True}]))
    offer, outcome = in_play(table, asked.sequence, asked.answers)
    assert isinstance(offer, Offer)
    assert isinstance(outcome, Taken)
    (repeat,) = offer.proposal.sequence
    assert isinstance(repeat, Repeat)
    said = [(choice.by, choice.do) for choice in repeat.body if isinstance(choice, Choice)]
    assert said == [("Player 1", "activate bear"), *[("Player 1", "pass"), ("Player 2", "pass")] * 2]
    assert repeat.times == times
    for _ in range(times):
        play_body(by_hand, read_body(ITERATION))
    assert game_of(table) == game_of(by_hand)


def test_a_repeat_of_no_times_is_nothing(library: CardLibrary) -> None:
    table, untouched = table_of(GOND, library), table_of(GOND, library)
    offer, outcome = in_play(table, read_shortcut({"sequence": [*tokens(0)["sequence"], *ITERATION]}).sequence, ())
    assert isinstance(offer, Offer)
    assert count_choices(offer.proposal.sequence) == 5
    assert isinstance(outcome, AnswerAwaited)
    assert game_of(table) == game_of(untouched)


@pytest.mark.clauses("CR shortcuts.2b", "CR shortcuts.2c")
def test_whoever_shortens_must_do_something_else(library: CardLibrary) -> None:
    table = table_of(GOND, library, hand=[[], ["Lightning Bolt"]])
    offer = ten_tokens(table)
    assert settled(table, offer, ()) == AnswerAwaited("Player 2", None)
    outcome = settled(table, offer, (Answer("Player 2", (0, 4, 2)),))
    assert isinstance(outcome, Taken)
    assert (outcome.player, outcome.must_differ_from) == ("Player 2", "pass")
    assert permanents(table).count("Elf Warrior") == 4
    for step in ({"by": 1, "do": "pass"}, {"do": "resolve all"}):
        same = error_of(FloorjudgeError, play_next, table, outcome, read_step(step, "next"))
        assert same.code == "same_choice"
    bolt = {"by": 1, "do": "cast", "source": "Lightning Bolt", "targets": ["bear"]}
    play_next(table, outcome, read_step(bolt, "next"))
    assert table.game.stack()[0]["source_id"] == table.labels["bear"]
    assert len(table.game.stack()) == 2


@pytest.mark.clauses("CR shortcuts.2b")
def test_nobody_stops_where_another_chooses(library: CardLibrary) -> None:
    table = table_of(GOND, library)
    wrong = error_of(FloorjudgeError, settled, table, ten_tokens(table), (Answer("Player 2", (0, 4, 0)),))
    assert wrong.code == "not_their_choice"


@pytest.mark.clauses("CR shortcuts.2a")
def test_what_may_not_be_proposed(library: CardLibrary) -> None:
    illegal = [*ITERATION, {"do": "activate", "source": "Mountain"}]
    over = [{"do": "activate", "source": "bear"}, {"do": "pass"}, {"do": "choose", "answer": 1}]
    for steps in (illegal, over):
        assert refused_at(offered(GOND, library, {"sequence": steps})) == (2,)
    dead = {"sequence": [{"do": "cast", "source": "Lightning Bolt", "targets": [1]}, {"do": "resolve"}]}
    assert refused_at(offered({**SPELLS, "life": [20, 3]}, library, dead)) is None
    waiting = offered(SPELLS, library, {"sequence": [{"do": "cast", "source": "Lightning Bolt"}]})
    assert isinstance(waiting, NotAllowed)


@pytest.mark.clauses("CR shortcuts.2a")
@pytest.mark.parametrize("known", [True, False])
def test_a_shuffled_library_is_chance_only_where_its_cards_differ(*, known: bool) -> None:
    mixer = {"name": "Own Mixer", "type": "Artifact", "text": "{T}: Shuffle your library."}
    others = [{"name": f"Own Page {number}", "type": "Sorcery", "mana_cost": "{9}"} for number in range(6)]
    library = [{"card": "Own Page 0", "copies": 6}] if known else [each["name"] for each in others]
    board = {"cards": [mixer, *others], "battlefield": [["Own Mixer"], []], "library": [library, []]}
    steps = [{"do": "activate", "source": "Own Mixer"}, {"do": "resolve"}]
    found = offered(board, CardLibrary.of_texts([]), {"sequence": steps})
    assert isinstance(found, Offer) is known


@pytest.mark.clauses("CR shortcuts.2a")
def test_what_nothing_shows_to_be_legal_is_refused(library: CardLibrary) -> None:
    refused = propose(table_of(GOND, library), read_shortcut(tokens("10^100")).sequence, most_choices=20)
    assert isinstance(refused, NotAllowed)
    assert refused.place == (0, 4, 0)
    assert "20" in render(refused.reason, "en")


@pytest.mark.clauses("CR shortcuts.2a")
def test_a_repeat_that_is_not_legal_every_time_is_refused_where_it_is_not(library: CardLibrary) -> None:
    ring = {"do": "activate", "source": "Sol Ring"}
    assert refused_at(offered(SPELLS, library, {"sequence": [{"repeat": [ring], "times": "10^100"}]})) == (0, 1, 0)


def test_iterations_that_go_differently_stand_apart(library: CardLibrary) -> None:
    board = {"battlefield": [[{"card": "Viscera Seer"}, {"card": "Grizzly Bears", "copies": 3}], []]}
    iteration = [
        {"do": "activate", "source": "Viscera Seer", "pay": {"with": ["Grizzly Bears"]}},
        {"do": "resolve all"},
    ]
    offer = offered(board, library, {"sequence": [{"repeat": iteration, "times": 3}]})
    assert isinstance(offer, Offer), render(offer.reason, "en")
    assert [step.times for step in offer.proposal.sequence if isinstance(step, Repeat)] == [3]
    assert refused_at(offered(board, library, {"sequence": [{"repeat": iteration, "times": 4}]})) == (0, 3, 0)
    # Each turn the other player is the first to pass.
    a_turn = [{"do": "to step", "step": step} for step in ("end step", "upkeep")]
    offer = offered({"library": [["Forest"] * 5] * 2}, library, {"sequence": [{"repeat": a_turn, "times": 3}]})
    assert isinstance(offer, Offer), render(offer.reason, "en")
    assert [step.times for step in offer.proposal.sequence if isinstance(step, Repeat)] == [1, 1, 1]


def test_the_answer_as_json(library: CardLibrary) -> None:
    asked = read_shortcut(tokens(2, answers=[{"player": "Player 2", "stop_at": [0, 1, 4]}]))
    offer, outcome = in_play(table_of(GOND, library), asked.sequence, asked.answers)
    value = settled_value(offer, outcome, "en")
    assert (value["outcome"], value["choices_made"], value["must_differ_from"]) == ("taken", "9", "pass")
    assert value["offer"]["sequence"][0]["times"] == "2"
    assert offer is not None
    assert count_choices(offer.proposal.sequence) == 10
    value = settled_value(
        *in_play(table_of(GOND, library), read_shortcut({"sequence": [{"do": "resolve"}]}).sequence, ()), "en"
    )
    assert (value["outcome"], value["place"]) == ("refused", [0])
