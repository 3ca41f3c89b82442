"""Deck lists in an event: optional, shown with their verdict, closed by the start, and later still those that counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands, verify
from floorjudge.events.commands import Command
from floorjudge.events.events import DeckSubmitted
from floorjudge.events.service.decks import deck_lists
from floorjudge.formats.on_the_edge.decks import Verdict
from floorjudge.store import open_log
from tests.events.driver import SEED, Organiser, opened
from tests.events.floor.small_event import NAMES
from tests.events.floor.small_event import opened as opened_service

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
    # Where none is illegal, no reason is kept.
    legal = opened(PLAYERS).do(commands.Start(None, "because I say so", SEED))
    assert legal.facts[-1]["deck_reason"] is None


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


def test_a_verdict_is_that_of_the_card_list_of_its_day() -> None:
    """A card list that knows more cards says something else of an old list; the log is not wrong for that."""
    organiser = opened(PLAYERS).do(commands.SubmitDeck("Ana", "40 A card that nobody knows yet"))
    log = organiser.do(commands.Start(None, None, SEED)).log
    handed_in = log[4]
    assert isinstance(handed_in, DeckSubmitted)
    assert handed_in.verdict is Verdict.TO_BE_CHECKED
    older = [replace(handed_in, verdict=Verdict.LEGAL) if event is handed_in else event for event in log]
    assert verify(older, SEED).events == len(log)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("register"), st.sampled_from(NAMES[:3])),
        st.tuples(st.just("deck"), st.sampled_from(NAMES[:3]), st.sampled_from(["one", "two", "three"])),
        st.tuples(st.just("leave"), st.sampled_from(NAMES[:3])),
        st.tuples(st.just("undo")),
    ),
    max_size=25,
)


@given(STEPS)
def test_the_list_that_counts_is_the_last_one_that_stands(steps: list[tuple[str, ...]]) -> None:
    service = opened_service(open_log())
    # The slow way: every state that was, each with the lists that belong to it.
    before: list[dict[str, str]] = []
    now: dict[str, str] = {}
    for step in steps:
        given_command: dict[str, object] = {"do": step[0]}
        given_command |= {"player": step[1]} if len(step) > 1 else {}
        given_command |= {"list": step[2]} if len(step) > 2 else {}
        try:
            service.take(given_command, "en")
        except FloorjudgeError:
            continue
        if step[0] == "undo":
            now = before.pop()
            continue
        before.append(now)
        now = dict(now)
        if step[0] == "register":
            now.pop(step[1], None)
        elif step[0] == "deck":
            now[step[1]] = step[2]
    assert deck_lists(service.records) == now
    with_verdict = {player.name for player in service.state.all_players() if player.deck is not None}
    assert with_verdict == set(now)
