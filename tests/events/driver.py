"""Random events, played through `decide` and `evolve`: a script says how many play, how lucky they are, what goes wrong.

What is possible at a moment is asked of the slow model, never of the program. A script shrinks well: fewer players,
fewer incidents, sooner, and luck from a smaller number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.events import codec, commands, decide, evolve, view
from floorjudge.events.commands import Command
from floorjudge.events.draw import commitment
from floorjudge.events.errors import SeedIsPublic
from floorjudge.events.events import Event, EventOpened
from floorjudge.events.state import State
from tests.support.reports import amend, amend_qualified, qualified, report
from tests.support.slow_ote import Fact, Game, Tournament, standing

SEED = "a seed for tests that is long enough"
UNUSUAL_NAMES = ("Zoë", "Łukasz", "王芳", "Ana María", "ana", "O'Brien, Pat", "𝔄da", "~")
KINDS = (
    "leave, leave active, leave game, leave game, come back, come back, late, drawn, unreport, unreport, amend now, "
    "amend now, amend past, amend past, amend readmission, order, undo, undo"
).split(", ")


@dataclass(frozen=True)
class Incident:
    """Something out of the ordinary, `after` so many commands since the registration; `choice` says which or who."""

    after: int
    kind: str
    choice: int


@dataclass(frozen=True)
class Script:
    """One event: influences of losers lie between -`spread` and `spread`, so a small one makes ties frequent.

    `older`: its log is of the first version, as an older program opened it.
    """

    players: int
    luck: int = 0
    spread: int = 1
    public: str | None = None
    incidents: tuple[Incident, ...] = ()
    older: bool = False


# Everything is taken back after the end, registrations, too: the event starts again with another seed, the first being public.
BACK_TO_THE_OPENING = Script(3, incidents=tuple(Incident(6, "undo", 0) for _ in range(20)))


def scripts(incidents: int = 12, kinds: Sequence[str] = KINDS, players: int = 80) -> st.SearchStrategy[Script]:
    """Return random scripts with at most so many incidents of some kinds."""
    early_or_any = st.integers(0, 12) | st.integers(0, 120)
    incident = st.builds(Incident, early_or_any, st.sampled_from(kinds), st.integers(0, 200))
    return st.builds(
        Script,
        players=st.integers(3, 6) | st.integers(7, 20) | st.integers(13, players),
        luck=st.integers(0, 2**32),
        spread=st.sampled_from((0, 1, 3, 20)),
        public=st.sampled_from((None, "said by the players", "mañana ☂")),
        incidents=st.lists(incident, max_size=incidents).map(tuple),
        older=st.booleans(),
    )


def emptying() -> st.SearchStrategy[Script]:
    """Return random scripts of small events that most players leave, until few or none are left for the final."""
    kinds = ("leave active", "leave", "leave", "leave game", "leave game", "come back", "late")
    incident = st.builds(Incident, st.integers(0, 9), st.sampled_from(kinds), st.integers(0, 200))
    return st.builds(
        Script,
        players=st.integers(3, 6),
        luck=st.integers(0, 2**32),
        spread=st.sampled_from((0, 3)),
        incidents=st.lists(incident, min_size=4, max_size=12).map(tuple),
    )


def names(players: int) -> list[str]:
    return [*UNUSUAL_NAMES, *(f"Player {number}" for number in range(len(UNUSUAL_NAMES), players))][:players]


@dataclass
class Organiser:
    """Gives commands to the program one by one; keeps the state and the log, also as the facts of the slow model."""

    seed: str = SEED
    state: State | None = None
    log: list[Event] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    asked: list[Command] = field(default_factory=list)
    older: bool = False

    def do(self, command: Command) -> Organiser:
        if self.state is not None and self.state.seed_is_public and isinstance(command, commands.Start | commands.Next):
            self._renewed(command)
        for decided in decide(self.state, self._with_seed(command)):
            vars(self).pop("tournament", None)
            event = replace(decided, version=None) if self.older and isinstance(decided, EventOpened) else decided
            self.state = evolve(self.state, event)
            self.log.append(event)
            self.facts.append(json.loads(codec.event_json(event)))
        self.asked.append(command)
        return self

    def _renewed(self, command: commands.Start | commands.Next) -> None:
        """Have a new seed promised where the old one is public and the next stage would be drawn with it."""
        try:
            decide(self.state, self._with_seed(command))
        except SeedIsPublic:
            self.seed += "!"
            self.do(commands.PromiseSeed(commitment(self.seed)))

    def _with_seed(self, command: Command) -> Command:
        given = getattr(command, "seed", None)
        return (
            replace(command, seed=self.seed)
            if given is not None and self.seed.rstrip("!") == given.rstrip("!")
            else command
        )

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state

    @property
    def view(self) -> dict[str, Any]:
        return view(self.now, "en")

    @cached_property
    def tournament(self) -> Tournament:
        """The slow model of what was decided so far: the next decision has another one."""
        return Tournament(self.facts)


def opened(players: Sequence[str], seed: str = SEED, *, older: bool = False) -> Organiser:
    """Return an event that some players have registered for."""
    organiser = Organiser(seed, older=older).do(commands.Open("Friday", seed))
    for player in players:
        organiser.do(commands.Register(player))
    return organiser


def play(script: Script) -> Iterator[Organiser]:
    """Play an event to its end; yields after the registration and after each command."""
    organiser = opened(names(script.players), older=script.older)
    yield organiser
    yield from go_on(organiser, script)


def played(script: Script) -> Organiser:
    """Return an event that was played to its end."""
    *_, organiser = play(script)
    return organiser


def go_on(organiser: Organiser, script: Script) -> Iterator[Organiser]:
    luck = Random(script.luck)
    waiting = sorted(script.incidents, key=lambda incident: incident.after)
    done = 0
    while True:
        moment = Moment(organiser, script, luck)
        due = waiting and (waiting[0].after <= done or moment.tournament.finished)
        command = moment.incident(waiting.pop(0)) if due else moment.ordinary()
        if command is not None:
            yield organiser.do(command)
            done += 1
        elif not due:
            return


@dataclass
class Moment:
    """What can be asked at one moment of an event."""

    organiser: Organiser
    script: Script
    luck: Random = field(default_factory=lambda: Random(0))

    @cached_property
    def tournament(self) -> Tournament:
        return self.organiser.tournament

    def ordinary(self) -> Command | None:
        """Return the next command of an event without incidents, None when it is finished."""
        if self.tournament.finished:
            return None
        if len(self.tournament.members("active")) < 3 and not self.tournament.stages:
            missing = [player for player in names(3) if player not in self.tournament.members("active")]
            return commands.Register(missing[0])
        if not self.tournament.stages:
            return commands.Start(self.script.public, None, self.organiser.seed)
        open_games = [game for game in self.tournament.current if not game.over]
        if not open_games:
            return commands.Next(self.organiser.seed)
        game = self.luck.choice(open_games)
        if game.stage == "readmission":
            return qualified(game.number, self.some_qualified(game))
        winner, influence, note = self.some_result(game, self.tournament.left)
        return report(game.number, winner, influence, note)

    def some_result(self, game: Game, absent: set[str]) -> tuple[str, dict[str, int], str | None]:
        """Return a random winner, influences and note."""
        winner = self.luck.choice([player for player in game.players if player not in absent])
        influence = {player: self.luck.randint(-self.script.spread, self.script.spread) for player in game.players}
        conceded = self.luck.random() < 0.1
        if not conceded:
            influence[winner] = 16 + self.luck.randint(0, self.script.spread)
        return winner, influence, "conceded" if conceded else None

    def some_qualified(self, game: Game) -> tuple[str, ...]:
        # Who had left when it ended, and has come back since, is in no correction.
        here = [player for player in game.players if player not in self.tournament.left | game.absent]
        seats = self.tournament.seats() if game.qualified is None else len(game.qualified)
        return tuple(self.luck.sample(here, min(seats, len(here))))

    def incident(self, incident: Incident) -> Command | None:
        """Return the command of an incident, None when it is impossible now."""
        return INCIDENTS[incident.kind](self, incident.choice)

    def leave(self, choice: int, among: Sequence[str]) -> Command | None:
        if self.tournament.finished or not among:
            return None
        return commands.Leave(among[choice % len(among)])

    def leave_any(self, choice: int) -> Command | None:
        return self.leave(choice, self.tournament.members("active") + self.tournament.members("inactive"))

    def leave_active(self, choice: int) -> Command | None:
        return self.leave(choice, self.tournament.members("active"))

    def leave_game(self, choice: int) -> Command | None:
        seated = [player for game in self.tournament.current if not game.over for player in game.players]
        return self.leave(choice, [player for player in seated if player not in self.tournament.left])

    def come_back(self, choice: int) -> Command | None:
        left = [player for player in self.tournament.registered if player in self.tournament.left]
        if self.tournament.stage == "final":
            left = [player for player in left if player not in self.tournament.missed]
        if not left or self.tournament.finished:
            return None
        return commands.ComeBack(left[choice % len(left)])

    def late(self, choice: int) -> Command | None:
        if self.tournament.stage not in {"round", "readmission"}:
            return None
        return commands.Register(f"{choice} late {len(self.tournament.registered)}", late=True)

    def drawn(self, choice: int) -> Command | None:
        games = [game for game in self.tournament.current if not game.over]
        return commands.Drawn(games[choice % len(games)].number) if games else None

    def unreport(self, choice: int) -> Command | None:
        if self.tournament.finished:
            return None
        games = [game for game in self.tournament.current if game.over and self.tournament.can_be_taken_away(game)]
        return commands.Unreport(games[choice % len(games)].number, "wrong table") if games else None

    def amend(self, choice: int, among: Sequence[Game]) -> Command | None:
        games = [game for game in among if game.winner is not None]
        if not games:
            return None
        game = games[choice % len(games)]
        winner, influence, note = self.some_result(game, game.absent)
        if influence[winner] < max(influence.values()):
            note = note or "won all the same"
        return amend(game.round, game.number, winner, influence, "misread", note, self.organiser.seed)

    def amend_now(self, choice: int) -> Command | None:
        return self.amend(choice, self.tournament.current)

    def amend_past(self, choice: int) -> Command | None:
        return self.amend(choice, [game for stage in self.tournament.stages[:-1] for game in stage])

    def amend_readmission(self, _: int) -> Command | None:
        played = [game for game in self.tournament.games if game.stage == "readmission"]
        # A round may have a second readmission: while that one is open, its table is what a correction would speak of.
        open_now = {(game.round, game.number) for game in played if game.qualified is None}
        games = [game for game in played if game.qualified is not None and (game.round, game.number) not in open_now]
        if not games:
            return None
        game = games[-1]
        qualified = self.some_qualified(game)
        if len(qualified) != len(game.qualified or ()):
            return None
        return amend_qualified(game.round, game.number, qualified, "misheard", self.organiser.seed)

    def order(self, choice: int) -> Command | None:
        if self.tournament.stage in {"registration", "finished"} or self.organiser.now.seed_is_public:
            return None
        items = tuple(f"effect {number % 3}" for number in range(1 + choice % 5))[:: -1 if choice % 2 else 1]
        return commands.RandomOrder(items, "OTE 2.8.4", self.organiser.seed)

    def undo(self, _: int) -> Command | None:
        return commands.Undo() if len(standing(self.organiser.facts)) > 1 else None


INCIDENTS: dict[str, Callable[[Moment, int], Command | None]] = {
    "leave": Moment.leave_any,
    "leave active": Moment.leave_active,
    "leave game": Moment.leave_game,
    "come back": Moment.come_back,
    "late": Moment.late,
    "drawn": Moment.drawn,
    "unreport": Moment.unreport,
    "amend now": Moment.amend_now,
    "amend past": Moment.amend_past,
    "amend readmission": Moment.amend_readmission,
    "order": Moment.order,
    "undo": Moment.undo,
}
