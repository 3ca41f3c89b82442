"""Performs one iteration of a body on the engine, from a position to the next.

To see whether it depends on chance or on the past, which are not compared, it is performed again with other seeds, or
with another turn history, and must end the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import numeral
from floorjudge.magic.engine.actions import ENDS, Event
from floorjudge.magic.engine.objects import GameObject, Player
from floorjudge.magic.engine.prompts import open_question, winner
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.errors import AnswerNeeded, EmptyStack, NotAllowedByEngine, NotPossible
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, Played, left_open, perform_again, play, play_each
from floorjudge.texts import Text, text

StopKind: TypeAlias = Literal["game over", "life", "step", "library", "number"]
_LETHAL_POISON = 10
# Questions after the stack has resolved: none, or about the triggered abilities that would go onto the stack next.
_AFTER_ALL = frozenset({"Priority", "OrderTriggers", "TriggerTargetSelection"})
# Errors of steps that are impossible by the rules, not by the way the body is typed: no longer legal, or lacking an object.
_IMPOSSIBLE = frozenset(kind.code for kind in (NotPossible, NotAllowedByEngine, EmptyStack))


class Remark(NamedTuple):
    """The kind of mistake, the name of the card, and the words of the card that it concerns."""

    mistake: str
    card: str
    words: str


class Watcher(Protocol):
    """Examines the events of an iteration, in order."""

    def remarks(self, events: Sequence[Event]) -> Iterator[Remark]:
        """Yield a remark on each of some events that differs from the rules."""
        ...


Watch: TypeAlias = Callable[[Snapshot, Callable[[int], GameObject | None]], Watcher]
"""Begins to watch in a position; the second argument returns the current state of an object."""


class Stop(msgspec.Struct, frozen=True):
    """The reason why a loop stops: the game is `over`, a step is not possible, or the engine cannot go any further.

    A game is over by "life" or by a "library" if all players who have just lost had no life left, or drew from an empty
    library. A "number" is one on which something may depend, reached where the engine cannot be brought. `why` has the
    causes of each loss, as far as the engine shows them. `step` is the index of the step in the body, None for the end
    of an iteration; `seat` is the player concerned (by life or library, else the winner), None for no particular one;
    `winner` has won a game that is over, None for a draw; `is_seen`: the position with which it was over is known.
    `code` and `where` are those of the error of an impossible step.
    """

    kind: StopKind
    sentence: Text
    step: int | None = None
    seat: int | None = None
    code: str | None = None
    where: str | None = None
    over: bool = False
    winner: int | None = None
    is_seen: bool = True
    why: tuple[Text, ...] = ()

    @property
    def is_end(self) -> bool:
        """Return whether the rules end the loop here; otherwise the body is incomplete, or not understood."""
        return self.code is None or self.code in _IMPOSSIBLE


class PlayerInStep(msgspec.Struct, frozen=True):
    """A player (seat) in an iteration (from 1) and a step of the body (from 0)."""

    seat: int
    iteration: int
    step: int


class Iteration(msgspec.Struct, frozen=True):
    """The outcome of one iteration: its end, its decisions, the cause of a stop, and the players who left the game.

    `remarks` are those of a loop's watch. If the game was over, `end` is the position with which it ended or, if that
    is not seen (`Stop.is_seen`), the one in which a player last had priority.
    """

    end: Snapshot
    decisions: tuple[Decision, ...]
    stop: Stop | None = None
    out: tuple[PlayerInStep, ...] = ()
    remarks: tuple[Remark, ...] = ()


class Loop(msgspec.Struct, frozen=True):
    """A body on an engine; `names` are the players'. Its `watch` examines every iteration."""

    engine: Any
    body: Body
    names: tuple[str, ...]
    watch: Watch | None = None

    def repeated(self, times: int) -> Loop:
        """Return the loop whose body is this body repeated, once or more."""
        return msgspec.structs.replace(self, body=self.body * times)

    def is_whole(self, stop: Stop | None) -> bool:
        """Return whether an iteration with this stop was done to its end; the game may end with its last step."""
        return stop is None or (stop.over and stop.step == len(self.body) - 1)

    def table(self, start: Snapshot) -> Table:
        """Return a table on which the game goes on from a position. Raises ValueError if the engine does not accept it."""
        # The engine's log only costs time.
        return Table.at(self.engine, start.without_log(), start.labels, self.names)

    def iterate(self, start: Snapshot, *, listing: bool = True) -> Iteration:
        """Perform the body once and return the iteration. Raises ValueError if the engine does not accept the position."""
        return self.iterate_on(self.table(start), start, listing=listing)

    def iterate_on(self, table: Table, start: Snapshot, *, listing: bool = True, shows_end: bool = True) -> Iteration:
        """Perform the body once on a table in the position `start`, which goes on from there.

        Without `listing`, the alternatives of passing players are not known; without `shows_end`, a game that is over
        ends in what the engine leaves of it: both are quicker still. An iteration that leaves a question open for which
        its beginning did not wait has not come to its end.
        """
        decisions: list[Decision] = []
        out: list[PlayerInStep] = []
        watcher = None if self.watch is None else self.watch(start, table.object)
        remarks = dict[Remark, None]()
        stop: Stop | None = None
        gone, (begun_with, _) = table.gone(), open_question(table)
        for index, played in enumerate(self._played(table, listing=listing)):
            if isinstance(played, FloorjudgeError):
                stop = self._not_played(table, index, played)
                break
            decisions += (msgspec.structs.replace(each, step=index) for each in played.decisions)
            if watcher is not None:
                remarks.update(dict.fromkeys(watcher.remarks(played.events)))
            left = table.gone()
            out += (PlayerInStep(seat, 1, index) for seat in left if seat not in gone)
            if (over := game_over(table, index, gone, played.events)) is not None:
                stop = over
                break
            gone = left
            last = index == len(self.body) - 1
            if last and played.open_question not in (None, begun_with):
                stop = _stopped(left_open(table, self.body[index], f"body[{index}]"), index)
        ran = Iteration(table.snapshot(), tuple(decisions), stop, tuple(out), tuple(remarks))
        return self._with_last_moment(ran, start, stop) if shows_end and stop is not None and stop.over else ran

    def _with_last_moment(self, ran: Iteration, start: Snapshot, stop: Stop) -> Iteration:
        """Return an iteration in which the game was over with the position that is shown as the end."""
        try:
            end, is_seen = _last_moment(self.table(start), ran.decisions, ran.end)
        except ValueError:
            end, is_seen = ran.end, False
        return msgspec.structs.replace(ran, end=end, stop=msgspec.structs.replace(stop, is_seen=is_seen))

    def _played(self, table: Table, *, listing: bool) -> Iterator[Played | FloorjudgeError]:
        """Play the body and yield the outcome of each step; last the error of an impossible one, the table as before it."""
        begun = table.place
        try:
            for played in play_each(table, self.body, listing=listing):
                begun = table.place
                yield played
        except FloorjudgeError as error:
            table.go_back(begun)
            yield error

    def _not_played(self, table: Table, index: int, error: FloorjudgeError) -> Stop:
        """Return the stop at an impossible step; an open question stops at the step that left it open."""
        if index and isinstance(error, AnswerNeeded) and error.where == f"body[{index}]":
            return _stopped(left_open(table, self.body[index - 1], f"body[{index - 1}]"), index - 1)
        named = _named_by(self.body[index], table)
        for seat in table.gone():
            if seat in named:
                dead = table.player(seat).life <= 0
                sentence = text("{player} is out of the game, and this step needs them.", player=table.names[seat])
                return Stop("life" if dead else "step", sentence, index, seat, why=tuple(_why_lost(table, seat)))
        return _stopped(error, index)


def _named_by(step: Step, table: Table) -> set[int | None]:
    """Return the seats that a step names: of its player, and of the players it is about."""
    names = Names(table)
    about = [*step.targets, *(reference for answer in step.choose for reference in answer)]
    about += [attack.whom for attack in step.attackers if attack.whom is not None]
    words = [each.words for each in about] + ([] if step.by is None else [step.by])
    return {names.seat(each) for each in words}


def _stopped(error: FloorjudgeError, index: int) -> Stop:
    return Stop("step", error.full_sentence, index, None, error.code, error.where)


def game_over(table: Table, index: int, gone: Sequence[int], events: Sequence[Event]) -> Stop | None:
    """Return the stop of a game that is over after a step with these events; `gone` are players who had left before."""
    if open_question(table)[0] != "GameOver":
        return None
    won = winner(table)
    sentence = (
        text("The game is over: it is a draw.")
        if won is None
        else text("The game is over: {player} has won.", player=table.names[won])
    )
    lost = [seat for seat in range(len(table.names)) if seat not in gone and table.player(seat).is_out]
    kind = _how_lost([table.player(seat) for seat in lost])
    seat = won if kind == "game over" else lost[0] if len(lost) == 1 else None
    why = tuple(each for one in lost for each in _why_lost(table, one)) or tuple(_effects_that_end(table, events))
    return Stop(kind, sentence, index, seat, over=True, winner=won, why=why)


def _why_lost(table: Table, seat: int) -> Iterator[Text]:
    """Yield the causes of a player's loss: life, a library, poison; none for an effect."""
    player, name = table.player(seat), table.names[seat]
    if player.drew_from_nothing:
        yield text("{player} had to draw a card from an empty library.", player=name)
    if player.life <= 0:
        yield text("{player} is at {life} life.", player=name, life=numeral(player.life))
    if player.poison >= _LETHAL_POISON:
        yield text("{player} has {count} poison counters.", player=name, count=numeral(player.poison))


def _effects_that_end(table: Table, events: Sequence[Event]) -> Iterator[Text]:
    """Yield the cards whose resolved effects make a player win or lose."""
    for event in events:
        name = event.source_name or (table.name(event.source or 0) if event.ends_the_game else "")
        if name:
            yield text("It is what {card} says that ends it.", card=name)


def _how_lost(players: Sequence[Player]) -> StopKind:
    """Return the common cause of these losses, as far as the engine shows it."""
    if players and all(player.drew_from_nothing for player in players):
        return "library"
    if players and all(player.life <= 0 and not player.drew_from_nothing for player in players):
        return "life"
    return "game over"


# The position with which a game ends: after the event that ends it, and before the engine clears anything away. When a game ends, the
# engine exiles all objects of the players who have lost. So the last action is made a second time, in a game in which no player can lose
# or win: there, the objects that the state-based actions see remain.


def _last_moment(table: Table, decisions: Sequence[Decision], over: Snapshot) -> tuple[Snapshot, bool]:
    """Make one or more decisions, of which the last ends the game, and return the position with which it ends.

    Also return whether that is seen: in a game without an end, the events are the same up to the end, and no more follow.
    If not, the position is the one in which a player last had priority. `over` is the engine's position after the end. Raises ValueError if the engine does not allow a decision, or does not accept a
    position.
    """
    perform_again(table, decisions[:-1])
    before, last = table.snapshot(), decisions[-1:]
    happened = perform_again(table, last)
    goes_on = Table.at(table.engine, before.without_end(), before.labels, table.names)
    seen = perform_again(goes_on, last)
    after = goes_on.snapshot().with_end()
    is_seen = after.open_question[0] in _AFTER_ALL and after.counts_like(over) and _alike_up_to_the_end(happened, seen)
    return after if is_seen else before, is_seen


def _alike_up_to_the_end(happened: Sequence[Event], seen: Sequence[Event]) -> bool:
    """Return whether the events `seen` in the endless game are those that `happened` before the end, and no more."""
    # Where an effect ends the game, the engine has by then cleared away the objects of the players who have lost by it.
    both = zip(happened, seen, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0].identity == pair[1].identity, both))
    cleared = takewhile(lambda event: event.kind not in ENDS, happened[alike:])
    return all(event.may_clear_away for event in cleared) and not any(event.changes_something for event in seen[alike:])


SEEDS = 24


def chance_matters(loop: Loop, start: Snapshot) -> bool:
    """Return whether an iteration from a position ends differently with another seed.

    A shuffled library of equal cards, or a choice at random among one, comes out the same whatever the seed.
    Clauses: MTR 4.4.7
    """
    ends = (loop.iterate(start.with_seed(seed), listing=False) for seed in range(SEEDS))
    first = _outcome(next(ends))
    return any(_outcome(end) != first for end in ends)


def steps_of_chance(loop: Loop, start: Snapshot) -> tuple[int, ...]:
    """Return the steps of the body that use chance in an iteration from a position."""
    table = loop.table(start)
    found = []
    used = start.chance
    for index, step in enumerate(loop.body):
        try:
            play(table, step)
        except FloorjudgeError:
            break
        now = table.snapshot().chance
        if now != used:
            found.append(index)
        used = now
    return tuple(found)


def history_matters(loop: Loop, start: Snapshot, one: Iteration) -> bool:
    """Return whether an iteration ends differently if nothing, or very much, had happened earlier in the turn.

    Of turn history, what no card reads by its words or by the engine's form of it is left out of a position. This is
    the second opinion: it detects a card that reads more, in unforeseen words, by its behaviour. `one` is the iteration
    from `start`. A history that the engine does not accept is not tried, nor a position whose whole history is
    compared.
    """
    if start.wording.past.everything:
        return False
    outcome = _outcome(one)
    others = [_performed(loop, other) for other in start.with_other_histories()]
    different = [other for other in others if other not in (None, outcome)]
    if not different:
        return False
    # `one` may have been performed on a game that was never loaded; a difference by loading alone is not one by history.
    same_history = _performed(loop, start)
    return any(other != same_history for other in different)


def _performed(loop: Loop, start: Snapshot) -> tuple[object, ...] | None:
    try:
        return _outcome(loop.iterate(start, listing=False))
    except ValueError:
        return None


def _outcome(ran: Iteration) -> tuple[object, ...]:
    return ran.end.abstraction.key, ran.stop
