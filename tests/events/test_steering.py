"""Nobody can choose what a draw gives: not by variants of the public words, not by starting again, not after the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from floorjudge.errors import BadInput, Refused
from floorjudge.events import codec, decide, evolve, replay, verify
from floorjudge.events.commands import Open, OpenSealed, Register, Start
from floorjudge.events.draw import commitment, visible_words
from floorjudge.events.errors import DisguisedWords
from floorjudge.events.events import CommandUndone, Event, EventOpened, PlayerRegistered
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.log.draw_history import draw_history
from floorjudge.events.service.log.export import verify_records
from floorjudge.formats.on_the_edge.log import RoundGrouped
from floorjudge.store import open_log
from tests.events.floor.small_event import NAMES, SEED, finished, report_all, started
from tests.support.refusals import error_of

VARIANTS = (
    "Seven red DICE 4",
    "seven red dice 4",
    " seven  red\tdice\n4 ",
    "se\u200bven red di\u2063ce 4",
    "seven red\u3164 dice 4\ufe0f",
    "seven, red: dice (4)!",
    "ＳＥＶＥＮ red dice ４",
    "seven red dice \u0664",
    "seven\u115f red dice\u2800 4",
)


def registered(players: int = 8, **opening: Any) -> EventService:
    service = EventService(open_log())
    service.take({"do": "open", "name": "Friday", **opening}, "en", by="owner")
    for name in NAMES[:players]:
        service.take({"do": "register", "player": name}, "en")
    return service


def test_public_words_that_look_alike_are_the_same_words() -> None:
    assert {visible_words(given) for given in VARIANTS} == {"sevenreddice4"}
    for given in ("арбуз 7", "mañana søren łódź ığdır", "ɗaki ɓera", "王芳 3", "καλημέρα", "mañana ☂", "ﬃ Ǆ ẞ İ ﷺ"):
        assert visible_words(visible_words(given)) == visible_words(given)
    assert visible_words("mañana ☂") == "mañana"
    service = registered(seed=SEED)
    service.take({"do": "start", "public": VARIANTS[0]}, "en")
    assert service.state.public == "sevenreddice4"


def test_words_that_nobody_can_see_or_tell_apart_are_refused(subtests: pytest.Subtests) -> None:
    service = registered(seed=SEED)
    for given in "аpple, aрple 7, οrange, oranɡe, diᴄe 4, taᴋe, tabǀe, оса 4".split(", "):
        with subtests.test(given=given), pytest.raises(DisguisedWords):
            service.take({"do": "start", "public": given}, "en")
    for given in ("\u200b\u200b", "!!!", "1" * 201):
        with subtests.test(given=given):
            assert error_of(BadInput, service.take, {"do": "start", "public": given}, "en").code == "bad_public_words"


def test_a_seed_comes_from_the_system_and_a_typed_one_is_marked_for_good() -> None:
    sealed = registered()
    assert sealed.state.typed is False
    assert commitment(str(sealed.seed())) == sealed.state.commitment
    typed = registered(seed=SEED)
    typed.take({"do": "start"}, "en")
    typed.take({"do": "undo"}, "en")
    assert typed.state.typed is True
    assert verify_records(sealed.records, sealed.seed()).state.typed is False


def test_an_opening_cannot_be_rewritten_to_hide_a_typed_seed() -> None:
    (event,) = decide(None, Open("Friday", SEED))
    assert isinstance(event, EventOpened)
    assert event.typed is True
    with pytest.raises(BadInput):
        decide(None, OpenSealed("Friday", "not a promise"))


def test_going_on_after_the_end_needs_a_new_promise_and_new_words() -> None:
    service = back_to_the_last_round()
    for command in ({"do": "next"}, {"do": "random_order", "items": ["a", "b"], "reason": "OTE 2.8.4"}):
        assert error_of(Refused, service.take, command, "en").code == "seed_is_public"
    before = service.state.commitment
    service.take({"do": "renew_seed"}, "en")
    assert service.state.commitment != before
    assert commitment(str(service.seed())) == service.state.commitment
    service.take({"do": "next", "public": "5 2 6"}, "en")
    assert service.state.public == "526"
    with pytest.raises(Refused):
        service.take({"do": "renew_seed"}, "en")
    while service.state.stage != "finished":
        report_all(service)
        service.take({"do": "next"}, "en")
    assert verify_records(service.records).draws_waiting == 0
    log = [codec.read_event(record.event) for record in service.records]
    assert verify(log).state.seed == service.seed()


def test_a_seed_that_another_service_has_renewed_is_the_one_that_is_drawn_with() -> None:
    log = open_log()
    service = back_to_the_last_round(log)
    known = service.seed()
    EventService(log, service.event_id).take({"do": "renew_seed"}, "en")
    service.take({"do": "next", "public": "5 2 6"}, "en")
    assert service.seed() == log.secret(str(service.event_id)) != known


def back_to_the_last_round(log: EventLog | None = None) -> EventService:
    """Return a finished event of nine whose final was taken back: the next stage would be drawn again."""
    service = finished(log, players=8)
    while not (service.state.stage == "round" and not service.state.open_tables()):
        service.take({"do": "undo"}, "en")
    return service


def test_a_second_promise_is_not_taken_while_the_first_one_holds() -> None:
    assert error_of(Refused, started().take, {"do": "renew_seed"}, "en").code == "seed_is_secret"
    service = started()
    report_all(service)
    assert error_of(Refused, service.take, {"do": "next", "public": "more words"}, "en").code == "words_are_mixed"


def test_a_closed_list_stays_as_it_is_until_the_start() -> None:
    service = registered()
    service.take({"do": "close_roster"}, "en")
    for command in ({"do": "register", "player": "Zoë"}, {"do": "leave", "player": "Ana"}, {"do": "close_roster"}):
        assert error_of(Refused, service.take, command, "en").code == "roster_closed"
    service.take({"do": "reopen_roster"}, "en")
    service.take({"do": "register", "player": "Zoë"}, "en")
    service.take({"do": "close_roster"}, "en")
    service.take({"do": "start", "public": "3 1 4"}, "en")
    (start,) = draw_history(service.records).starts
    assert start.roster_closed
    assert json.loads(service.records[-1].event)["roster"] == json.loads(service.records[-2].event)["roster"]


def test_numbers_of_players_are_never_used_twice() -> None:
    service = registered(players=2)
    service.take({"do": "register", "player": "Mallory"}, "en")
    service.take({"do": "undo"}, "en")
    service.take({"do": "register", "player": "Zoë"}, "en")
    assert service.state.players["Zoë"].number == 4
    assert verify_records(service.records).state == service.state


class TestOlderLogs:
    """What was written before seeds were sealed replays to the same state, and is verified by its own rules."""

    @staticmethod
    def log() -> list[Event]:
        """Return the log of an older version: no `typed`, no numbers, public words to the letter."""
        opened_then: Event = EventOpened("Friday", "ote-1.2", commitment(SEED), short_seed=False)
        log, state = [opened_then], evolve(None, opened_then)
        for name in NAMES[:5]:
            log.append(PlayerRegistered(name))
            state = evolve(state, log[-1])
        log += decide(state, Start("Seven, RED!", None, SEED))
        return log

    def test_public_words_count_to_the_letter(self) -> None:
        log = self.log()
        assert isinstance(log[-1], RoundGrouped)
        assert log[-1].public == "Seven, RED!"
        verified = verify(log, SEED)
        assert (verified.draws_proved, verified.state.typed) == (1, None)

    def test_a_registration_that_was_taken_back_gave_its_number_away(self) -> None:
        ana, mallory, bo = map(PlayerRegistered, ("Ana", "Mallory", "Bo"))
        state = replay([self.log()[0], ana, mallory, CommandUndone("PlayerRegistered"), bo])
        assert state.players["Bo"].number == 2
        (coming,) = decide(state, Register("Cy"))
        assert coming == PlayerRegistered("Cy", 3)
