"""What docs/draws.md says that an organiser, a player and somebody with the server's file can and cannot do, tried by each."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from floorjudge.errors import Damaged
from floorjudge.events import decide, evolve
from floorjudge.events.codec import event_value, read_event
from floorjudge.events.commands import Next, RandomOrder
from floorjudge.events.draw import commitment
from floorjudge.events.errors import SeedIsPublic
from floorjudge.events.events import OrderDrawn
from floorjudge.events.service import EventService
from floorjudge.events.service.log.draw_history import draw_history
from floorjudge.events.service.log.draw_texts import namesake_texts
from floorjudge.events.service.log.export import export_lines, verify_records
from floorjudge.events.service.log.marks import find_mark, log_mark, spoken_mark
from floorjudge.events.service.log.records import Record, seal
from floorjudge.events.view import venue_view, view
from floorjudge.store import open_log
from tests.events.floor.small_event import NAMES, report_all, take
from tests.events.test_draw_history import Desk
from tests.support.draw_checker import wrong_draws

DRAWS = Path(__file__).parents[2] / "docs" / "draws.md"


def hall(seed: str | None = None) -> Desk:
    """Return an event of eight players whose list is open, with a seed from the system."""
    return Desk(len(NAMES), seed)


def started(desk: Desk | None = None) -> Desk:
    return (desk or hall()).do("close_roster").do("start", public="4 1 6")


def finished(desk: Desk | None = None) -> Desk:
    desk = desk or started()
    while desk.service.state.stage != "finished":
        report_all(desk.service)
        desk.do("next")
    return desk


def groups(service: EventService) -> list[tuple[str, ...]]:
    return [table.players for table in service.state.tables]


def rewritten(records: Sequence[Record], change: Callable[[dict[str, Any]], None]) -> list[Record]:
    """Return records with every event changed, and with hashes that fit: whoever can write the log can do that."""
    chain: list[Record] = []
    for record in records:
        event = json.loads(record.event)
        change(event)
        chain.append(
            seal(
                chain[-1] if chain else None,
                at=record.at,
                event=json.dumps(event, ensure_ascii=False, separators=(",", ":")),
                by=record.by,
            )
        )
    return chain


def facts_of(records: Sequence[Record]) -> list[dict[str, Any]]:
    return [json.loads(record.event) for record in records]


class TestAnOrganiser:
    @pytest.mark.parametrize("what", ["seats", "promise", "seed", "order"])
    def test_cannot_change_a_draw_in_the_log(self, what: str) -> None:
        desk = started()
        desk.ordered("a", "b", "c", "d")
        service = finished(desk).service

        def forge(event: dict[str, Any]) -> None:
            if what == "seats" and event["event"] == "RoundGrouped" and event["roster"]:
                one, other = event["tables"][0]["players"], event["tables"][1]["players"]
                one[0], other[0] = other[0], one[0]
            elif what == "promise" and event["event"] == "EventOpened":
                event["commitment"] = commitment("one that suits somebody")
            elif what == "seed" and event["event"] == "EventFinished":
                event["seed"] = "one that suits somebody"
            elif what == "order" and event["event"] == "OrderDrawn":
                event["order"] = event["order"][::-1]

        assert verify_records(rewritten(service.records, lambda _: None)).draws_waiting == 0
        with pytest.raises(Damaged):
            verify_records(rewritten(service.records, forge))

    def test_cannot_try_lists_of_players_or_words_unseen(self) -> None:
        """Know the seed and the words, and let others in and out until Ana sits with Bo; then the same with words."""
        desk = started()
        service = desk.service
        tries = 0
        while not any({NAMES[0], NAMES[1]} <= set(group) for group in groups(service)) or not tries:
            tries += 1
            service.take({"do": "undo"}, "en", by="organiser Mallory")
            desk.do("reopen_roster")
            # Another name changes no draw, and is told; another player does.
            desk.do("rename", player=service.state.all_players()[2].name, name=f"Cy the {tries}.")
            desk.do("leave", player=service.state.in_event()[-1].name).do("register", player=f"New {tries}")
            started(desk)
        history = draw_history(service.records)
        assert (len(history.lists), len(history.starts)) == (tries + 1, tries + 1)
        assert history.list_changed
        assert [each.undone_by for each in history.starts[:-1]] == ["organiser Mallory"] * tries
        assert service.state.lasting.starts == tries + 1
        desk.do("undo").do("start", public="other words")
        assert {each.public for each in draw_history(service.records).starts} == {"416", "otherwords"}

    def test_cannot_draw_an_order_again_until_it_suits(self) -> None:
        desk = started()
        for tried in range(24):
            came = desk.ordered(*"abcd"[tried % 4 :], *"abcd"[: tried % 4])
            desk.do("undo")
            assert list(came) == desk.drawn("order")[0]
        # One that has a thing more is another draw; it is told, as the others are.
        desk.ordered(*"abcd", "harmless")
        assert len(draw_history(desk.do("undo").service.records).orders) == 25

    def test_gets_the_same_groups_again_and_others_only_by_what_the_log_tells(self) -> None:
        desk = started()
        service = desk.service
        report_all(service)
        before = service.number
        desk.do("next")
        first = groups(service)
        desk.do("undo").do("next")
        assert groups(service) == first
        desk.do("undo").do("leave", player=first[0][0]).do("next")
        without = groups(service)
        assert without != first
        desk.do("undo").do("register", player="Zoe", late=True).do("next")
        assert groups(service) not in (first, without)
        assert {"PlayerLeft", "LatecomerAdmitted"} <= {
            fact["event"] for fact in facts_of(service.records_after(before))
        }
        assert len(draw_history(service.records).undone) == 3


class TestAPlayer:
    def test_cannot_know_a_draw_before_it_is_made(self) -> None:
        desk = started()
        service = desk.service
        seed = str(service.seed())
        for _ in range(2):
            shown = [
                *export_lines("Friday", service.records),
                json.dumps(view(service.state, "en")),
                json.dumps(venue_view(service.state, staff=True)),
                repr(service.state),
            ]
            assert not any(seed in each for each in shown)
            # Nothing that is shown is the seed under another name.
            for word in set(re.findall(r"[0-9A-Za-z]+", " ".join(shown))):
                assert hashlib.sha256(word.encode()).hexdigest() != service.state.commitment
            report_all(service)
            desk.do("next")

    def test_can_check_every_draw_at_the_end(self) -> None:
        service = finished().service
        assert service.state.lasting.starts == 1
        facts = facts_of(service.records)
        assert wrong_draws(facts, str(service.state.seed)) == []
        next(fact for fact in facts if fact["event"] == "RoundGrouped")["tables"][0]["players"].reverse()
        assert wrong_draws(facts, str(service.state.seed)) != []

    def test_can_tell_another_log_by_a_whole_mark_and_not_by_a_short_one(self) -> None:
        service = started().service
        whole, short = log_mark(service.records[-1]), spoken_mark(service.records[-1])
        report_all(service)
        number, _, digits = short.partition("-")
        # Stand-in for a search of some seconds: another record whose hash begins as the one on the slip.
        forged = [replace(record, hash=digits + "0" * 54) for record in service.records]
        found, same = find_mark(forged, whole), find_mark(forged, f"{number}-{digits}")
        assert found is not None
        assert same is not None
        assert (found.same, same.same, same.weak) == (False, True, True)
        kept = find_mark(service.records, whole)
        assert kept is not None
        assert (kept.same, kept.weak) == (True, False)


class TestSomebodyWithTheFile:
    def test_can_foresee_every_draw(self) -> None:
        desk = started()
        service = desk.service
        report_all(service)
        seed = service._log.secret(str(service.event_id))
        (foreseen,) = decide(service.state, Next(seed))
        desk.do("next")
        assert event_value(foreseen) == event_value(read_event(service.records[-1].event))
        assert evolve(service.state, foreseen) != service.state

        def order(*things: str) -> tuple[str, ...]:
            (drawn,) = decide(service.state, RandomOrder(things, "OTE 2.8.4", seed))
            assert isinstance(drawn, OrderDrawn)
            return drawn.order

        # Of many ways to say the same, one puts the thing last; nothing in the log shows the others.
        number = service.number
        ways = (f"a card of Ana{'.' * dots}" for dots in range(100))
        wording = next(said for said in ways if order(said, "b", "c")[2] == said)
        assert desk.ordered(wording, "b", "c")[2] == wording
        assert service.number == number + 1

    def test_cannot_draw_with_a_seed_that_is_public_nor_open_the_event_again_unseen(self) -> None:
        desk = finished()
        while desk.service.state.stage != "registration":
            desk.do("undo")
        with pytest.raises(SeedIsPublic):
            desk.do("start", public="4 1 6")
        desk.do("renew_seed").do("start", public="4 1 6")
        history = draw_history(desk.service.records)
        assert (len(history.renewals), history.ends_undone) == (1, 1)
        log = open_log()
        for _ in range(2):
            take(EventService(log), "open", name="Friday")
        assert all(list(namesake_texts(log.tournaments(), kept.id)) for kept in log.tournaments())

    def test_can_write_the_whole_log_anew_and_then_every_earlier_mark_is_missing(self) -> None:
        honest = finished().service
        marks = [log_mark(record) for record in honest.records]
        other = finished(started(hall("one of many that were tried until it suited"))).service
        new = rewritten(other.records, lambda event: event.update(typed=False) if "typed" in event else None)
        # By itself it shows nothing.
        assert verify_records(new).draws_waiting == 0
        for mark in marks:
            found = find_mark(new, mark)
            assert found is not None
            assert not found.same


def test_each_of_the_ten_sentences_has_its_test() -> None:
    said = DRAWS.read_text("utf-8").partition("## Who can do what")[2].partition("\n## ")[0]
    sentences = re.findall(r"^\d+\. (?:.|\n(?!\d+\. |\n))*", said, flags=re.MULTILINE)
    assert len(sentences) == 10
    here = [
        name
        for kind in (TestAnOrganiser, TestAPlayer, TestSomebodyWithTheFile)
        for name in vars(kind)
        if name.startswith("test_")
    ]
    named = [re.findall(r"`(test_\w+)`", sentence) for sentence in sentences]
    assert [one for some in named for one in some] == here
    assert all(named)
