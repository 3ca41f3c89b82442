"""The log in plain words: a sentence for every event there is, who did it, and nothing in it that is not for its reader."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events import events
from floorjudge.events.codec import event_json
from floorjudge.events.events import DeckSubmitted, FloorEvent, PlayerRegistered
from floorjudge.events.explain import public_text, staff_text
from floorjudge.events.service.access.roles import Role, author, author_words
from floorjudge.events.service.log.readings import LogEntry, log_entry
from floorjudge.events.service.log.records import seal
from floorjudge.events.venue import is_author
from floorjudge.events.verify import _COMMANDS as VERIFIED
from floorjudge.formats.claims import Claim
from floorjudge.formats.log import TournamentEvent
from floorjudge.formats.on_the_edge.claims import NoWinner, ReachedEight, Won
from floorjudge.texts import LANGUAGES, render
from tests.docs.test_errors import HAPPENED
from tests.events.floor.small_event import SEED, started

PRIVATE = "nobody else's business"
WON = Won("Ana", {"Ana": 16, "Bo": -2})
SAID: tuple[Claim, ...] = (WON, Won("Ana", {"Ana": 9}, PRIVATE), ReachedEight(("Ana",)), NoWinner())
ON_THE_FLOOR: list[FloorEvent] = [
    *(events.ResultProposed(3, "Ana", said) for said in SAID),
    events.ResultConfirmed(3, "Bo", 1),
    events.ResultDisputed(3, "Bo", 1, WON),
    events.ResultDisputed(3, "Bo", 1, None, PRIVATE),
    events.ProposalSetAside(3, PRIVATE),
    *(events.CallOpened(1, PRIVATE, table, player) for table in (None, 3) for player in (None, "Ana")),
    events.CallTaken(1),
    events.CallNoted(1, PRIVATE),
    events.LoopAsked(1, {"turn_order": ["Ana", "Bo"], "maintained_by": [], "body": ["tap"]}),
    *(
        events.LoopDeclared(1, "Ana", says, steps)
        for says, steps in (("agree", None), ("9", 1), ("9", 2), ("7" * 50, None))
    ),
    *(events.Ruled(1, PRIVATE, clauses) for clauses in ((), ("MTR 4.4.3",))),
    *(events.Appealed(1, PRIVATE, player) for player in (None, "Ana")),
    *(events.AppealRuled(1, PRIVATE, clauses) for clauses in ((), ("MTR 4.4.3",))),
    *(events.TimeExtended(3, minutes) for minutes in (1, 5)),
    events.CallClosed(1),
    *(events.ClockStarted(minutes) for minutes in (1, 50)),
    events.ClockPaused(),
    events.ClockResumed(),
    events.ClockStopped(),
    *(events.SelfRegistrationSet(opened) for opened in (True, False)),
    *(events.PhonesShared(allowed) for allowed in (True, False)),
    *(events.Published(places, decks) for places in (True, False) for decks in (True, False)),
    *(events.Announced(said) for said in (None, "Round 2 at 19:30")),
    events.RehearsalBegun(),
    *(events.EventArchived(archived) for archived in (True, False)),
    events.NameClaimed("Ana"),
    *(events.PenaltyGiven(1, "Ana", kind, PRIVATE) for kind in get_args(events.PenaltyKind)),
    events.PenaltyWithdrawn(1, PRIVATE),
    events.EventDescribed("Saturday", "2026-03-07", "The hall", None, 64, 50, "Finish the turn."),
]


def test_there_is_a_sample_of_every_event() -> None:
    assert {type(event) for event in ON_THE_FLOOR} == set(FloorEvent.__subclasses__()) < set(VERIFIED)


def test_every_event_can_be_told(subtests: pytest.Subtests) -> None:
    told: list[TournamentEvent | FloorEvent] = [*HAPPENED, *ON_THE_FLOOR]
    for language in LANGUAGES:
        for event in told:
            with subtests.test(event=type(event).__name__, language=language):
                sentences = [render(staff_text(event), language)]
                public = public_text(event)
                if public is not None:
                    sentences.append(render(public, language))
                    assert PRIVATE not in sentences[1]
                for sentence in sentences:
                    assert sentence.strip()
                    assert "{" not in sentence
                    assert "}" not in sentence


def test_the_staff_read_what_was_written() -> None:
    secrets = [event for event in ON_THE_FLOOR if PRIVATE in event_json(event)]
    assert len(secrets) == 18
    assert all(PRIVATE in render(staff_text(event), "en") for event in secrets)


def test_different_events_are_told_differently() -> None:
    sentences = [render(staff_text(event), "en") for event in ON_THE_FLOOR]
    assert len(set(sentences)) == len(sentences)
    assert render(WON.sentence(), "en") == "Ana won (Ana 16, Bo −2)."


def test_a_description_says_what_each_of_its_words_is() -> None:
    said = events.EventDescribed("Saturday", "2026-03-07", None, None, 64)
    words = render(staff_text(said), "es")
    assert words == "El torneo se describe ahora así: nombre «Saturday», fecha 07/03/2026, plazas 64."


def test_a_note_on_a_call_is_for_the_staff_alone() -> None:
    private = {type(event) for event in ON_THE_FLOOR if public_text(event) is None}
    assert private == {events.CallNoted, events.PenaltyGiven, events.PenaltyWithdrawn}


def test_a_record_is_told_with_its_number_time_and_author() -> None:
    record = seal(None, at="2026-03-06T18:00:00.000+00:00", event=event_json(PlayerRegistered("Ana")), by="judge Bo")
    said = staff_text(PlayerRegistered("Ana"))
    assert log_entry(record) == LogEntry(1, record.at, "judge Bo", said, said)


def test_no_deck_list_and_no_seed_is_told() -> None:
    service = started()
    assert not any(SEED in render(log_entry(record).staff, "en") for record in service.records)
    (deck,) = [event for event in HAPPENED if isinstance(event, DeckSubmitted)][:1]
    assert deck.list not in render(staff_text(deck), "en")


def test_a_number_stands_behind_its_name_whichever_way_that_is_written() -> None:
    said = render(Won("שרה", {"שרה": 16, "Bo": 3}).sentence(), "en")
    assert "\N{FIRST STRONG ISOLATE}שרה\N{POP DIRECTIONAL ISOLATE} 16" in said
    assert "Bo 3" in said


NAMES = st.text("abJ {}%é", min_size=1, max_size=10).map(lambda name: f"x{name}x")


@given(st.sampled_from(Role), st.none() | NAMES)
def test_every_author_of_ours_is_told_with_the_name(role: Role, name: str | None) -> None:
    by = author(role, name)
    assert is_author(by)
    for language in LANGUAGES:
        said = author_words(by, language)
        assert said.strip()
        assert name is None or role is Role.ANYBODY or name in said
    if name is not None or role is Role.ANYBODY:
        assert author_words(by, "en") == by


def test_a_head_judge_is_no_judge_whose_name_begins_so() -> None:
    assert author(Role.HEAD_JUDGE, "Jo") == "head judge Jo"
    assert author_words("head judge Jo", "en") == "head judge Jo"
    assert author_words("judge head judge", "en") == "judge head judge"


def test_the_owner_of_the_first_link_has_no_other_name() -> None:
    assert author_words(author(Role.OWNER, "Owner"), "fr") == author_words("owner", "fr")
    assert author_words(author(Role.OWNER, "Propriétaire"), "en") == "the owner"


def test_an_author_that_is_not_ours_stays_as_it_is(subtests: pytest.Subtests) -> None:
    for by in ["importer 2", "judges", "Organiser Marie", "playerAna", "{name}", "self-registration desk"]:
        with subtests.test(by=by):
            for language in LANGUAGES:
                assert author_words(by, language) == by
