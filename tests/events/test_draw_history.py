"""Whoever chooses among draws is found out: lists that were closed, starts, words, orders, seeds, all that was taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events import codec, verify
from floorjudge.events.draw import roster_digest
from floorjudge.events.errors import BadWords
from floorjudge.events.service import EventService
from floorjudge.events.service.log.contract import StoredEvent
from floorjudge.events.service.log.draw_history import DrawHistory, draw_history
from floorjudge.events.service.log.draw_texts import Teller, list_doubt, namesake_texts
from floorjudge.events.service.log.export import export_lines, import_event, read_export, verify_records
from floorjudge.events.service.log.readings import names_kept
from floorjudge.store import open_log
from floorjudge.texts import render
from tests.events.floor.small_event import NAMES, SEED, take
from tests.support.draw_checker import wrong_draws

OLDER_SEED = "a seed for tests that is long enough"
OLDER = Path(__file__).parent / "older" / "orders_of_places.jsonl"


class Desk:
    """An event on which somebody tries something; each command is a word and its fields."""

    def __init__(self, players: int = 6, seed: str | None = SEED) -> None:
        self.service = EventService(open_log())
        self.do("open", name="Friday", seed=seed)
        for name in NAMES[:players]:
            self.do("register", player=name)

    def do(self, command: str, **fields: Any) -> Desk:
        self.service.take({"do": command, **fields}, "en", by="organiser Eve")
        return self

    def ordered(self, *items: str) -> tuple[str, ...]:
        self.do("random_order", items=list(items), reason="OTE 2.8.4")
        return tuple(json.loads(self.service.records[-1].event)["order"])

    def drawn(self, field: str) -> list[Any]:
        """Return a field of every order that was drawn."""
        facts = [json.loads(record.event) for record in self.service.records]
        return [fact[field] for fact in facts if fact["event"] == "OrderDrawn"]

    @property
    def history(self) -> DrawHistory:
        verify_records(self.service.records, SEED)
        return draw_history(self.service.records)

    def told(self) -> list[str]:
        """Return the sentences about each list, without times."""
        teller = Teller(lambda _: "then", lambda by: by or "-")
        return [
            " ".join(render(each, "en") for each in teller.list_texts(listed, first=not place))
            for place, listed in enumerate(self.history.lists)
        ]


def test_a_list_that_was_closed_once_is_told_with_its_digest() -> None:
    desk = Desk().do("close_roster").do("start", public="4 1 6")
    (listed,) = desk.history.lists
    assert (listed.players, listed.roster, listed.started) == (6, roster_digest("123456"), False)
    assert (listed.at, listed.by) == (desk.service.records[7].at, "organiser Eve")
    assert not desk.history.list_changed
    assert desk.told() == [
        f"The list of 6 players was closed at then: organiser Eve. SHA-256 of the list: {listed.roster}."
    ]


CHANGES: list[tuple[list[tuple[str, dict[str, str]]], str]] = [
    ([("rename", {"player": "Ana", "name": "Anna"})], "On the first list under another name: Anna."),
    ([("leave", {"player": "Bo"})], "Only on the first list: Bo."),
    ([("register", {"player": "Zoë"})], "Not on the first list: Zoë."),
    (
        [("leave", {"player": "Bo"}), ("register", {"player": "Bo"}), ("rename", {"player": "Bo", "name": "B."})],
        "On the first list under another name: B.",
    ),
    ([("leave", {"player": "Bo"}), ("undo", {})], "The names are those of the first list."),
]


@pytest.mark.parametrize("opening", ["undo", "reopen_roster"])
def test_what_changed_since_the_list_was_closed_first_is_told(opening: str, subtests: pytest.Subtests) -> None:
    """Close the list, hear the words, open it again, change it until the draw suits, close it again."""
    for change, said in CHANGES:
        with subtests.test(said=said):
            desk = Desk().do("close_roster").do(opening)
            for command, fields in change:
                desk.do(command, **fields)
            desk.do("close_roster").do("start", public="4 1 6")
            first, second = desk.history.lists
            assert (first.undone_at is not None) == (opening == "undo")
            assert (first.reopened_at is not None) == (opening == "reopen_roster")
            assert desk.history.list_changed == ("those of the first" not in said)
            # Numbers are drawn: who is called otherwise changes no draw, and it is told all the same.
            assert (first.roster != second.roster) == bool(second.joined or second.left)
            assert said in desk.told()[1]
            assert ("taken back" if opening == "undo" else "opened again") in desk.told()[0]


def test_a_closing_that_was_taken_back_is_told_also_when_no_list_is_closed_after_it() -> None:
    desk = Desk().do("close_roster").do("undo").do("rename", player="Ana", name="Anna").do("start", public="4 1 6")
    first, second = desk.history.lists
    assert first.undone_by == "organiser Eve"
    assert (second.started, second.renamed) == (True, ("Anna",))
    assert not desk.history.starts[0].roster_closed


def test_a_renaming_between_a_reopening_and_its_undo_is_told() -> None:
    """Let nothing but the name last: the list counts as closed, and is not the one that was."""
    desk = Desk().do("close_roster").do("reopen_roster").do("rename", player="Ana", name="Anna").do("undo")
    assert desk.service.state.closed
    desk.do("start", public="4 1 6")
    closed, started = desk.history.lists
    assert closed.roster == started.roster == desk.service.state.roster
    assert started.renamed == ("Anna",)
    assert not desk.history.starts[0].roster_closed


def test_a_list_that_was_changed_between_two_starts_is_told() -> None:
    desk = Desk().do("start", public="4 1 6").do("undo").do("rename", player="Ana", name="Anna")
    desk.do("start", public="4 1 6")
    assert [each.renamed for each in desk.history.lists] == [(), ("Anna",)]
    assert render(list_doubt(), "en").startswith("The list of players was changed after")


def test_a_renaming_after_the_start_is_no_change_of_the_list() -> None:
    desk = Desk().do("close_roster").do("start", public="4 1 6").do("rename", player="Ana", name="Anna").do("undo")
    desk.do("undo").do("close_roster").do("start", public="4 1 6")
    assert [each.same for each in desk.history.lists] == [True, True]
    assert not desk.history.list_changed
    assert wrong_draws([json.loads(record.event) for record in desk.service.records], SEED) == []


def test_the_name_on_the_roster_lasts_for_who_leaves_and_registers_again() -> None:
    desk = Desk().do("start", public="4 1 6").do("rename", player="Ana", name="Anna").do("undo")
    desk.do("leave", player="Anna").do("register", player="Anna").do("start", public="4 1 6")
    assert [each.same for each in desk.history.lists] == [True, True]
    assert wrong_draws([json.loads(record.event) for record in desk.service.records], SEED) == []


@given(
    st.lists(
        st.sampled_from(["close_roster", "reopen_roster", "undo", "register", "leave", "rename", "start"]), max_size=25
    ),
    st.integers(0, 5),
)
def test_every_list_that_a_start_used_is_told_and_none_twice(steps: list[str], choice: int) -> None:
    desk, fresh = Desk(), iter(f"Player {number}" for number in range(100))
    closings = 0
    rosters = []
    for step in steps:
        fields: dict[str, Any] = {}
        if step == "register":
            fields = {"player": next(fresh)}
        elif step in {"leave", "rename"} and desk.service.state.in_event():
            here = [player.name for player in desk.service.state.in_event()]
            fields = {"player": here[choice % len(here)]}
            fields |= {"name": next(fresh)} if step == "rename" else {}
        before = desk.service.number
        if not allowed(desk, step, fields):
            assert desk.service.number == before
            continue
        closings += step == "close_roster"
        if step == "start":
            rosters.append(desk.service.state.roster)
    history = draw_history(desk.service.records)
    assert sum(not each.started for each in history.lists) == closings
    assert set(rosters) <= {each.roster for each in history.lists}
    assert len({each.number for each in history.lists}) == len(history.lists)
    for each in history.lists:
        assert (each.roster == history.lists[0].roster) == (not each.joined and not each.left)
        assert each.same == (not each.joined and not each.left and not each.renamed)


def allowed(desk: Desk, step: str, fields: dict[str, Any]) -> bool:
    """Do a step if it is allowed, and return whether it was."""
    try:
        desk.do(step, **fields)
    except FloorjudgeError:
        return False
    return True


class TestOrders:
    @staticmethod
    def desk() -> Desk:
        return Desk().do("close_roster").do("start", public="4 1 6")

    def test_what_nobody_sees_makes_no_other_thing(self) -> None:
        desk = self.desk()
        first = desk.ordered("a card", "b")
        for variant in ("a  card", " a card ", "a\u200b card", "a\ncard"):
            desk.do("undo")
            assert desk.ordered(variant, "b") == first
        with pytest.raises(BadWords):
            desk.ordered("\u200b\u2063")

    def test_one_thing_more_gives_a_number_that_nothing_had_and_is_told(self) -> None:
        desk = self.desk()
        desk.ordered("a", "b")
        desk.do("undo")
        desk.ordered("a", "b", "harmless")
        desk.do("undo")
        desk.ordered("a", "b")
        assert desk.drawn("number") == [1, 2, 1]
        assert [(each.items, each.undone_by) for each in desk.history.orders] == [
            (("a", "b"), "organiser Eve"),
            (("a", "b", "harmless"), "organiser Eve"),
        ]
        teller = Teller(lambda _: "then", lambda by: by or "-")
        assert "was taken back at then: organiser Eve." in render(teller.order_text(desk.history.orders[0]), "en")

    def test_the_same_things_once_more_are_another_draw_and_told(self) -> None:
        desk = self.desk()
        desk.ordered("a", "b", "c")
        desk.ordered("x", "y")
        desk.ordered("c", "b", "a")
        assert [(each.items, each.again) for each in desk.history.orders] == [(("c", "b", "a"), True)]
        teller = Teller(lambda _: "then", lambda by: by or "-")
        assert render(teller.order_text(desk.history.orders[0]), "en").startswith(
            "The same things were drawn once more"
        )
        # Taken back in the order of their drawing, each comes again.
        drawn = desk.drawn("order")
        desk.do("undo").do("undo").do("undo")
        assert [list(desk.ordered(*items)) for items in ("abc", "yx", "bca")] == drawn

    @given(st.lists(st.sampled_from(["undo", "ab", "ba", "aab", "aba", "abc", "b"]), max_size=20))
    def test_no_number_is_given_to_different_things_and_the_checker_agrees(self, steps: list[str]) -> None:
        desk = self.desk()
        things: dict[int, list[str]] = {}
        results: dict[int, tuple[str, ...]] = {}
        for step in steps:
            if step == "undo":
                if desk.service.state.orders:
                    desk.do("undo")
                continue
            order = desk.ordered(*step)
            number = json.loads(desk.service.records[-1].event)["number"]
            assert things.setdefault(number, sorted(step)) == sorted(step)
            assert results.setdefault(number, order) == order
            assert desk.service.state.orders.count(number) == 1
        assert sorted(things) == list(range(1, len(things) + 1))
        facts = [json.loads(record.event) for record in desk.service.records]
        assert wrong_draws(facts, SEED) == []
        assert verify_records(desk.service.records, SEED).draws_waiting == 0


class TestOlderLogs:
    """An export from before numbers of orders were kept: the places of things in the list decided."""

    def test_it_opens_verifies_and_is_exported_as_it_is(self) -> None:
        lines = OLDER.read_bytes()
        name, records = read_export(lines.splitlines(keepends=True))
        verified = verify_records(records)
        assert (verified.state.draws, verified.draws_waiting) == (None, 0)
        log = open_log()
        service = EventService(log, import_event(log, name, records, None))
        exported = "".join(f"{line}\n" for line in export_lines(service.state.opened_as, service.records))
        assert exported.encode() == lines
        facts = [json.loads(record.event) for record in records]
        assert wrong_draws(facts, OLDER_SEED) == []
        assert [each.items for each in draw_history(records).orders] == [("a", "b", "c")]
        assert [each.renamed for each in draw_history(records).lists] == [(), ("Gustav",)]

    def test_it_goes_on_by_the_rules_of_its_opening(self) -> None:
        _, records = read_export(OLDER.read_bytes().splitlines(keepends=True))
        orders = [number for number, record in enumerate(records) if '"event":"OrderDrawn"' in record.event]
        log = open_log()
        service = EventService(log, import_event(log, "Friday", records[: orders[0]], OLDER_SEED))
        service.take({"do": "random_order", "items": ["a", "b", "c"], "reason": "OTE 2.8.4"}, "en")
        drawn = json.loads(service.records[-1].event)
        assert drawn.pop("number") is None
        assert drawn == json.loads(records[orders[0]].event)
        verify([codec.read_event(record.event) for record in service.records], OLDER_SEED)


def stored(event: str, name: str, opened: str) -> StoredEvent:
    return StoredEvent(event, name, opened, 1)


def test_an_event_that_was_opened_again_under_its_name_is_told() -> None:
    kept = [
        stored("friday", "Friday", "2026-03-06T18:00:00.000+00:00"),
        stored("other", "Other", "2026-03-06T18:00:00.000+00:00"),
        stored("friday-2", "Friday!", "2026-03-06T18:05:00.000+00:00"),
        stored("friday-4", "Friday", "2026-03-13T18:00:00.000+00:00"),
    ]
    said = [[render(each, "en") for each in namesake_texts(kept, one.id)] for one in kept]
    assert [len(each) for each in said] == [1, 0, 1, 1]
    assert "friday-2" in said[0][0]
    assert said[2][0].startswith("1 other event of this name was opened here at about the same time (friday)")
    # A week later is another Friday; but one has been deleted.
    assert said[3][0].startswith(
        "1 earlier event was opened here whose name gives the same id, and is deleted (friday-3)"
    )


def test_names_of_any_script_are_told_apart() -> None:
    kept = [
        stored("event", "夜の大会", "2026-03-06T18:00:00.000+00:00"),
        stored("event-2", "Вечер", "2026-03-06T18:05:00.000+00:00"),
        stored("event-3", "вечер!", "2026-03-06T18:06:00.000+00:00"),
        stored("event-4", "★", "2026-03-06T18:07:00.000+00:00"),
        stored("event-5", "♥", "2026-03-06T18:08:00.000+00:00"),
    ]
    said = [[render(each, "en") for each in namesake_texts(kept, one.id)] for one in kept]
    assert [len(each) for each in said] == [0, 1, 1, 0, 0]
    assert "(event-3)" in said[1][0]


def test_an_event_that_got_the_name_of_another_later_is_told() -> None:
    log = open_log()
    services = [EventService(log) for _ in range(3)]
    for service, name in zip(services, ("First try", "Second try", "Third try"), strict=True):
        take(service, "open", name=name)
    for service in services[:2]:
        take(service, "describe", name="Friday")
    # Giving the name to another is no way out.
    take(services[0], "describe", name="Something else")
    kept = log.tournaments()
    names = {each.id: names_kept(log, each) for each in kept}
    assert names["first-try"] == ("First try", "Friday", "Something else")
    said = [[render(each, "en") for each in namesake_texts(kept, one.id, names)] for one in kept]
    assert [len(each) for each in said] == [1, 1, 0]
    assert "(first-try)" in said[1][0]
