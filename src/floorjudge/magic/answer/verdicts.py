"""The verdict on a loop of real cards in one line, and who chooses what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from floorjudge.exact import numeral
from floorjudge.loops.mtr.explain import number
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.search import NOT_KNOWN
from floorjudge.magic.search.confirming import last_iteration
from floorjudge.magic.search.products import PARTLY_RESTRICTED_GAIN, RESTRICTED_GAIN, Product
from floorjudge.magic.search.products import Kind as Gained
from floorjudge.texts import Text, Value, counted, text

_NO_LOOP = text("This is not a loop.")
_NO_SHORTCUT = text("This loop cannot be shortcut.")
_DRAW = text("The game is a draw.")
_ITERATIONS = text("Any number of iterations.")
# What a loop gives any number of times, the most telling first.
_ANY: dict[Gained, Text] = {
    "poison": text("{player} gets any number of poison counters."),
    "damage": text("{player} loses any amount of life."),
    "tokens": text("Any number of {token} tokens."),
    "mana": text("Any amount of {mana} mana."),
    "turns": text("Any number of turns."),
    "combats": text("Any number of combat phases."),
    "life": text("{player} gains any amount of life."),
    "mill": text("{player} mills any number of cards."),
    "draw": text("{player} draws any number of cards."),
    "counters": text("Any number of {amount}."),
    "size": text("{name} grows without limit."),
    "cards": text("Any number of {amount}."),
    "casts": text("{player} casts any number of spells."),
    "copies": text("{player} copies any number of spells."),
    "dies": text("Creatures of {player} die any number of times."),
    "enters": text("Permanents of {player} enter any number of times."),
    "leaves": text("Permanents of {player} leave the battlefield any number of times."),
}
# What is written in another way than its kind, by its label.
_OF_LABEL = {
    RESTRICTED_GAIN.message: text("Any amount of {mana} mana, which may be spent only on some things."),
    PARTLY_RESTRICTED_GAIN.message: text("Any amount of {mana} mana, some of which may be spent only on some things."),
    "energy of {player}": text("{player} gets any amount of energy."),
}
_IN_ORDER = tuple(_ANY)


VerdictKind: TypeAlias = Literal["win", "loss", "draw", "any", "ends", "changes", "not_a_loop", "not_known"]


class Verdict(msgspec.Struct, frozen=True):
    """A verdict: its kind, the same in one line, and the sentences on who chooses what.

    A loop that is no `win`, `loss` or `draw` can be repeated `any` number of times, `ends` by itself, or `changes` into something else; it is `not_a_loop`
    where it is refused, and `not_known` where it is undecided.
    """

    kind: VerdictKind
    line: Text
    chooses: tuple[Text, ...]


def verdict_on(
    case: LoopCase, certificate: Certificate, gains: Sequence[Product], lasting: Sequence[Product] = ()
) -> Verdict:
    """Return the verdict on a certified loop, and who chooses what.

    `gains` are what an iteration gives, and `lasting` what the iterations give after the last break of the loop.
    """
    return Verdict(*_kind_and_line(certificate, gains, lasting), tuple(_who_chooses(case, certificate)))


def by_importance(gains: Sequence[Product]) -> tuple[Product, ...]:
    """Return the gains of a loop, the most telling first."""
    return tuple(sorted(gains, key=lambda each: _IN_ORDER.index(each.kind)))


def game_end(certificate: Certificate) -> Stop | None:
    """Return what ends the game, in the loop or by what it leaves on the stack; None if the game goes on."""
    ends = (certificate.stopped_by, certificate.left_on_stack)
    return next((each for each in ends if each is not None and each.over), None)


def _kind_and_line(
    certificate: Certificate, gains: Sequence[Product], lasting: Sequence[Product]
) -> tuple[VerdictKind, Text]:
    end = game_end(certificate)
    if certificate.verdict == "undecided":
        return "not_known", NOT_KNOWN
    if certificate.verdict == "refused":
        return "not_a_loop", _NO_SHORTCUT if "MTR 4.4.7" in certificate.clauses else _NO_LOOP
    if certificate.draw or (end is not None and end.winner is None):
        return "draw", _DRAW
    if end is not None and end.winner is not None:
        return _won(certificate, end.winner)
    return _goes_on(certificate, gains, lasting)


def _goes_on(
    certificate: Certificate, gains: Sequence[Product], lasting: Sequence[Product]
) -> tuple[VerdictKind, Text]:
    """Return what a loop does with which no game is over."""
    done = certificate.iterations or 0
    if certificate.verdict == "ends":
        return "ends", counted(
            "The loop stops after one iteration.",
            "The loop stops after {times} iterations.",
            # gettext takes no count of thousands of digits.
            count=min(done, 2),
            times=number(done),
        )
    if certificate.evidence == "observed":
        return "not_known", counted(
            "Not known beyond one iteration, which was played.",
            "Not known beyond {times} iterations, which were played.",
            count=min(done, 2),
            times=number(done),
        )
    first = next(iter(by_importance(gains)), None)
    # A library that is empty is no surprise.
    if certificate.segments and (first is None or first.kind != "mill"):
        if lasting:
            return "any", _any_number(by_importance(lasting)[0])
        begins = certificate.segments[0].after + 1
        return "changes", text("From iteration {iteration} on the loop does something else.", iteration=number(begins))
    return "any", _ITERATIONS if first is None else _any_number(first)


def _won(certificate: Certificate, winner: int) -> tuple[VerdictKind, Text]:
    """Return the kind and the line of a game that a player wins: `loss` where one other player alone keeps the loop going, who can stop in time."""
    keepers, players = certificate.maintained_by, certificate.players
    if len(keepers) == 1 and winner not in keepers:
        return "loss", text(
            "{player} loses by this loop, unless {player} stops it in time.", player=players[keepers[0]]
        )
    return "win", text("{player} wins.", player=players[winner])


def _any_number(gain: Product) -> Text:
    pattern, values = _OF_LABEL.get(gain.label.message, _ANY[gain.kind]), {**gain.label.values}
    if "name" in values:
        values["name"] = _short(values["name"])
    on_object = gain.kind == "counters" and "name" in values
    values["amount"] = Text("{kind} counters on {name}", dict(values)) if on_object else gain.label
    return Text(pattern.message, {gap: value for gap, value in values.items() if f"{{{gap}}}" in pattern.message})


def _short(name: Value) -> Value:
    """Return the name of a permanent for a line in a hurry: a token of a card by the name of the card."""
    return name.values["card"] if isinstance(name, Text) and "card" in name.values else name


def _who_chooses(case: LoopCase, certificate: Certificate) -> Iterator[Text]:
    """Yield who chooses what.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, CR shortcuts.4
    """
    if certificate.verdict in ("undecided", "refused"):
        yield from certificate.sentences
        return
    keepers, players, end = certificate.maintained_by, certificate.players, game_end(certificate)
    if not keepers:
        yield from _without_keepers(certificate)
    elif len(keepers) > 1 and "MTR 4.4.5" in certificate.clauses:
        yield text(
            "Each player names a number in turn order, or goes on indefinitely; the smallest number is played, and without one the game is a draw."
        )
    elif len(keepers) > 1:
        yield text("Each player names a number in turn order; the smallest is played.")
    else:
        keeper = players[keepers[0]]
        others = [player for seat, player in enumerate(players) if seat != keepers[0]]
        if end is not None and end.winner in (None, keepers[0]):
            yield from _over_in(certificate, end)
        if len(others) == 1:
            yield text("{player} names a number; {other} may name a smaller one.", player=keeper, other=others[0])
        else:
            yield text("{player} names a number; the others may name a smaller one.", player=keeper)
    if end is not None and end is certificate.left_on_stack:
        yield text("When the loop stops, what is left on the stack ends the game.")
    yield from own_loss(case, certificate)


def _without_keepers(certificate: Certificate) -> Iterator[Text]:
    end = game_end(certificate)
    yield text("Everything in the loop is mandatory: no player chooses how often.")
    if certificate.never_ends:
        yield text("A player who can may break it; if no player does, it never ends.")
    elif end is not None:
        yield from _over_in(certificate, end)


def _over_in(certificate: Certificate, end: Stop) -> Iterator[Text]:
    """Yield in which iteration the game is over, if it is in the loop and that is known."""
    if certificate.knows_end and end is certificate.stopped_by:
        yield text("The game is over in iteration {iteration}.", iteration=number(last_iteration(certificate, end)))


def own_loss(case: LoopCase, certificate: Certificate) -> Iterator[Text]:
    """Yield that whoever plays a loop loses by it and what the others have lost by then; nothing where they do not lose."""
    seat, stop = case.position.priority, certificate.stopped_by or certificate.left_on_stack
    if stop is None or stop.winner in (None, seat):
        return
    player = certificate.players[seat]
    at = number(last_iteration(certificate, stop)) if stop is certificate.stopped_by and certificate.knows_end else None
    if at is not None and stop.kind == "library":
        yield text("{player} loses in iteration {iteration}: no card is left to be drawn.", player=player, iteration=at)
    elif at is not None:
        yield text("{player} loses in iteration {iteration}.", player=player, iteration=at)
    elif stop.kind == "library":
        yield text("{player} loses by this loop: no card is left to be drawn.", player=player)
    else:
        yield text("{player} loses by this loop.", player=player)
    for line in certificate.lines:
        word, _, whose = line.key.partition(".")
        if word == "life" and whose != str(seat) and len(line.change) == 1 and line.after is not None:
            # Who loses in the same iteration may do so at the same time: then it is a draw.
            lost = case.position.life[int(whose)] - line.after + line.change[0]
            if lost > 0 and certificate.knows_end:
                yield text(
                    "{other} has lost at least {life} life before that: try a position in which {other} has no more.",
                    other=certificate.players[int(whose)],
                    life=numeral(lost),
                )


def how_often(certificate: Certificate, *, lasts: bool = False) -> Text:
    """Return the words before what a loop gives: as often as one likes, so many times, for a while, on the way to a draw, or each time.

    `lasts`: it gives all of it after its last break too.
    """
    if certificate.draw:
        return text("The game is a draw unless a player ends the loop. On the way it gives:")
    if certificate.verdict == "ends" and certificate.iterations is not None:
        times = certificate.iterations
        if times == 1:
            return text("It gives, once, before it ends:")
        return text("It gives, {times} times before it ends:", times=numeral(times))
    if certificate.segments and not lasts:
        return text("It gives, before iteration {iteration}:", iteration=numeral(certificate.segments[0].after + 1))
    if certificate.verdict == "refused":
        return text("Each iteration gives:")
    return text("It gives, as often as you like:")
