"""On the Edge play (OTE 2), worked out slowly and plainly from the rules: what the program is held against.

Nothing here knows the program. A tournament is a list of facts, the JSON values of a log's events; every question is
answered by going through all of them again. Of a grouping the facts say who sits where; whether that is right is what
`slow_grouping` asks. Who has lost, who wins a game that the others left, all points and all places are found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Fact = dict[str, Any]


@dataclass
class Game:
    """One table of one stage, and how it ended."""

    stage: str
    round: int
    number: int
    of_set: str
    players: list[str]
    readmitted: list[str]
    winner: str | None = None
    influence: dict[str, int] = field(default_factory=dict)
    qualified: list[str] | None = None
    absent: set[str] = field(default_factory=set)
    unplayed: bool = False

    @property
    def over(self) -> bool:
        return self.winner is not None or self.qualified is not None

    @property
    def off_numbered(self) -> bool:
        """OTE 2.0: a game of two or four players; a readmission game is no game of a round."""
        return self.stage != "readmission" and len(self.players) in {2, 4}

    def counts_as_active(self, player: str) -> bool:
        """OTE 2.3: the set a player was in when the game began; a readmitted player is inactive."""
        return self.of_set == "active" or (self.of_set == "final" and player not in self.readmitted)

    def losers(self) -> list[str]:
        return [] if self.winner is None else [player for player in self.players if player != self.winner]

    def victory_points(self, player: str) -> int:
        """OTE 2.3: 8, 4, 2 each or 0 for the active, half of it for the inactive; of two players only the winner scores."""
        first, second, tied = (8, 4, 2) if self.counts_as_active(player) else (4, 2, 1)
        if self.winner is None:
            return 0
        if player == self.winner:
            return first
        if len(self.players) == 2:
            return 0
        losers = self.losers()
        best = max(self.influence[loser] for loser in losers)
        runners_up = [loser for loser in losers if self.influence[loser] == best]
        if player not in runners_up:
            return 0
        return second if len(runners_up) == 1 else tied


def standing(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that were not taken back."""
    stand: list[Fact] = []
    for fact in facts:
        if fact["event"] == "CommandUndone":
            last = max(number for number, each in enumerate(stand) if each["event"] != "SeedRenewed")
            assert fact["undone"] == stand.pop(last)["event"]
        else:
            stand.append(fact)
    return stand


class Tournament:
    """All that follows from some facts."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.registered: list[str] = []
        self.left: set[str] = set()
        self.out: set[str] = set()  # who had lost when the stage being played was grouped: this stands
        self.sure: list[str] = []  # who was already readmitted when a readmission game was grouped: this stands too
        self.missed: set[str] = set()  # who was away when the stage being played was grouped
        self.seat_lost: set[str] = set()  # those of them who were active
        self.too_late: set[str] = set()  # who left a seat of the final and came back when all were taken
        self.stages: list[list[Game]] = []
        self.finished = False
        self.unplayed_winner: str | None = None
        self.orders = 0
        for fact in standing(facts):
            self.take(fact)

    def take(self, fact: Fact) -> None:
        kind = fact["event"]
        if kind in {"PlayerRegistered", "LatecomerAdmitted"}:
            self.register(fact["player"], late=kind == "LatecomerAdmitted")
        elif kind == "RoundGrouped":
            self.group(fact)
        elif kind in {"ResultReported", "ReadmissionReported", "ResultUnreported"}:
            self.report(kind, self.table(fact["table"]), fact)
        elif kind in {"PlayerLeft", "PlayerReturned"}:
            (self.leave if kind == "PlayerLeft" else self.come_back)(fact["player"])
        elif kind == "ResultAmended":
            game = self.game(fact["round"], fact["table"])
            game.winner, game.influence, game.unplayed = fact["winner"], fact["influence"], False
        elif kind == "ReadmissionAmended":
            self.readmission_games(fact["round"])[-1].qualified = fact["qualified"]
        elif kind == "OrderDrawn":
            self.orders += 1
        elif kind == "EventFinished":
            self.unplayed_winner = self.coming().unplayed_winner
            self.finished = True
        else:
            assert kind in set("EventOpened SeedRenewed RosterClosed RosterReopened DeckSubmitted GameDrawn".split()), (
                kind
            )

    def report(self, kind: str, game: Game, fact: Fact) -> None:
        if kind == "ResultUnreported":
            self.take_away(game)
        elif kind == "ResultReported":
            self.end(game, fact["winner"], fact["influence"])
        else:
            game.qualified, game.absent = fact["qualified"], self.left & set(game.players)

    def register(self, player: str, *, late: bool) -> None:
        """Register a player; a latecomer joins those who have lost, without points."""
        self.left.discard(player)
        self.out |= {player} if late else set()
        if player not in self.registered:
            self.registered.append(player)

    def group(self, fact: Fact) -> None:
        self.sure = self.coming().readmitted if fact["stage"] == "readmission" else []
        self.missed = set(self.left)
        self.out |= self.lost_now() | self.missed
        self.too_late, self.seat_lost = set(), set()
        self.stages.append(
            [
                Game(fact["stage"], fact["round"], table["table"], table["set"], table["players"], fact["readmitted"])
                for table in fact["tables"]
            ]
        )

    def end(self, game: Game, winner: str, influence: dict[str, int]) -> None:
        game.winner, game.influence = winner, influence
        game.absent = self.left & set(game.players)
        game.unplayed = False

    def leave(self, player: str) -> None:
        """Take a player out; a game with one left is won, a readmission game whose players fit the seats is over.

        Nobody counted influence when a game was won like that, so it is 0 for all until somebody reports it.
        """
        self.left.add(player)
        for game in self.current:
            if not game.over and (player in game.players or game.stage == "readmission"):
                self.end_without_those_who_left(game)

    def end_without_those_who_left(self, game: Game) -> None:
        stayed = [name for name in game.players if name not in self.left]
        if game.stage == "readmission":
            if len(stayed) <= self.seats():
                game.qualified, game.absent = stayed, self.left & set(game.players)
        elif len(stayed) == 1:
            self.end(game, stayed[0], dict.fromkeys(game.players, 0))
            game.unplayed = True

    def take_away(self, game: Game) -> None:
        """Open a game again: nobody has lost it, and nobody came back too late for a seat that it had given away."""
        game.winner, game.influence, game.qualified, game.absent, game.unplayed = None, {}, None, set(), False
        if game.stage == "readmission":
            self.out -= self.seat_lost
            self.too_late, self.seat_lost = set(), set()
        self.end_without_those_who_left(game)

    def can_be_taken_away(self, game: Game) -> bool:
        """Say whether the game could be played again: what the leaving of players decides stays decided."""
        stayed = [name for name in game.players if name not in self.left]
        if game.stage != "readmission":
            return len(stayed) > 1 or (len(stayed) == 1 and not game.unplayed)
        again = deepcopy(self)
        reopened = again.table(game.number)
        again.take_away(reopened)
        return not reopened.over

    def come_back(self, player: str) -> None:
        """Let a player in again: who lost no game and missed no grouping is active.

        A seat of the final that others have taken meanwhile is theirs: also the seat of who was active.
        """
        if self.stage == "readmission" and self.seats() == 0:
            self.too_late.add(player)
            self.seat_lost |= {player} - self.out
            self.out.add(player)
        self.left.discard(player)

    @property
    def current(self) -> list[Game]:
        return self.stages[-1] if self.stages else []

    @property
    def stage(self) -> str:
        if self.finished:
            return "finished"
        return self.current[0].stage if self.current else "registration"

    @property
    def round(self) -> int:
        return self.current[0].round if self.current else 0

    @property
    def games(self) -> list[Game]:
        return [game for stage in self.stages for game in stage]

    def table(self, number: int) -> Game:
        return next(game for game in self.current if game.number == number)

    def game(self, round_number: int, number: int) -> Game:
        return next(
            game
            for game in self.games
            if game.round == round_number and game.number == number and game.stage != "readmission"
        )

    def readmission_games(self, round_number: int) -> list[Game]:
        return [game for game in self.games if game.round == round_number and game.stage == "readmission"]

    def lost_now(self) -> set[str]:
        """OTE 2.2: who loses a game of the stage being played; a readmission game moves nobody."""
        return {loser for game in self.current if game.stage != "readmission" for loser in game.losers()}

    def sets(self) -> dict[str, str]:
        """Return the set of every player, in the order of registration."""
        lost = self.out | self.lost_now()
        return {
            player: "left" if player in self.left else "inactive" if player in lost else "active"
            for player in self.registered
        }

    def members(self, name: str) -> list[str]:
        """Return who is in a set, in the order of registration."""
        return [player for player, of_set in self.sets().items() if of_set == name]

    def victory_points(self, player: str) -> int:
        return sum(game.victory_points(player) for game in self.games if player in game.players)

    def influence(self, player: str) -> int:
        return sum(game.influence.get(player, 0) for game in self.games)

    def score(self, player: str) -> Fraction:
        """OTE 2.8.1."""
        return Fraction(self.influence(player), 2) + self.victory_points(player)

    def off_numbered_games(self, player: str) -> int:
        return sum(1 for game in self.games if game.off_numbered and player in game.players)

    def readmitted(self) -> list[str]:
        """Return who is back for the final by now: readmitted before a readmission game, or by playing it."""
        through = [player for game in self.current for player in game.qualified or ()]
        had_seats = {*self.sure, *through} - self.too_late
        return [player for player in self.members("inactive") if player in had_seats]

    def seats(self) -> int:
        """Return how many seats of the final are vacant while a readmission game is being played."""
        return 3 - len(self.members("active")) - len(self.readmitted())

    def coming(self) -> Coming:
        """Say what comes after this stage, all of its games being over. OTE 2.8, 2.8.1 to 2.8.3."""
        active, inactive = self.members("active"), self.members("inactive")
        if self.stage == "final":
            return Coming("finished")
        if len(active) > 3:
            return Coming("round", active, [], inactive)
        readmitted = self.readmitted()
        waiting = [player for player in inactive if player not in readmitted]
        while waiting and len(active) + len(readmitted) < 3:
            best = max(self.score(player) for player in waiting)
            top = [player for player in waiting if self.score(player) == best]
            vacant = 3 - len(active) - len(readmitted)
            if len(top) > vacant:
                return Coming("readmission", active, readmitted, inactive, tied=top, seats=vacant)
            readmitted += top
            waiting = [player for player in waiting if player not in top]
        finalists = active + readmitted
        if len(finalists) < 2:
            return Coming("finished", unplayed_winner=finalists[0] if finalists else None)
        return Coming("final", active, [player for player in inactive if player in readmitted], waiting)

    def places(self) -> dict[str, int]:
        """OTE 2.10: the finalists by the final, the rest by score; equals share a place and the next ones are skipped.

        Who left has no place, unless they played the final.
        """
        if not self.finished:
            return {}
        ranks: dict[str, tuple[int, Fraction]] = {}
        final = self.current[0] if self.current and self.current[0].stage == "final" else None
        for player in self.registered:
            if player == self.unplayed_winner or (final and player == final.winner):
                ranks[player] = (0, Fraction(0))
            elif final and player in final.players:
                ranks[player] = (1, -Fraction(final.influence[player]))
            elif player not in self.left:
                ranks[player] = (2, -self.score(player))
        return {player: 1 + sum(1 for other in ranks.values() if other < rank) for player, rank in ranks.items()}


@dataclass
class Coming:
    """What comes next: a round, a readmission game, the final or the end; and for whom."""

    stage: str
    active: list[str] = field(default_factory=list)
    readmitted: list[str] = field(default_factory=list)
    inactive: list[str] = field(default_factory=list)
    tied: list[str] = field(default_factory=list)
    seats: int = 0
    unplayed_winner: str | None = None
