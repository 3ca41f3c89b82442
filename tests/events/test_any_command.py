"""Whatever is asked at whatever moment: it is done as the rules say, or refused with a message and changes nothing."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, FloorjudgeError, Refused
from floorjudge.events import codec, commands, replay, verify
from floorjudge.events.commands import Command
from tests.events.driver import SEED, Moment, Organiser, Script, emptying, names, opened, play, scripts
from tests.events.test_model import expected_view, seen
from tests.support.reports import amend, amend_qualified, qualified, report
from tests.support.slow_grouping import faults

PLAYERS = 7
WORDS = st.none() | st.sampled_from(("", "words", "\x00", "x" * 3000))
NAMES = st.sampled_from((*names(PLAYERS), "nobody", "", " Zoë ", "\x00"))
TABLES = st.sampled_from((-(10**20), -1, 0, 1, 2, 3, 4, 10**20))
ROUNDS = st.sampled_from((-1, 0, 1, 2, 3, 9))
SEEDS = st.sampled_from((SEED, SEED, None, "", "another seed"))
INFLUENCE = st.dictionaries(NAMES, st.sampled_from((0, 16, -5, 10**30)), max_size=4)
SOME_NAMES = st.lists(NAMES, max_size=4).map(tuple)

STRANGE: st.SearchStrategy[Command] = st.one_of(
    st.builds(commands.Open, NAMES, st.sampled_from((SEED, "", "\x00")), st.sampled_from(("ote-1.2", "chess"))),
    st.builds(commands.Register, NAMES),
    st.builds(commands.Start, WORDS, WORDS, SEEDS),
    st.builds(report, TABLES, NAMES, INFLUENCE, WORDS),
    st.builds(qualified, TABLES, SOME_NAMES),
    st.builds(commands.Drawn, TABLES),
    st.builds(commands.Next, SEEDS),
    st.builds(commands.Leave, NAMES),
    st.builds(amend, ROUNDS, TABLES, NAMES, INFLUENCE, WORDS.map(str), WORDS, SEEDS),
    st.builds(amend_qualified, ROUNDS, TABLES, SOME_NAMES, WORDS.map(str), SEEDS),
    st.builds(commands.RandomOrder, SOME_NAMES, WORDS.map(str), SEEDS),
    st.just(commands.Undo()),
    st.just(commands.CloseRoster()),
    st.just(commands.ReopenRoster()),
    st.builds(commands.PromiseSeed, st.sampled_from(("", "0" * 64))),
)


def about_a_game(moment: Moment, choice: int) -> Command:
    """Return a command about a game that was or is played, perhaps at the wrong time or about the wrong kind of game."""
    games = moment.tournament.games
    if not games:
        return commands.Drawn(1)
    game = games[choice % len(games)]
    winner = game.players[choice % len(game.players)]
    influence = {player: 16 if player == winner else choice % 3 for player in game.players}
    several = tuple(game.players[: 1 + choice % 2])
    kinds: tuple[Command, ...] = (
        report(game.number, winner, influence),
        amend(game.round, game.number, winner, influence, "a reason", None, SEED),
        qualified(game.number, several),
        amend_qualified(game.round, game.number, several, "a reason", SEED),
        commands.Drawn(game.number),
        commands.Leave(winner),
        commands.Next(SEED),
    )
    return kinds[choice // 7 % len(kinds)]


def refusal(organiser: Organiser, command: Command) -> FloorjudgeError | None:
    """Ask for a command; return why it was refused, None if it was done. A refusal says why, and changes nothing."""
    before, facts = organiser.state, list(organiser.facts)
    try:
        organiser.do(command)
    except (BadInput, Refused) as error:
        refused = error
    else:
        return None
    assert refused.message("en")
    assert organiser.state is before
    assert organiser.facts == facts
    return refused


def about(error: FloorjudgeError | None, about: str) -> tuple[Any, ...] | None:
    """Return the code of an error and the player or table that it is about."""
    return None if error is None else (error.code, getattr(error, about))


@given(st.integers(3, PLAYERS), st.lists(STRANGE | st.integers(0, 10_000) | st.none(), max_size=50))
def test_any_commands_at_any_time(players: int, wishes: list[Command | int | None]) -> None:
    organiser = opened(names(players))
    for wish in wishes:
        moment = Moment(organiser, Script(players))
        if wish is None or isinstance(wish, int):
            command = moment.ordinary() if wish is None else about_a_game(moment, wish)
        else:
            command = wish
        before = organiser.tournament
        if command is None or refusal(organiser, command):
            continue
        assert seen(organiser.view) == expected_view(organiser.tournament)
        if organiser.facts[-1]["event"] == "RoundGrouped":
            assert faults(before, organiser.facts[-1]) == []
    assert replay(organiser.log) == organiser.state
    assert [codec.read_event(codec.event_json(event)) for event in organiser.log] == organiser.log
    assert verify(organiser.log, SEED).state == organiser.state


@given(scripts(players=30))
def test_next_is_refused_exactly_while_a_game_is_open_and_outside_play(script: Script) -> None:
    for organiser in play(script):
        tournament = organiser.tournament
        ready = tournament.stages and all(game.over for game in tournament.current) and not tournament.finished
        apart = Organiser(organiser.seed, organiser.state)
        assert (refusal(apart, commands.Next(organiser.seed)) is None) == bool(ready)


@given(st.lists(emptying(), min_size=8, max_size=8))
def test_who_left_comes_back_unless_the_final_was_grouped_meanwhile(scripted: list[Script]) -> None:
    for organiser in chain.from_iterable(map(play, scripted)):
        tournament = organiser.tournament
        for player in tournament.left if tournament.stages and not tournament.finished else ():
            too_late = tournament.stage == "final" and player in tournament.missed
            error = refusal(Organiser(SEED, organiser.state), commands.ComeBack(player))
            assert about(error, "player") == (("too_late_to_come_back", player) if too_late else None)


@pytest.mark.clauses("OTE 2.2", "OTE 2.8.3")
@given(scripts(players=30) | emptying())
def test_a_result_is_taken_away_if_enough_are_here_to_play_again(script: Script) -> None:
    for organiser in play(script):
        tournament = organiser.tournament
        for game in tournament.current if not tournament.finished else ():
            apart = Organiser(SEED, organiser.state, facts=list(organiser.facts))
            error = refusal(apart, commands.Unreport(game.number, "another table"))
            if not game.over:
                assert about(error, "table") == ("nothing_to_take_away", game.number)
            elif tournament.can_be_taken_away(game):
                assert error is None
                assert seen(apart.view) == expected_view(apart.tournament)
            elif game.unplayed and game.winner not in tournament.left:
                assert about(error, "player") == ("already_decided", game.winner)
            else:
                assert about(error, "table") == ("too_few_to_play_on", game.number)


@given(scripts(players=30))
def test_a_result_is_taken_once(script: Script) -> None:
    for organiser in play(script):
        last = organiser.asked[-1]
        if isinstance(last, commands.Report) and not organiser.tournament.finished:
            assert refusal(Organiser(SEED, organiser.state), last)
