"""Deck lists in events for Magic: the option says how decks are built, and the service has the card texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from floorjudge.errors import BadInput, FloorjudgeError, Refused
from floorjudge.events import commands, decide, evolve, verify
from floorjudge.events.codec import read_event
from floorjudge.events.events import DeckSubmitted, EventOpened
from floorjudge.events.service import EventService
from floorjudge.events.service.decks import CardTexts, no_card_texts
from floorjudge.events.view import view
from floorjudge.formats.decks import Verdict
from floorjudge.formats.magic_decks import KnownCards
from floorjudge.store import open_log
from floorjudge.texts import render
from tests.events.floor.small_event import SEED
from tests.formats.magic_decks.cards import KNOWN
from tests.support.refusals import error_of

BOLTS = "55 Mountain\n5 Lightning Bolt"
LEGAL = "56 Mountain\n4 Lightning Bolt"
SMALL = "36 Mountain\n4 Lightning Bolt"


class Counted:
    """Card texts that count how often they are opened."""

    def __init__(self) -> None:
        self.times = 0

    @contextmanager
    def __call__(self) -> Iterator[KnownCards | None]:
        self.times += 1
        yield KNOWN


def swiss(decks: str | None, texts: CardTexts, format_id: str = "mtr-swiss", *, banned: object = None) -> EventService:
    """Return the service of an event that two players are registered for."""
    service = EventService(open_log(), card_texts=texts)
    options = {name: value for name, value in (("decks", decks), ("banned", banned)) if value is not None}
    given = {"options": options} if options else {}
    service.take({"do": "open", "name": "Friday", "seed": SEED, "format": format_id, **given}, "en")
    for name in ("Ana", "Bo"):
        service.take({"do": "register", "player": name}, "en")
    return service


def handed_in(service: EventService, listing: str, player: str = "Ana") -> tuple[Verdict, tuple[str, ...]]:
    (event,) = service.take({"do": "deck", "player": player, "list": listing}, "en").events
    assert isinstance(event, DeckSubmitted)
    return event.verdict, event.clauses


def checked_again(service: EventService) -> None:
    """Verify the log, where no card texts are."""
    assert verify([read_event(record.event) for record in service.records], SEED).state == service.state


@pytest.mark.clauses("MTR 6.1", "MTR 7.1")
def test_the_option_says_how_decks_are_built() -> None:
    constructed = swiss("constructed", Counted())
    assert handed_in(constructed, BOLTS) == (Verdict.ILLEGAL, ("CR 100.2a", "MTR 6.1"))
    assert handed_in(constructed, SMALL, "Bo") == (Verdict.ILLEGAL, ("CR 100.2a", "MTR 6.1"))
    assert handed_in(constructed, LEGAL, "Bo") == (Verdict.LEGAL, ())
    limited = swiss("limited", Counted())
    assert handed_in(limited, BOLTS) == handed_in(limited, SMALL) == (Verdict.LEGAL, ())
    for service in (constructed, limited):
        checked_again(service)


@pytest.mark.clauses("CR 903.5a")
def test_pods_ask_for_commander_decks_or_for_none() -> None:
    pods = swiss("commander", Counted(), "mstr-pods")
    assert handed_in(pods, "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain") == (Verdict.LEGAL, ())
    assert handed_in(pods, LEGAL) == (Verdict.ILLEGAL, ("CR 903.5a", "CR 903.5b"))
    none = swiss(None, Counted(), "mstr-pods")
    assert handed_in(none, LEGAL) == (Verdict.TO_BE_CHECKED, ())
    for service in (pods, none):
        checked_again(service)
    asked = pods.state.rules.options_from_form({"decks": "commander"})
    assert asked == {"decks": "commander"}


@pytest.mark.clauses("MTR 6.1")
def test_an_illegal_deck_stops_the_start_by_the_clauses_it_breaks() -> None:
    service = swiss("constructed", Counted())
    handed_in(service, BOLTS)
    caught = error_of(Refused, service.take, {"do": "start"}, "en")
    assert (caught.code, caught.clauses) == ("illegal_decks", ("CR 100.2a", "MTR 6.1"))
    service.take({"do": "start", "reason": "the head judge lets it in"}, "en")
    checked_again(service)


def test_without_card_texts_names_are_to_be_checked() -> None:
    @contextmanager
    def damaged() -> Iterator[KnownCards | None]:
        raise DamagedTexts
        yield KNOWN

    for texts in (no_card_texts, damaged):
        service = swiss("constructed", texts)
        assert handed_in(service, LEGAL) == (Verdict.TO_BE_CHECKED, ())
        checked_again(service)


class DamagedTexts(BadInput):
    pass


def test_card_texts_are_opened_only_where_an_event_needs_them() -> None:
    texts = Counted()
    handed_in(swiss(None, texts), LEGAL)
    ote = swiss(None, texts, "ote-1.2")
    assert handed_in(ote, "40 Astral Wisdom [28]") == (Verdict.LEGAL, ())
    assert texts.times == 0
    handed_in(swiss("limited", texts), LEGAL)
    assert texts.times == 1


def test_an_event_that_asks_for_no_lists_takes_one_as_it_is() -> None:
    service = swiss(None, Counted())
    assert handed_in(service, "4 Lope\n\nMaybeboard\n3 Bolt\n") == (Verdict.TO_BE_CHECKED, ())
    rules, options = service.state.rules, service.state.options
    report = rules.check_deck("4 Lope\n\nMaybeboard\n3 Bolt\n", options, KNOWN)
    assert report is not None
    assert (report.cards, [render(each.reason, "en") for each in report.findings]) == (
        4,
        ["This event does not say how decks are built: the list was not checked."],
    )
    assert not rules.asks_for_decks(options)
    assert rules.asks_for_decks(swiss("limited", Counted()).state.options)
    service.take({"do": "start"}, "en")
    checked_again(service)


def test_what_forbids_a_list_is_said_before_what_is_wrong_with_it() -> None:
    texts = Counted()
    service = swiss("constructed", texts)
    service.take({"do": "leave", "player": "Bo"}, "en")
    for player, code in (("Nobody", "unknown_player"), ("Bo", "has_left")):
        caught = error_of(FloorjudgeError, service.take, {"do": "deck", "player": player, "list": LEGAL}, "en")
        assert caught.code == code
    assert texts.times == 0


def test_lists_of_several_commands_are_checked_with_the_players_before_them() -> None:
    service = swiss("constructed", Counted())
    register: dict[str, Any] = {"do": "register", "player": "Cy"}
    answer = service.take_all([register, {"do": "deck", "player": "Cy", "list": BOLTS}])
    assert isinstance(answer.events[1], DeckSubmitted)
    assert answer.events[1].verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("name", ["SubmitCheckedDeck", "submit_checked_deck", "deck"])
def test_a_verdict_cannot_be_sent(name: str) -> None:
    service = swiss("constructed", Counted())
    sent = {"do": name, "player": "Ana", "list": BOLTS, "verdict": "legal", "clauses": []}
    with pytest.raises(BadInput):
        service.take(sent, "en")
    assert service.number == 3


def test_what_decides_has_no_card_texts_and_takes_the_verdict() -> None:
    state = swiss("constructed", no_card_texts).state
    assert decide(state, commands.SubmitDeck("Ana", LEGAL)) == (DeckSubmitted("Ana", LEGAL, Verdict.TO_BE_CHECKED, ()),)
    given = commands.SubmitCheckedDeck("Ana", LEGAL, Verdict.ILLEGAL, ("MTR 6.1",))
    assert decide(state, given) == (DeckSubmitted("Ana", LEGAL, Verdict.ILLEGAL, ("MTR 6.1",)),)


def test_a_log_without_the_option_means_the_same_as_ever() -> None:
    """An older version has written the options that it had."""
    (opening,) = decide(None, commands.Open("Friday", SEED, "mtr-swiss"))
    assert isinstance(opening, EventOpened)
    assert isinstance(opening.options, dict)
    older = replace(opening, options={name: opening.options[name] for name in opening.options if name != "decks"})
    assert verify([older], SEED).state.options == evolve(None, opening).options
    wrong = replace(opening, options={**older.options, "rounds": 99} if older.options is not msgspec.UNSET else {})
    with pytest.raises(FloorjudgeError):
        verify([wrong], SEED)


def test_a_printed_list_has_copies_headings_and_for_the_file_of_a_program_its_cards() -> None:
    rules = swiss("limited", Counted()).state.rules
    lines = [
        (each.line, each.copies, each.name) for each in rules.deck_lines("Deck\n4 Lightning Bolt\n\nSideboard\nIce")
    ]
    assert lines == [(1, None, "Deck"), (2, 4, "Lightning Bolt"), (4, None, "Sideboard"), (5, 1, "Ice")]
    saved = '<?xml version="1.0"?>\n<Deck>\n<Cards CatID="1" Quantity="4" Sideboard="false" Name="Lightning Bolt" />\n</Deck>'
    assert [(each.copies, each.name) for each in rules.deck_lines(saved)] == [(4, "Lightning Bolt")]


BANNED = "name: Friday\ndate: 2026-11-06\nsource: the board\nLightning Bolt\nRestricted\nMountain\n"


@pytest.mark.clauses("MTR 6.1")
@pytest.mark.parametrize(("format_id", "decks"), [("mtr-swiss", "constructed"), ("mstr-pods", "commander")])
def test_the_organisers_list_of_banned_cards_is_applied_and_named_in_the_view(format_id: str, decks: str) -> None:
    service = swiss(decks, Counted(), format_id, banned=BANNED)
    verdict, clauses = handed_in(service, LEGAL)
    assert (verdict, "MTR 6.1" in clauses) == (Verdict.ILLEGAL, True)
    shown = view(service.state, "en")["options"]["banned"]
    assert {**shown, "sha256": None} == {
        "name": "Friday",
        "date": "2026-11-06",
        "source": "the board",
        "cards": 2,
        "sha256": None,
    }
    (said,) = service.state.rules.deck_words(service.state.options)
    assert "“Friday” of 2026-11-06" in render(said, "en")
    checked_again(service)


def test_a_list_of_banned_cards_that_cannot_be_meant_opens_no_event(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, str | None, str, str]] = [
        (BANNED, None, "banned_without_decks", "options.banned"),
        ("2026-11-06\nSol Ring", "constructed", "banned_list_without_name", "options.banned"),
        ("name: Friday\nSol Ring", "constructed", "banned_list_without_date", "options.banned"),
        ("name: Friday\n\ndate: friday", "constructed", "banned_list_date", "options.banned:3"),
        (BANNED + "Sol Ring\n" * 9000, "constructed", "banned_list_too_long", "options.banned"),
        (7, "constructed", "bad_field", "options.banned"),
        (BANNED + "Sol Ring\udcff", "constructed", "bad_field", "options"),
    ]
    for banned, decks, code, where in cases:
        with subtests.test(decks=decks, code=code):
            for format_id in ("mtr-swiss", "mstr-pods"):
                built = "commander" if decks and format_id == "mstr-pods" else decks
                refused = error_of(BadInput, swiss, built, Counted(), format_id, banned=banned)
                assert (refused.code, refused.where) == (code, where)
