"""Random days on the floor against a slow obvious model: who said what, in plain dictionaries.

The commands go through two services of one log, some of them twice, as phones on a bad line send them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.events import CommandUndone
from floorjudge.events.service import EventService
from floorjudge.events.state import State
from floorjudge.events.venue import Statement, Venue
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.claims import Won
from floorjudge.formats.on_the_edge.log import PlayerLeft, RoundGrouped
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Table, TableSet
from floorjudge.store import open_log
from tests.events.floor.small_event import Given, check_replay, outcome, report_of, result_of, started

WRONG = "it is wrong"
Words = dict[int, dict[str, object]]


class Model:
    """What the players of each table have said, as anybody would write it on a sheet of paper."""

    def __init__(self) -> None:
        self.words: Words = {}

    def expects(self, state: State, player: str, table: Table, content: object) -> str:
        """Return what a player's saying something gives, and write it down."""
        others = {name: said for name, said in self.words.get(table.table, {}).items() if name != player}
        everybody = {**others, player: content}
        present = [name for name in table.players if not state.has_left(name)]
        if others and content != WRONG and set(everybody.values()) == {content} and set(everybody) == set(present):
            self.words.pop(table.table)
            return {"drawn": "GameDrawn", "won": "ResultReported", "qualified": "ReadmissionReported"}[kind(content)]
        if self.words.get(table.table, {}).get(player) == content:
            return "said_already"
        self.words[table.table] = everybody
        if content == WRONG or set(others.values()) - {content}:
            return "ResultDisputed"
        return "ResultConfirmed" if others else "ResultProposed"

    def after(self, event: object, state: State) -> None:
        """Strike out what the tournament's own events make void."""
        if isinstance(event, RoundGrouped) or (isinstance(event, CommandUndone) and event.undone == "RoundGrouped"):
            self.words.clear()
        elif isinstance(event, PlayerLeft):
            for table, said in list(self.words.items()):
                kept = {name: content for name, content in said.items() if is_possible(state, name, content)}
                self.words[table] = kept
                if not kept or table == event.table:
                    del self.words[table]


def is_possible(state: State, player: str, content: object) -> bool:
    if state.has_left(player):
        return False
    if isinstance(content, tuple) and content[0] == "qualified":
        return len(content[1]) == vacancies(state) and not any(map(state.has_left, content[1]))
    return not (isinstance(content, tuple) and content[0] == "won" and state.has_left(content[1]))


def kind(content: object) -> str:
    return content[0] if isinstance(content, tuple) else str(content)


def content_of(said: Claim | None) -> object:
    if said is None:
        return WRONG
    if isinstance(said, Won):
        return "won", said.winner, tuple(sorted(said.influence.items()))
    return ("qualified", said.qualified) if hasattr(said, "qualified") else "drawn"


def words_of(venue: Venue) -> Words:
    return {
        table: {statement.player: content_of(statement.said) for statement in proposal.statements}
        for table, proposal in venue.proposals.items()
    }


def version(table: Table, number: int, seats: int) -> tuple[Given, object]:
    """Return one of the few things that can be said about a game, as fields of `propose` and as the model writes it."""
    if number == 0:
        return {"table": table.table, "drawn": True}, "drawn"
    if table.set is TableSet.READMISSION:
        chosen = [table.players[(number + seat) % len(table.players)] for seat in range(seats)]
        return {"table": table.table, "qualified": chosen}, ("qualified", tuple(chosen))
    fields = result_of(table, number % len(table.players), 7)
    said = "won", fields["winner"], tuple(sorted(fields["influence"].items()))
    return fields, said


@pytest.mark.exhaustive
@given(st.data())
def test_a_day_on_the_floor(data: st.DataObject) -> None:
    log = open_log()
    services = [started(log, data.draw(st.integers(4, 8)))]
    services.append(EventService(log, services[0].event_id))
    model = Model()
    sent: list[tuple[Given, Any]] = []
    for number in range(data.draw(st.integers(1, 40))):
        service = data.draw(st.sampled_from(services))
        service.catch_up()
        state = service.state
        if sent and data.draw(st.integers(0, 9)) == 0:
            command, first = data.draw(st.sampled_from(sent))
            before = service.number
            assert service.take(command, "en") == first
            assert service.number == before
            continue
        if state.phase is Phase.FINISHED:
            break
        command, expected = some_command(data, service, model)
        command["id"] = f"c{number}"
        if data.draw(st.booleans()):
            command["preview"] = False
        given = outcome(service, **command)
        assert expected in (None, given), command
        if not given[0].isupper():
            continue
        answer = service.take(command, "en")
        sent.append((command, answer))
        if expected in (None, "PlayerLeft", "ProposalSetAside"):
            settle(model, command, answer.events[0], answer.state)
        assert words_of(service.state.venue) == model.words
        assert not any(table.table in model.words for table in state.tables if table.table in answer.state.results)
    for service in services:
        service.catch_up()
    assert services[0].state == services[1].state
    check_replay(services[0])


def settle(model: Model, command: Mapping[str, Any], event: object, state: State) -> None:
    """Let the model know what the staff have done."""
    if command["do"] in ("report", "drawn", "set_aside"):
        model.words.pop(command["table"], None)
    model.after(event, state)


def some_command(data: st.DataObject, service: EventService, model: Model) -> tuple[Given, str | None]:
    """Return a command, and the event or refusal that the model expects of it; None when it does not know."""
    state = service.state
    tables = state.open_tables()
    chance = data.draw(st.integers(0, 19))
    if not tables or chance == 0:
        return {"do": "next"}, None
    table = data.draw(st.sampled_from(tables))
    if chance == 19:
        wanted = {"do": "set_aside", "table": table.table, "reason": "nobody was there"}
        return wanted, "ProposalSetAside" if table.table in service.state.venue.proposals else "nothing_said"
    if chance < 5:
        commands: list[Given] = [
            {"do": "undo"},
            {"do": "leave", "player": data.draw(st.sampled_from(table.players))},
            report_of(table, vacancies(state)),
            {"do": "drawn", "table": table.table},
        ]
        return commands[chance - 1], None
    player = data.draw(st.sampled_from([name for name in table.players if not state.has_left(name)]))
    proposal = service.state.venue.proposals.get(table.table)
    if proposal and chance <= 10:
        return answer_to(
            data.draw(st.sampled_from(proposal.statements)), state, table, player, model, agree=chance < 10
        )
    fields, content = version(table, data.draw(st.sampled_from([1, 1, 1, 2, 0])), vacancies(state))
    command = {"do": "propose", "player": player, **fields}
    return command, model.expects(state, player, table, content) if is_possible(state, player, content) else None


def answer_to(
    statement: Statement, state: State, table: Table, player: str, model: Model, *, agree: bool
) -> tuple[Given, str]:
    """Return a player's confirmation or dispute of what was said, and what the model expects of it."""
    spoken = {"table": table.table, "player": player}
    if not agree:
        return {"do": "dispute", "text": "no", **spoken}, model.expects(state, player, table, WRONG)
    command = {"do": "confirm", "statement": statement.number, **spoken}
    if statement.said is None:
        return command, "nothing_said"
    return command, model.expects(state, player, table, content_of(statement.said))
