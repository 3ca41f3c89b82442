"""Sentences for players: the answers available, the loop's stopping point, and what happens there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from floorjudge.exact import abridged
from floorjudge.loops.mtr.cases import Declaration, Paragraph, Point, Then, Word
from floorjudge.texts import Text, Value, counted, grouped, text

# The words that a player may say instead of a number.
WORDS: Mapping[Word, Text] = MappingProxyType(
    {"agree": text("agree"), "indefinitely": text("indefinitely"), "none": text("none")}
)


def number(value: int) -> Value:
    """Return a number for a sentence: digits in groups, a power of ten as such, a very long one without its middle."""
    return grouped(abridged(value, longest=60, shown=12))


def declaration_text(declaration: Declaration) -> Text:
    """Return a player's answer as a phrase."""
    if not isinstance(declaration.says, int):
        return WORDS[declaration.says]
    iterations = number(declaration.says)
    if declaration.steps is None:
        return Text("{iterations}", {"iterations": iterations})
    return text(
        "{iterations} iterations, the last one up to step {step}", iterations=iterations, step=declaration.steps
    )


def possibilities(paragraph: Paragraph, player: str, *, maintains: bool, limit: Point | None) -> Text:
    """Return the sentence that lists the answers available to a player.

    `limit` is the point before which they must stay, where there is such a limit.
    """
    if paragraph == "MTR 4.4.2":
        return text(
            "{player} names a number of iterations after which they will act to break the loop, or says “none”.",
            player=player,
        )
    if limit is not None:
        return text("{player} says “agree”, or names a point before {point}.", player=player, point=end_of(limit))
    if paragraph == "MTR 4.4.3":
        return text("{player} alone keeps the loop going and names a number of iterations, at least 1.", player=player)
    return _possibilities_of_several(player, maintains=maintains, across_turns=paragraph == "MTR 4.4.5")


def _possibilities_of_several(player: str, *, maintains: bool, across_turns: bool) -> Text:
    if maintains and across_turns:
        return text(
            "{player} helps to keep the loop going and names a number of iterations, or says “indefinitely”.",
            player=player,
        )
    if maintains:
        return text("{player} helps to keep the loop going and names a number of iterations.", player=player)
    if across_turns:
        return text("{player} names a number of iterations, or says “agree” or “indefinitely”.", player=player)
    return text("{player} names a number of iterations, or says “agree”.", player=player)


def asked_again(player: str, limit: Point, *, maintains: bool, least: int) -> Text:
    """Return the sentence that lists a player's answers in a second round, about the standing point `limit`.

    `least` is the least number of iterations that they may name, 0 or 1.

    Clauses: MSTR 4.4A
    """
    point = end_of(limit)
    if not maintains:
        return text(
            "{player} is asked again and says “agree”, or names a point before {point}.", player=player, point=point
        )
    if least:
        return text(
            "{player} is asked again and says “agree”, or names a number of whole iterations, at least 1, that stops the "
            "loop before {point}.",
            player=player,
            point=point,
        )
    return text(
        "{player} is asked again and says “agree”, or names a number of whole iterations that stops the loop before {point}.",
        player=player,
        point=point,
    )


def can_only_agree(player: str) -> Text:
    """Return the sentence for a player who answers again and has no earlier point to name.

    Clauses: MSTR 4.4A
    """
    return text("{player} is asked again and can only say “agree”: there is no earlier point to name.", player=player)


def end_of(point: Point) -> Text:
    """Return a point as a phrase within a sentence: the end of the last step done."""
    if point.steps:
        return text(
            "the end of step {step} of iteration {iteration}",
            step=point.steps,
            iteration=number(point.iterations + 1),
        )
    if point.iterations == 0:
        return text("the beginning of the loop")
    return text("the end of iteration {iteration}", iteration=number(point.iterations))


def standing_text(point: Point) -> Text:
    """Return the sentence with the loop's stopping point by the answers so far."""
    return text("So far the loop stops at {point}.", point=end_of(point))


def stops(player: str, point: Point) -> Text:
    """Return the sentence with the point at which a player stops the loop."""
    if point.steps:
        return counted(
            "{player} stops the loop after the first step of iteration {iteration}.",
            "{player} stops the loop after the first {count} steps of iteration {iteration}.",
            count=point.steps,
            player=player,
            iteration=number(point.iterations + 1),
        )
    if point.iterations == 0:
        return text("{player} stops the loop before its first iteration.", player=player)
    # Only the plural form depends on the count: gettext cannot take a number of thousands of digits.
    return counted(
        "{player} stops the loop after {iterations} iteration.",
        "{player} stops the loop after {iterations} iterations.",
        count=min(point.iterations, 2),
        player=player,
        iterations=number(point.iterations),
    )


def may_not_restart(players: tuple[str, ...]) -> Text:
    """Return the sentence that these players may not start the stopped loop again.

    Clauses: MTR 4.4.9
    """
    return counted(
        "{players} may not start the loop again before something that matters has changed.",
        "These players may not start the loop again before something that matters has changed: {players}.",
        count=len(players),
        players=players,
    )


def then(player: str, what: Then) -> Text:
    """Return the sentence with what the player who stopped the loop does there."""
    if what == "acts":
        return text("{player} must now act to break it.", player=player)
    if what == "chooses":
        return text("{player} now makes a different choice.", player=player)
    return text("{player} has priority.", player=player)


def gives_back(player: str, active: str) -> Text:
    """Return the sentence that priority goes back to the active player if the player who stopped the loop does nothing.

    Clauses: MSTR 4.2A
    """
    return text(
        "If {player} then does nothing, priority goes back to {active}, the active player.",
        player=player,
        active=active,
    )


def played_by_hand(*, maintained: bool) -> Text:
    """Return the sentence for a loop that is not deterministic: its maintainers stop in time, or a judge is called.

    Clauses: MTR 4.4.7
    """
    if maintained:
        return text(
            "Such a loop cannot be shortcut. It may be played out by hand, and must stop as soon as an earlier game state "
            "comes back, or one that is the same in everything that matters."
        )
    return text(
        "Such a loop cannot be shortcut. No player keeps it going, so no player can stop it: play it on, and call a judge."
    )
