"""A shortcut on a real game: whether a player may propose it there, and where it leads.

Eliding gives the same result as performing. A function may answer for many iterations of a repeat at once; all others
are performed choice by choice, and a sequence that can be neither elided nor performed is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from floorjudge.errors import Refused
from floorjudge.loops.game.protocol import PlayedGame, Position, Repeat, chance_decides, is_chance
from floorjudge.loops.shortcuts.sequence import Choice, Place, Steps, check_proposal, count_choices, place_of
from floorjudge.loops.shortcuts.settling import NotAllowed, Proposal, Taken, first_unpredictable
from floorjudge.texts import Text, text

Move = TypeVar("Move")
MOST_BY_HAND = 100_000


class NotAsChecked(Refused):
    sentence = text("The game is not as it was when the shortcut was proposed. Place {at_place}: {reason}")
    cites = ("CR shortcuts.2c",)
    at_place: str
    reason: Text


Forward: TypeAlias = Callable[[Position, Steps, int], tuple[int, Position]]


def check_shortcut(
    proposal: Proposal,
    game: PlayedGame[Position, Move],
    position: Position,
    forward: Forward[Position] | None = None,
    most_by_hand: int = MOST_BY_HAND,
) -> NotAllowed | None:
    """Return why a player may not propose a shortcut in a position of a game; None if they may.

    It must be proposed by the player with priority, be legal and predictable from step to step, have no conditional
    step, and end where `end_priority` has priority.

    `forward(position, body, times)` may answer for iterations of a repeat without performing them: it returns how many,
    from 0 to `times`, and the position after them. All others are performed, at most `most_by_hand` choices in all; a
    sequence that needs more is refused at the place reached.
    Raises BadInput, with its place, for a proposal whose form is wrong.
    Clauses: CR shortcuts.2a
    """
    check_proposal(proposal.turn_order, proposal.proposer, proposal.sequence, proposal.end_priority)
    unpredictable = first_unpredictable(proposal.sequence)
    if unpredictable is not None:
        return unpredictable
    if game.player(position) != proposal.proposer:
        return NotAllowed(None, proposer_without_priority(proposal.proposer))
    performance = _Performance(game, position, forward, most_by_hand)
    try:
        performance.take(proposal.sequence)
    except _StoppedError as stopped:
        return NotAllowed(place_of(proposal.sequence, performance.made), stopped.reason)
    if game.player(performance.position) != proposal.end_priority:
        return NotAllowed(None, _nobody_has_priority(proposal.end_priority))
    return None


def take(
    outcome: Taken,
    game: PlayedGame[Position, Move],
    position: Position,
    forward: Forward[Position] | None = None,
    most_by_hand: int = MOST_BY_HAND,
) -> Position:
    """Return the position to which a settled shortcut leads, as if every choice had been made.

    `position` is the one it was proposed in; see `check_shortcut` for the others.
    Raises Refused if the game does not go on as it did during the check.
    Clauses: CR shortcuts.1, CR shortcuts.2c
    """
    performance = _Performance(game, position, forward, most_by_hand)
    try:
        performance.take(outcome.sequence)
    except _StoppedError as stopped:
        place = place_of(outcome.proposal.sequence, performance.made)
        raise NotAsChecked(_written(place), stopped.reason) from None
    if game.player(performance.position) != outcome.player:
        reason = _nobody_has_priority(outcome.player)
        raise NotAsChecked(_written(outcome.stopped_at or ()), reason)
    return performance.position


def _written(place: Place) -> str:
    return str(list(place))


class _StoppedError(Exception):
    """A step cannot be performed, for a reason."""

    def __init__(self, reason: Text) -> None:
        self.reason = reason


class _Performance(Generic[Position, Move]):
    """One sequence in progress: the game's position, and the number of choices made so far."""

    def __init__(
        self, game: PlayedGame[Position, Move], position: Position, forward: Forward[Position] | None, most_by_hand: int
    ) -> None:
        self.game = game
        self.position = position
        self.forward = forward
        self.left_by_hand = self.most_by_hand = most_by_hand
        self.made = 0

    def take(self, steps: Steps) -> None:
        """Perform a sequence; raises _StoppedError before the first step that cannot be, with `made` choices made."""
        for step in steps:
            if isinstance(step, Choice):
                self._choose(step)
            elif once := count_choices(step.body):
                self._repeat(step, once)

    def _repeat(self, repeat: Repeat[Choice], once: int) -> None:
        left = repeat.times
        while left:
            if self.forward is not None:
                skipped, self.position = self.forward(self.position, repeat.body, left)
                if not 0 <= skipped <= left:
                    raise ValueError(f"forward answered for {skipped} of {left} iterations")
                self.made += skipped * once
                left -= skipped
            if left:
                self.take(repeat.body)
                left -= 1

    def _choose(self, step: Choice) -> None:
        reason = self._refused(step)
        if reason is not None:
            raise _StoppedError(reason)
        self.position = self.game.apply(self.position, step.do)
        self.left_by_hand -= 1
        self.made += 1

    def _refused(self, step: Choice) -> Text | None:
        if not self.left_by_hand:
            return not_shown(self.most_by_hand)
        player, possible = self.game.player(self.position), self.game.choices(self.position)
        choice = str(step.do)
        if step.by is None:
            if is_chance(self.game, self.position, possible):
                return chance_decides(step.do)
            goes_on = player is None and step.do in possible
            return None if goes_on else text("“{choice}” is not how the game goes on here.", choice=choice)
        if step.by != player:
            return text(
                "It is not {player} who chooses here, so “{choice}” cannot be theirs.", player=step.by, choice=choice
            )
        return None if step.do in possible else not_legal(step.by, choice)


def proposer_without_priority(player: str) -> Text:
    """Return the reason that the proposing player does not have priority."""
    return text(
        "{player} does not have priority, and only the player who has it may propose a shortcut.", player=player
    )


def not_legal(player: str, choice: str) -> Text:
    """Return the reason that a choice of the sequence is not legal in its place."""
    return text("“{choice}” is not a legal choice for {player} here.", choice=choice, player=player)


def not_shown(choices: int) -> Text:
    """Return the reason that a repeat is too long to perform, and that nothing shows it to be legal throughout."""
    return text(
        "Nothing shows that every iteration of this repeat is legal, and only {choices} choices are tried one by one.",
        choices=choices,
    )


def _nobody_has_priority(player: str) -> Text:
    """Return the reason that this player does not have priority after the last choice."""
    return text(
        "After the last choice {player} does not have priority; a shortcut ends where a player has it.",
        player=player,
    )
