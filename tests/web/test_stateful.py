"""An event through HTTP, by people of several roles who send what they like: what is seen is what the log replays to."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from floorjudge.events import view
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.answers import answer_of
from floorjudge.events.service.log.export import read_export, verify_records
from floorjudge.events.service.log.records import opened_log
from floorjudge.events.view import venue_view
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.rules.event import vacancies
from tests.events.floor.small_event import NAMES, report_of
from tests.support.kept_ids import ids_as_sent
from tests.web.api_play import V1, Api, Json, Program, serving

STAFF = (Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE, Role.SCOREKEEPER)
who = st.sampled_from([*(role.value for role in STAFF), *NAMES, "anybody"])
numbers = st.integers(0, 9)


class AnEvent(RuleBasedStateMachine):
    """Ten people with a program each, in front of one server."""

    def __init__(self) -> None:
        super().__init__()
        self._running: Any = serving(calls=10**6)
        self.api: Api = self._running.__enter__()
        self.event = self.api.event(f"Friday {id(self)}", started=False)
        self.people: dict[str, Program] = {"anybody": self.api.anybody()}
        self.people |= {role.value: self.api.staff(role, self.event, role.value) for role in STAFF}
        self.people |= {name: self.api.player(self.event, number) for number, name in enumerate(NAMES, 1)}
        self.acknowledged: dict[str, tuple[str, Json, Json]] = {}

    def teardown(self) -> None:
        """Check the whole log as anybody could: unbroken, what the rules give, and every acknowledged command in it once."""
        try:
            records = self.api.store.log.read(self.event)
            verify_records(opened_log(records), self.api.store.log.secret(self.event))
            kept = ids_as_sent(records, self.acknowledged)
            assert all(kept.count(known) == 1 for known in self.acknowledged)
        finally:
            self._running.__exit__(None, None, None)

    def send(self, sender: str, **fields: Any) -> None:
        """Send a command with an id of its own; what is refused has changed nothing."""
        before = self.number()
        given = {**fields, "id": f"c{len(self.acknowledged)}-{before}"}
        answer = self.api.server.post(
            f"{V1}/events/{self.event}/commands", json=given, headers=self.people[sender].headers
        )
        found = answer.json()
        if answer.status_code == 200:
            assert found["number"] == before + 1 == self.number()
            self.acknowledged[given["id"]] = (sender, given, found)
        else:
            assert answer.status_code in {400, 403, 404, 409}, found
            assert (found["ok"], self.number()) == (False, before)

    def number(self) -> int:
        """Return the number of the newest record."""
        return int(self.people["anybody"].get(f"/events/{self.event}/log?limit=1")["newest"])

    def view(self) -> Json:
        """Return the tournament as anybody sees it."""
        found: Json = self.people["anybody"].get(f"/events/{self.event}")["view"]
        return found

    @initialize()
    def the_event_starts(self) -> None:
        """Most of what can happen happens in a round."""
        self.send("organiser", do="start", public="three words, said")

    @rule(sender=who, number=numbers)
    def report(self, sender: str, number: int) -> None:
        """Somebody reports a game, as staff or as a player of it."""
        tables = self.view()["tables"]
        if not tables:
            return
        table = tables[number % len(tables)]
        if table["set"] == "readmission":
            said: Json = {"qualified": table["players"][: 1 + number % 3]}
        else:
            winner = table["players"][number % len(table["players"])]
            said = {"winner": winner, "influence": {name: 16 if name == winner else 2 for name in table["players"]}}
        if sender in NAMES:
            self.send(sender, do="propose", table=table["table"], player=sender, **said)
        else:
            self.send(sender, do="report", table=table["table"], **said)

    @rule(number=numbers)
    def all_report(self, number: int) -> None:
        """A scorekeeper types every result, so that the event goes on."""
        portal = self.api.server.portal
        assert portal is not None
        state = portal.call(self.api.application.events.see, self.event).state
        if state.stage not in {"registration", "finished"}:
            for table in state.open_tables():
                self.send("scorekeeper", **report_of(table, vacancies(state)))
            if number:
                self.send("organiser", do="next")

    @rule(sender=st.sampled_from(NAMES), number=numbers, do=st.sampled_from(["confirm", "dispute"]))
    def answer(self, sender: str, number: int, do: str) -> None:
        """A player says what they think of a report."""
        more = {"text": "no"} if do == "dispute" else {}
        self.send(sender, do=do, player=sender, table=1 + number % 3, **more)

    @rule(sender=who, do=st.sampled_from(["undo", "next", "pause_clock", "resume_clock", "stop_clock"]))
    def plain(self, sender: str, do: str) -> None:
        """Somebody sends a command without fields."""
        self.send(sender, do=do)

    @rule(
        sender=who,
        number=numbers,
        do=st.sampled_from(["take", "note", "ruling", "appeal", "rule_appeal", "close_call"]),
    )
    def at_a_call(self, sender: str, number: int, do: str) -> None:
        """Somebody does something about a call."""
        more = {} if do in {"take", "close_call"} else {"text": "said"}
        self.send(sender, do=do, call=1 + number % 2, **more)

    @rule(sender=who, number=numbers)
    def other(self, sender: str, number: int) -> None:
        """Somebody calls, leaves, announces, starts the clock or gives time."""
        own = sender if sender in NAMES else "Ana"
        fields: tuple[Json, ...] = (
            {"do": "call", "about": "a question", "player": own},
            {"do": "leave", "player": own},
            {"do": "announce", "text": "Lunch"},
            {"do": "clock", "minutes": 50},
            {"do": "extend", "table": 1, "minutes": 3},
            {"do": "publish", "places": bool(number % 2), "decks": False},
        )
        self.send(sender, **fields[number % len(fields)])

    @precondition(lambda self: self.acknowledged)
    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        """A phone that lost the answer sends its command again."""
        known = data.draw(st.sampled_from(sorted(self.acknowledged)))
        sender, given, first = self.acknowledged[known]
        before = self.number()
        found = self.people[sender].post(f"/events/{self.event}/commands", given)
        assert (found["events"], found["number"]) == (first["events"], first["number"])
        assert self.number() == before

    @invariant()
    def what_is_seen_is_what_the_log_gives(self) -> None:
        """The export, read and replayed by the core alone, gives the view that everybody gets."""
        organiser = self.people["organiser"]
        exported = self.api.server.get(f"{V1}/events/{self.event}/export", headers=organiser.headers)
        _, records = read_export(exported.content.splitlines())
        replayed = answer_of(records)
        seen = organiser.get(f"/events/{self.event}")
        assert seen["number"] == len(records)
        assert seen["view"] == json.loads(json.dumps(view(replayed.state, "en")))
        assert seen["venue"] == json.loads(json.dumps(venue_view(replayed.state, staff=True)))
        assert self.view() == seen["view"] or replayed.state.phase is Phase.FINISHED


AnEvent.TestCase.settings = settings(
    max_examples=5, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnEvent = AnEvent.TestCase
