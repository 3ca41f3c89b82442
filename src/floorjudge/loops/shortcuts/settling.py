"""Settling a proposed shortcut: each other player accepts it or cuts it short, then it is taken."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from floorjudge.errors import BadInput, Refused
from floorjudge.loops.errors import check_asked, check_player
from floorjudge.loops.game.protocol import chance_decides
from floorjudge.loops.mtr.asking import paragraph_for
from floorjudge.loops.shortcuts.sequence import (
    Choice,
    Place,
    Steps,
    before,
    check_proposal,
    choice_at,
    unpredictable_places,
)
from floorjudge.texts import Text, text


class NotTheirChoice(BadInput):
    sentence = text("It is {by} who chooses at this place; {player} can stop only where {player} chooses.")
    cites = ("CR shortcuts.2b",)
    player: str
    by: str


class NobodysChoice(BadInput):
    sentence = text("No player chooses at this place; {player} can stop only where {player} chooses.")
    cites = ("CR shortcuts.2b",)
    player: str


class NotBeforeTheEnd(BadInput):
    sentence = text("An earlier answer ends the sequence at this place or before it; name a place before that end.")
    cites = ("CR shortcuts.2b",)


class SameChoice(Refused):
    sentence = text("{player} stopped the shortcut here to do something else than “{choice}”, and must.")
    cites = ("CR shortcuts.2c",)
    player: str
    choice: str


class Proposal(msgspec.Struct, frozen=True):
    """A shortcut that a player with priority proposes.

    `turn_order` names every player once, beginning with any of them; `end_priority` has priority after the whole
    sequence.
    """

    turn_order: tuple[str, ...]
    proposer: str
    sequence: Steps
    end_priority: str


class Answer(msgspec.Struct, frozen=True):
    """A player's answer: the place before which they stop the sequence, or None to accept it unchanged."""

    player: str
    stop_at: Place | None = None


class AnswerAwaited(msgspec.Struct, frozen=True):
    """A player's answer is missing. `end` is the place where the sequence ends by now, None for its own end."""

    player: str
    end: Place | None


class Taken(msgspec.Struct, frozen=True):
    """The shortcut is taken.

    It ends before the choice at `stopped_at`, None for its own end. There `player` has priority; after a shortened one
    they must choose something other than `must_differ_from`.
    """

    proposal: Proposal
    stopped_at: Place | None
    player: str
    must_differ_from: Any
    clauses: tuple[str, ...] = ("CR shortcuts.2b", "CR shortcuts.2c")

    @property
    def sequence(self) -> Steps:
        """The choices that are made, as a sequence."""
        whole = self.proposal.sequence
        return whole if self.stopped_at is None else before(whole, self.stopped_at)


class NotAllowed(msgspec.Struct, frozen=True):
    """The sequence cannot be proposed as a shortcut, for `reason`, at `place`: None for the end of the sequence."""

    place: Place | None
    reason: Text
    clauses: tuple[str, ...] = ("CR shortcuts.2a",)


Settled: TypeAlias = Taken | AnswerAwaited | NotAllowed


def settle(proposal: Proposal, answers: tuple[Answer, ...] = ()) -> Settled:
    """Return the outcome of a proposal after the answers so far, in the order in which they were given.

    This checks only the form; `check_shortcut` checks the proposal on a game. Raises BadInput, with its place, for an
    invalid proposal, and for an answer out of order or not available to its player.
    Clauses: CR shortcuts.2
    """
    check_proposal(proposal.turn_order, proposal.proposer, proposal.sequence, proposal.end_priority)
    order = asked_in_order(proposal)
    end: Place | None = None
    for index, answer in enumerate(answers):
        where = f"answers[{index}]"
        check_player(answer.player, proposal.turn_order, f"{where}.player")
        check_asked(answer.player, order[index] if index < len(order) else None, f"{where}.player")
        if answer.stop_at is not None:
            end = _shortened(proposal.sequence, end, answer.player, answer.stop_at, f"{where}.stop_at")
    if (refused := first_unpredictable(proposal.sequence)) is not None:
        return refused
    if len(answers) < len(order):
        return AnswerAwaited(order[len(answers)], end)
    return taken(proposal, end)


def first_unpredictable(sequence: Steps) -> NotAllowed | None:
    """Return why a sequence with a conditional or random step is no shortcut; None if it has no such step.

    Clauses: CR shortcuts.2a
    """
    for place, choice in unpredictable_places(sequence):
        return NotAllowed(place, chance_decides(choice.do) if choice.random else _conditional(choice))
    return None


def _conditional(choice: Choice) -> Text:
    return text(
        "What {player} does here (“{choice}”) depends on how something turns out. A shortcut says beforehand what each "
        "player does, whatever happens.",
        player=choice.by or "",
        choice=str(choice.do),
    )


def asked_in_order(proposal: Proposal) -> tuple[str, ...]:
    """Return the players who answer a proposal: the others in turn order, beginning after the player who made it.

    Clauses: CR shortcuts.2b
    """
    start = proposal.turn_order.index(proposal.proposer)
    return proposal.turn_order[start + 1 :] + proposal.turn_order[:start]


def _shortened(sequence: Steps, end: Place | None, player: str, stop_at: Place, where: str) -> Place:
    """Return the new end of a sequence: a choice of the stopping player, inside the sequence as shortened so far.

    Clauses: CR shortcuts.2b
    """
    choice = choice_at(sequence, stop_at, where)
    if choice.by is None:
        raise NobodysChoice(player, where=where)
    if choice.by != player:
        raise NotTheirChoice(player, choice.by, where=where)
    if end is not None and stop_at >= end:
        raise NotBeforeTheEnd(where=where)
    return stop_at


def taken(proposal: Proposal, stopped_at: Place | None) -> Taken:
    """Return the result of a shortcut that ends before the choice at a place, or at its own end.

    Clauses: CR shortcuts.2c
    """
    if stopped_at is None:
        return Taken(proposal, None, proposal.end_priority, None)
    choice = choice_at(proposal.sequence, stopped_at)
    return Taken(proposal, stopped_at, choice.by or proposal.end_priority, choice.do)


def check_different(outcome: Taken, choice: object) -> None:
    """Check that the player with priority after a shortcut may make a choice there.

    Raises Refused if they shortened the sequence and now choose what had been proposed for them.
    Clauses: CR shortcuts.2c
    """
    if outcome.stopped_at is not None and choice == outcome.must_differ_from:
        raise SameChoice(outcome.player, str(choice))


def settled_by(maintainers: int, *, tournament: bool = True, across_turns: bool = False) -> tuple[str, ...]:
    """Return the clauses that settle a loop: this chapter's, or in a tournament the tournament rules where they differ.

    `maintainers` is the number of players who keep it going by a choice that they could leave out.
    Clauses: CR shortcuts.1b, CR shortcuts.1c
    """
    if tournament:
        return ("CR shortcuts.1c", paragraph_for(maintainers, across_turns=across_turns))
    if maintainers == 0:
        return ("CR shortcuts.4",)
    return ("CR shortcuts.2",) if maintainers == 1 else ("CR shortcuts.3",)
