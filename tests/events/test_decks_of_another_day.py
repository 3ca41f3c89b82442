"""Decks and the reasons that let them in, seen later."""

from __future__ import annotations

from msgspec.structs import replace

from floorjudge.events import decide, evolve, verify
from floorjudge.events.commands import Command, Open, Register, Start, SubmitDeck
from floorjudge.events.events import DeckSubmitted, Event, RoundGrouped
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.decks import Verdict

SEED = "a seed that is long enough to be one"


def logged(*commands: Command) -> list[Event]:
    state: State | None = None
    log: list[Event] = []
    for command in (Open("Friday", SEED), *(Register(name) for name in ("Ana", "Bo", "Cy")), *commands):
        (event,) = decide(state, command)
        state = evolve(state, event)
        log.append(event)
    return log


def test_a_verdict_is_that_of_the_card_list_of_its_day() -> None:
    """A card list that knows more cards says something else of an old list; the log is not wrong for that."""
    log = logged(SubmitDeck("Ana", "40 A card that nobody knows yet"), Start(None, None, SEED))
    handed_in = log[4]
    assert isinstance(handed_in, DeckSubmitted)
    assert handed_in.verdict is Verdict.TO_BE_CHECKED
    older = [replace(handed_in, verdict=Verdict.LEGAL) if event is handed_in else event for event in log]
    assert verify(older, SEED).events == len(log)


def test_a_reason_is_kept_only_when_it_lets_an_illegal_deck_in() -> None:
    without = logged(Start(None, "because I say so", SEED))[-1]
    with_one = logged(SubmitDeck("Ana", "3 Astral Wisdom [28]"), Start(None, "because I say so", SEED))[-1]
    assert isinstance(without, RoundGrouped)
    assert isinstance(with_one, RoundGrouped)
    assert (without.deck_reason, with_one.deck_reason) == (None, "because I say so")
