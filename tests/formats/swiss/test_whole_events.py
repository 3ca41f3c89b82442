"""Whole random events, from the first pairing to the places, with all that happens at a shop: drops, latecomers, draws, corrections."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from floorjudge.formats.swiss.history import Participant, Round
from floorjudge.formats.swiss.matches import BOTH_LEFT, INTENTIONAL_DRAW, Ending, Result, check, concession
from floorjudge.formats.swiss.pairing import Pairing, criteria
from floorjudge.formats.swiss.playoff import PlayoffRound
from floorjudge.formats.swiss.rounds import Options, planned
from floorjudge.formats.swiss.stages import Begun, Event, PlayoffPlayed, final_places, next_stage
from tests.formats.swiss.events import Shuffled, slow
from tests.formats.swiss.slow_pairing import best_of_all, best_of_dense
from tests.formats.swiss.slow_standings import Match, Swiss

PLAYED = [Result(games) for games in ((2, 0), (2, 1), (1, 2), (0, 2))]
OTHERS = [
    Result((1, 1)),
    Result((1, 0)),
    Result((0, 0), 1),
    Result((2, 0), 1),
    INTENTIONAL_DRAW,
    concession(0, 2, (1, 0)),
]


class Shop:
    """An event that is played by chance; pairings of at most `compared` players are compared with the best there is."""

    def __init__(self, players: int, seed: int, *, compared: int) -> None:
        self.compared = compared
        self.chance = random.Random(1000 * seed + players)
        self.draw = Shuffled(seed)
        options = self.chance.choice([Options(), Options(rounds=4), Options(cut=0), Options(last_round="standings")])
        people = tuple(Participant(f"p{number:02}") for number in range(players))
        self.event = Event(options, planned(options, players), people)

    def play(self) -> Event:
        """Play the event to its end and return it."""
        while (stage := next_stage(self.event, self.draw)) is not None:
            assert next_stage(self.event, self.draw) == stage
            if isinstance(stage, Pairing):
                self.check_pairing(stage)
                self.play_round(stage)
                self.check_standings()
                self.between_rounds()
            elif isinstance(stage, Begun):
                self.event = replace(self.event, seeds=stage.seeds)
                self.play_playoff(stage.round)
            else:
                self.play_playoff(stage)
        return self.event

    def check_pairing(self, pairing: Pairing) -> None:
        """Everybody who is present sits once, and no pairing is better."""
        seated = [name for table in pairing.tables for name in table.players]
        seated += [pairing.bye.player] if pairing.bye is not None else []
        assert sorted(seated) == sorted(self.event.present())
        entrants = self.event.past().entrants()
        if len(entrants) > self.compared:
            return
        best = best_of_all if len(entrants) < 8 else best_of_dense
        assert criteria(entrants, pairing) == best(slow(entrants))

    def play_round(self, pairing: Pairing) -> None:
        """Report every table, some because players have left."""
        results = {table.table: self.chance.choice(PLAYED * 4 + OTHERS) for table in pairing.tables}
        for table in pairing.tables:
            check(results[table.table], 2)
            if self.chance.random() < 0.03:
                self.drop(table.players[0])
                results[table.table] = concession(0, 2)
            if self.chance.random() < 0.01:
                self.drop(*table.players)
                results[table.table] = BOTH_LEFT
        made = Round(pairing.tables, results, pairing.bye.player if pairing.bye is not None else None)
        self.event = replace(self.event, rounds=(*self.event.rounds, made))

    def between_rounds(self) -> None:
        """Let players leave, enter late and come back, and correct a result of any round."""
        chance = self.chance
        if chance.random() < 0.4:
            before = {row.player: row.values for row in self.event.standings()}
            self.drop(chance.choice([player.name for player in self.event.participants]))
            assert {row.player: row.values for row in self.event.standings()} == before
        if chance.random() < 0.3:
            late = Participant(f"late{len(self.event.participants):02}", missed=len(self.event.rounds))
            self.event = replace(self.event, participants=(*self.event.participants, late))
        if chance.random() < 0.3:
            self.correct(chance.randrange(len(self.event.rounds)))

    def drop(self, *names: str) -> None:
        """Let players leave."""
        people = tuple(
            replace(each, present=each.present and each.name not in names) for each in self.event.participants
        )
        self.event = replace(self.event, participants=people)

    def correct(self, number: int) -> None:
        """Give a table of a round another result; the pairings that came of it stand."""
        made = self.event.rounds[number]
        if not made.tables:
            return
        table = self.chance.choice(made.tables).table
        corrected = replace(made, results={**made.results, table: self.chance.choice(PLAYED)})
        rounds = self.event.rounds
        self.event = replace(self.event, rounds=(*rounds[:number], corrected, *rounds[number + 1 :]))

    def check_standings(self) -> None:
        """The standings are those of the slow model."""
        event = self.event
        matches = [
            Match(
                *table.players,
                each.results[table.table].games,
                each.results[table.table].drawn,
                each.results[table.table].ending is Ending.BOTH_LEFT,
            )
            for each in event.rounds
            for table in each.tables
        ]
        byes = [each.bye for each in event.rounds if each.bye is not None]
        names = [player.name for player in event.participants]
        missed = [(player.name, player.missed) for player in event.participants]
        rows = event.standings()
        assert {row.player: (row.rank, row.values) for row in rows} == Swiss(names, matches, byes, missed).ranks()

    def play_playoff(self, stage: PlayoffRound) -> None:
        """Play a round of the playoff: the higher seed sits first, nobody is left out."""
        event = self.event
        assert all(first < second for first, second in (table.seeds for table in stage.tables))
        assert all(
            event.seeds[seed - 1] == name
            for table in stage.tables
            for seed, name in zip(table.seeds, table.players, strict=True)
        )
        winners: dict[int, str | None] = {}
        for table in stage.tables:
            winners[table.table] = self.chance.choice(table.players)
            if self.chance.random() < 0.1:
                self.drop(table.players[0])
                winners[table.table] = table.players[1]
            if self.chance.random() < 0.03:
                self.drop(*table.players)
                winners[table.table] = None
        self.event = replace(self.event, playoff=(*self.event.playoff, PlayoffPlayed(stage, winners)))
        if self.chance.random() < 0.1:
            self.drop(self.chance.choice(event.seeds))


@pytest.mark.clauses("MTR 2.10", "MTR 3.1", "MTR 10.2", "MTR 10.4", "MTR appendix C", "MTR appendix E")
def test_events_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in (*range(2, 19), 23, 33, 47):
        with subtests.test(players=players):
            _check_end(Shop(players, players, compared=9).play())


@pytest.mark.exhaustive
def test_events_of_every_size_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in range(2, 65):
        for seed in range(3):
            with subtests.test(players=players, seed=seed):
                _check_end(Shop(players, seed, compared=64).play())


@pytest.mark.exhaustive
def test_events_of_hundreds_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in (100, 200, 300):
        with subtests.test(players=players):
            _check_end(Shop(players, players, compared=0).play())


def _check_end(event: Event) -> None:
    placed = final_places(event)
    assert set(placed) == {player.name for player in event.participants}
    won = [name for name, place in placed.items() if place == 1]
    assert won or {place for place in placed.values() if place < 3} == {2}  # or both have left the final
    for place in placed.values():
        better = sum(other < place for other in placed.values())
        assert place == better + 1 or (place, won) == (2, [])
    assert len(event.rounds) <= event.plan.rounds
    if event.plan.cut and event.plan.rounds:
        assert len(event.seeds) <= event.plan.cut
