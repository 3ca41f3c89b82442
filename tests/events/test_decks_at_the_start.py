"""Deck lists in an event: optional, shown with their verdict, and closed by the start."""

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, verify
from floorjudge.events.commands import Command
from tests.events.driver import SEED, Organiser, opened

TOO_SMALL = "3 Astral Wisdom [28]"
PLAYERS = ("Ana", "Bo", "Cy")


def refused(organiser: Organiser, command: Command) -> str:
    with pytest.raises(FloorjudgeError) as caught:
        organiser.do(command)
    return caught.value.code


@pytest.mark.clauses("OTE 1.1")
def test_an_illegal_deck_stops_the_start_unless_a_judge_gives_a_reason() -> None:
    organiser = opened(PLAYERS).do(commands.SubmitDeck("Bo", TOO_SMALL))
    assert [line["deck"] for line in organiser.view["players"]] == [None, "illegal", None]
    assert refused(organiser, commands.Start(None, None, SEED)) == "illegal_decks"
    organiser.do(commands.Start(None, "a demonstration with small decks", SEED))
    assert organiser.facts[-1]["deck_reason"] == "a demonstration with small decks"
    assert verify(organiser.log, SEED).state == organiser.state


@pytest.mark.clauses("OTE 1.1")
def test_another_list_replaces_the_first_and_the_start_closes_the_box() -> None:
    organiser = opened(PLAYERS).do(commands.SubmitDeck("Bo", TOO_SMALL))
    organiser.do(commands.SubmitDeck("Bo", "40 Astral Wisdom [28]")).do(commands.Start(None, None, SEED))
    assert organiser.view["players"][1]["deck"] == "legal"
    assert refused(organiser, commands.SubmitDeck("Bo", TOO_SMALL)) == "decks_are_closed"


def test_who_left_before_the_start_hands_in_nothing_and_their_deck_does_not_matter() -> None:
    organiser = opened([*PLAYERS, "Dora"]).do(commands.SubmitDeck("Dora", TOO_SMALL)).do(commands.Leave("Dora"))
    assert refused(organiser, commands.SubmitDeck("Dora", TOO_SMALL)) == "has_left"
    organiser.do(commands.Start(None, None, SEED))
    assert [table["players"] for table in organiser.view["tables"] if "Dora" in table["players"]] == []


def test_a_deck_is_handed_in_by_somebody_who_is_registered() -> None:
    assert refused(opened(PLAYERS), commands.SubmitDeck("Anna", TOO_SMALL)) == "unknown_player"
