"""Things that must not make a difference, and what a correction says it would have changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.events import codec, commands, decide
from floorjudge.events.commands import Command
from floorjudge.events.events import CommandUndone
from floorjudge.events.state import Lasting, State
from floorjudge.formats.on_the_edge.claims import Won
from floorjudge.formats.on_the_edge.log import EventFinished, ReadmissionAmended, ResultAmended, RoundGrouped
from tests.events.driver import SEED, Incident, Organiser, Script, names, opened, play, scripts
from tests.support.reports import amend, report
from tests.support.slow_ote import Tournament

NUMBER = st.integers(0, 1000)


def without_trail(state: State) -> State:
    """Return a state without the way back to earlier ones."""
    return replace(state, trail=None)


def as_if_never_done(state: State) -> State:
    """Return a state without what no undo takes back, on its way back too."""
    trail = state.trail and replace(state.trail, base=replace(state.trail.base, lasting=Lasting()))
    return replace(state, lasting=Lasting(), trail=trail)


def view_without_notes(organiser: Organiser) -> dict[str, Any]:
    """Return what people see, apart from notes."""
    view = organiser.view
    for table in view["tables"]:
        table["result"] = table["result"] and {**table["result"], "note": None}
    return view


@given(st.integers(3, 60).flatmap(lambda players: st.permutations(names(players))))
def test_in_older_logs_the_order_of_registration_does_not_change_the_first_round(players: Sequence[str]) -> None:
    start = commands.Start("words", None, SEED)
    shuffled, sorted_by_name = opened(players, older=True).do(start), opened(sorted(players), older=True).do(start)
    assert shuffled.view["tables"] == sorted_by_name.view["tables"]


@given(st.integers(3, 60).flatmap(lambda players: st.permutations(names(players))))
def test_what_players_are_called_does_not_change_the_first_round(players: Sequence[str]) -> None:
    start = commands.Start("words", None, SEED)
    some, others = opened(players).do(start), opened(names(len(players))).do(start)
    called = dict(zip(names(len(players)), players, strict=True))
    assert [table.players for table in some.now.tables] == [
        tuple(called[name] for name in table.players) for table in others.now.tables
    ]


@pytest.mark.exhaustive
@example(Script(players=3, luck=0, spread=0, public=None, incidents=(Incident(after=0, kind="undo", choice=0),)))
@given(scripts())
def test_undo_gives_the_state_before_and_the_same_command_the_state_after(script: Script) -> None:
    before: State | None = None
    for organiser in play(script):
        after, command = organiser.now, organiser.asked[-1]
        if before is not None and not isinstance(command, commands.Undo):
            log, facts, asked = list(organiser.log), list(organiser.facts), list(organiser.asked)
            assert as_if_never_done(organiser.do(commands.Undo()).now) == as_if_never_done(before)
            # Whoever registers again has another number: none is used twice.
            if not isinstance(command, commands.Register):
                assert as_if_never_done(organiser.do(command).now) == as_if_never_done(after)
            organiser.state, organiser.log, organiser.facts, organiser.asked = after, log, facts, asked
        before = after


@given(scripts(players=30), NUMBER)
def test_all_taken_back_is_an_event_just_opened(script: Script, stop: int) -> None:
    def left(organiser: Organiser) -> State:
        # A seed that was revealed at the end and is needed again is promised anew, and that promise stays.
        return replace(as_if_never_done(organiser.now), commitment="")

    just_opened = left(opened([], older=script.older))
    *_, organiser = islice(play(script), 1 + stop % 40)
    while left(organiser) != just_opened:
        organiser.do(commands.Undo())
    assert organiser.tournament.registered == []


@given(scripts(kinds=("leave", "leave game", "drawn", "order"), players=40), NUMBER)
def test_a_misreport_corrected_at_once_makes_no_difference(script: Script, other: int) -> None:
    events = play(script)
    next(events)
    mistaken = opened(names(script.players), older=script.older)
    for honest in events:
        command = honest.asked[-1]
        # A correction in which the winner is behind needs a note, which the report had not.
        said = command.claim if isinstance(command, commands.Report) else None
        if (
            isinstance(command, commands.Report)
            and isinstance(said, Won)
            and said.influence[said.winner] >= max(said.influence.values())
        ):
            mistaken.do(misreported(command, said, mistaken.tournament, other))
            mistaken.do(commands.Amend(mistaken.tournament.round, command.table, said, "misread"))
        else:
            mistaken.do(command)
        assert without_trail(mistaken.now) == without_trail(honest.now)


@given(scripts(kinds=("leave", "leave game", "come back", "drawn", "order"), players=40), NUMBER)
def test_a_misreport_taken_away_at_once_makes_no_difference(script: Script, other: int) -> None:
    events = play(script)
    next(events)
    mistaken = opened(names(script.players), older=script.older)
    for honest in events:
        command = honest.asked[-1]
        if isinstance(command, commands.Report) and isinstance(command.claim, Won):
            before = without_trail(mistaken.now)
            mistaken.do(misreported(command, command.claim, mistaken.tournament, other))
            mistaken.do(commands.Unreport(command.table, "wrong table"))
            assert without_trail(mistaken.now) == before
        mistaken.do(command)
        assert without_trail(mistaken.now) == without_trail(honest.now)


def misreported(command: commands.Report, said: Won, before: Tournament, other: int) -> commands.Report:
    """Return another report of the same game that could be true."""
    stayed = [player for player in said.influence if player not in before.left]
    winner = stayed[other % len(stayed)]
    influence = {player: (other + seat) % 7 - 3 for seat, player in enumerate(said.influence)}
    return report(command.table, winner, {**influence, winner: 16})


@given(scripts(players=40), NUMBER, NUMBER)
def test_a_correction_there_and_back_changes_nothing(script: Script, stop: int, which: int) -> None:
    *_, organiser = islice(play(script), 1 + stop % 60)
    games = [game for game in organiser.tournament.games if game.winner is not None]
    assume(games)
    game = games[which % len(games)]
    assert game.winner is not None
    before = view_without_notes(organiser)
    stayed = [player for player in game.players if player not in game.absent]
    winner = stayed[which % len(stayed)]
    influence = {player: (which + seat) % 5 for seat, player in enumerate(game.players)}
    organiser.do(amend(game.round, game.number, winner, {**influence, winner: 20}, "there", None, SEED))
    organiser.do(amend(game.round, game.number, game.winner, game.influence, "and back", "as it was", SEED))
    assert view_without_notes(organiser) == before


Done = tuple[Command, Any]


def still_standing(organiser: Organiser) -> list[Done]:
    """Return the commands that were not taken back, each with its event."""
    stand: list[Done] = []
    for command, event in zip(organiser.asked, organiser.log, strict=True):
        if isinstance(event, CommandUndone):
            stand.pop()
        else:
            stand.append((command, event))
    return stand


def followed_by(done: Sequence[Done], amended: ResultAmended | ReadmissionAmended) -> int:
    """Return where the (last) stage of an amended game was followed by another grouping."""
    readmission = isinstance(amended, ReadmissionAmended)
    grouped = [number for number, (_, event) in enumerate(done) if isinstance(event, RoundGrouped)]
    at = max(
        position
        for position, number in enumerate(grouped)
        if done[number][1].round == amended.round and (done[number][1].stage == "readmission") == readmission
    )
    return grouped[at + 1]


LATE = ("leave", "amend past", "amend past", "amend now", "amend readmission", "amend readmission", "undo")


@given(scripts(kinds=LATE, players=40))
def test_a_late_correction_says_what_an_early_one_would_have_changed(script: Script) -> None:
    for organiser in play(script):
        amended = organiser.log[-1]
        if not isinstance(amended, ResultAmended | ReadmissionAmended) or amended.otherwise is None:
            continue
        done = still_standing(organiser)[:-1]
        until = followed_by(done, amended)
        in_time = Organiser(older=script.older)
        for command, _ in done[:until]:
            in_time.do(command)
        stood = {player["player"]: player["set"] for player in in_time.view["players"]}
        in_time.do(organiser.asked[-1])
        would_stand = {player["player"]: player["set"] for player in in_time.view["players"]}
        came, instead = done[until][1], decide(in_time.state, commands.Next(SEED))[0]
        assert {*amended.otherwise.active} == became("active", stood, would_stand)
        assert {*amended.otherwise.inactive} == became("inactive", stood, would_stand)
        stage = "finished" if isinstance(instead, EventFinished) else codec.event_value(instead)["stage"]
        assert amended.otherwise.stage == (None if stage == came.stage else stage)
        assert {frozenset(group) for group in amended.otherwise.groups} == groups(instead) - groups(came)


def became(name: str, before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {player for player in after if after[player] == name != before[player]}


def groups(event: object) -> set[frozenset[str]]:
    tables = event.tables if isinstance(event, RoundGrouped) else ()
    return {frozenset(table.players) for table in tables}
