"""Swiss events that are played by commands as they come in, and what the slow model says of their standings."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from floorjudge.events.state import State
from floorjudge.formats.competition import Phase
from floorjudge.formats.swiss.display.pages import games_needed
from floorjudge.formats.swiss.matches import Ending, Result
from floorjudge.formats.swiss.rules.playing import ROUND
from tests.formats.swiss.slow_pairing import Slow, best_of_all, best_of_dense, criteria
from tests.formats.swiss.slow_standings import Match, Swiss
from tests.support.events_by_commands import EventByCommands

Given = dict[str, Any]


class Evening(EventByCommands):
    """An event of Swiss rounds."""

    def __init__(self, players: int, **options: Any) -> None:
        super().__init__("mtr-swiss", players, **options)

    def started(self) -> Evening:
        """Start the event."""
        self.send(do="start")
        return self

    def players(self, table: int) -> tuple[str, str]:
        """Return who sits at a table."""
        first, second = self.state.tables[table - 1].players
        return first, second

    def report(self, table: int, first: int = 2, second: int = 0, **more: Any) -> None:
        """Report the games of a match in the order of the table."""
        one, other = self.players(table)
        self.send(do="report", table=table, games={one: first, other: second}, **more)

    def play(self) -> None:
        """Let whoever is named first win every open match, and go on."""
        for table in self.state.open_tables():
            self.report(table.table, games_needed(self.state, table))
        self.send(do="next")

    def to_the(self, kind: str) -> Evening:
        """Play until a stage of a kind, or the end."""
        while self.state.stage != kind:
            self.play()
        return self

    def pairs(self) -> list[tuple[str, str]]:
        """Return who sits together."""
        return [table.players for table in self.state.tables]

    def places(self) -> dict[str, int]:
        """Return the places."""
        return dict(self.state.places())


def modelled(state: State) -> Swiss:
    """Return the Swiss rounds of an event as the slow model has them; a player's missed rounds are those before the last one played."""
    matches: list[Match] = []
    rounds = [stage for stage in state.stages() if stage.kind == ROUND]
    for stage in rounds:
        for table in stage.tables:
            result: Result | None = stage.results.get(table.table)
            if result is not None:
                both = result.ending is Ending.BOTH_LEFT
                first, second = table.players
                matches.append(Match(first, second, result.games, result.drawn, both))
    byes = [name for stage in rounds for name in stage.sitting_out]
    there = [{*stage.sitting_out, *(name for table in stage.tables for name in table.players)} for stage in rounds]
    missed = [
        (name, sum(name not in names for names in there[:number]))
        for number, names in enumerate(there)
        for name in names
        if not any(name in later for later in there[number + 1 :])
    ]
    return Swiss([*state.players], matches, byes, missed, state.options.games_to_win)


def points(player: Slow) -> int:
    """Return the match points of a player."""
    return player.points


class ByChance(Evening):
    """An event in which all happens that happens at a shop; who was paired down is counted here.

    Pairings of at most `compared` players are compared with the best there is.
    """

    def __init__(self, players: int, seed: int, *, compared: int) -> None:
        self.compared = compared
        self.chance = random.Random(1000 * seed + players)
        options: list[Given] = [
            {},
            {"rounds": 4, "cut": 0},
            {"rounds": 3, "cut": 2, "playoff_games_to_win": 3},
            {"rounds": 3, "cut": 0, "last_round": "standings"},
            {"rounds": 3, "cut": 0, "games_to_win": 1},
        ]
        super().__init__(players, **self.chance.choice(options))
        self.away: list[str] = []
        self.pair_downs: Counter[str] = Counter()

    def to_the_end(self) -> None:
        """Play to the end, comparing the standings after every stage."""
        self.go_on("start")
        while self.state.phase is not Phase.FINISHED:
            self.results()
            self.compare()
            self.between()
            self.compare()
            self.go_on("next")
        self.compare()

    def go_on(self, do: str) -> None:
        """Go on to the next stage: all who are present sit once, and no pairing is better."""
        before = {player.name: player for player in self.entrants()}
        self.send(do=do)
        if self.state.stage != ROUND or self.state.phase is Phase.FINISHED:
            return
        seated = [name for table in self.state.tables for name in table.players]
        assert sorted([*seated, *self.state.sitting_out]) == sorted(before)
        pairs = [(before[one], before[other]) for one, other in self.pairs()]
        self.pair_downs.update(max(pair, key=points).name for pair in pairs if points(pair[0]) != points(pair[1]))
        if len(before) > self.compared:
            return
        bye = next((before[name] for name in self.state.sitting_out), None)
        best = best_of_all if len(before) < 8 else best_of_dense
        assert criteria(pairs, bye) == best([*before.values()])

    def entrants(self) -> list[Slow]:
        """Return who is in the event, with what counts for a pairing, from the seats of the rounds and the slow model."""
        model = modelled(self.state)
        rounds = [stage for stage in self.state.stages() if stage.kind == ROUND]
        seats = [set(table.players) for stage in rounds for table in stage.tables]
        return [
            Slow(
                player.name,
                model.match_points(player.name),
                frozenset().union(*(seated - {player.name} for seated in seats if player.name in seated)),
                sum(player.name in stage.sitting_out for stage in rounds),
                self.pair_downs[player.name],
            )
            for player in self.state.in_event()
        ]

    def results(self) -> None:
        """Report all matches, some corrected, taken away or decided because a player has left."""
        chance, rules = self.chance, self.state.rules
        for table in self.state.open_tables():
            if chance.random() < 0.05:
                self.leave(chance.choice(table.players))
            if table.table in self.state.results:
                continue
            if self.state.stage == ROUND and chance.random() < 0.1:
                self.send(do="report", table=table.table, intentional_draw=True)
                if chance.random() < 0.5:
                    self.send(do="unreport", table=table.table, reason="misheard")
            if table.table not in self.state.results:
                self.send(do="report", table=table.table, **rules.by_chance(self.state, table, chance))

    def between(self) -> None:
        """Let players leave, come back and enter late, and correct a result of any Swiss round."""
        chance = self.chance
        if chance.random() < 0.3:
            self.leave(chance.choice([*self.state.players]))
        if self.state.stage != ROUND:
            return
        if chance.random() < 0.3:
            self.send(do="register", player=f"late{len(self.state.players):02}", late=True)
        if self.away and chance.random() < 0.4:
            name = chance.choice(self.away)
            self.send(do="come_back", player=name)
            self.away.remove(name)
            self.compare()
        played = chance.choice(self.state.stages())
        if played.results and chance.random() < 0.3:
            table = played.tables[chance.choice(sorted(played.results)) - 1]
            said = self.state.rules.by_chance(self.state, table, chance)
            self.send(do="amend", round=played.round, table=table.table, reason="misheard", **said)

    def leave(self, name: str) -> None:
        """Let a player leave, unless too few would stay."""
        if self.state.players[name].present and len(self.state.in_event()) > 2:
            self.send(do="leave", player=name)
            if self.state.stage == ROUND:
                self.away.append(name)

    def compare(self) -> None:
        """Compare ranks and values of all players with the slow model's; in a playoff alone the matches that each has won."""
        shown = {row.player.name: row for row in self.state.rules.standings(self.state, {})}
        expected = modelled(self.state).ranks()
        has_rounds = self.state.options.rounds > 0
        stages = self.state.stages()
        winners = [
            table.players[result.winner]
            for stage in stages
            for table in stage.tables
            if (result := stage.results.get(table.table)) is not None and result.winner is not None
        ]
        known = {name for stage in stages for table in stage.tables for name in table.players}
        known.update(name for stage in stages for name in stage.sitting_out)
        assert set(shown) == known | {player.name for player in self.state.in_event()}
        for name, row in shown.items():
            rank, values = expected[name]
            shown_values = values if has_rounds else (winners.count(name),)
            assert tuple(cell.exact for cell in row.cells) == tuple(map(str, shown_values)), name
            assert row.rank == (rank if has_rounds else None), name
