"""The ruling on a fully known loop, through MTR 4.4, and the sentences that explain it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from floorjudge.exact import numeral
from floorjudge.loops import Case, Ruling, Waiting, rule
from floorjudge.loops import Step as RuledStep
from floorjudge.loops.mtr.asking import paragraph_for
from floorjudge.loops.mtr.explain import then
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.playing.endings import PlayedOn
from floorjudge.magic.playing.iterating import Loop, PlayerInStep, Stop, steps_of_chance
from floorjudge.magic.proof.certificates import Outcome
from floorjudge.magic.proof.extent import Extent
from floorjudge.magic.proof.recurrences import Recurrence
from floorjudge.magic.state import COUNT, CounterName
from floorjudge.texts import Text, text

_OUTCOMES: dict[str, Outcome] = {"advance": "advance", "draw": "draw", "refused": "refused"}
END_NOT_KNOWN = text("Everything in it is mandatory, and whether it ever ends by itself is not known. A judge decides.")


class Verdict(msgspec.Struct, frozen=True):
    """A verdict, the clauses it rests on, and sentences about it."""

    verdict: Outcome
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]


def _case_of(extent: Extent) -> Case:
    """Return a loop as a case for a judge, in the turn in which it begins.

    Clauses: MTR 4.4.5, MTR 4.4.7
    """
    loop, base, one, kept = extent.loop, extent.base, extent.one_iteration(), extent.maintainers()
    # A game that is over in the very first iteration does not come to another turn cycle.
    over_at_once = extent.stop is not None and extent.stop.over and not extent.whole
    across = one is not None and one.end.turn != base.turn and not over_at_once
    by_chance = (steps_of_chance(loop, base) or range(len(loop.body))) if extent.trajectory.chance else ()
    return Case(
        (*loop.names[base.active :], *loop.names[: base.active]),
        tuple(loop.names[seat] for seat in kept.seats),
        span="turns" if across else "turn",
        sustained_by="choices" if kept.by_choices else "actions",
        meaningful_change=across and _changes_meaningfully(loop, extent.recurrence),
        body=tuple(RuledStep(_words(step), random=index in by_chance) for index, step in enumerate(loop.body)),
    )


def _changes_meaningfully(loop: Loop, recurrence: Recurrence | None) -> bool:
    """Return whether anything changes but where the cards are, outside the battlefield, that the steps cast, play or activate.

    Clauses: MTR 4.4.5
    """
    if recurrence is None:
        return True
    sustaining = {step.source.words for step in loop.body if step.source is not None}
    return not all(_card_counted(recurrence.base, name) in sustaining for name in recurrence.changing)


def _card_counted(base: Snapshot, name: CounterName) -> str | None:
    """Return the name of the card that an amount of a position counts outside the battlefield, None for any other amount.

    Clauses: MTR 4.4.5
    """
    known = base.abstraction
    if name[0] == "library":
        before = sum(known.counters["library", name[1], run] for run in range(int(name[2])))
        number = base.players[int(name[1])].library[before]
    elif name[0] == "class" and name[-1] == COUNT:
        number = known.member(int(name[1])).number
    else:
        return None
    thing = base.objects.get(number)
    return None if thing is None or thing.zone == "Battlefield" else thing.name


def _words(step: Step) -> str:
    source: Any = step.source.words if step.source is not None else ""
    return " ".join(filter(None, (step.do, source, step.step)))


def verdict_of(extent: Extent, stop: Stop | None, own_end: Stop | None, *, never_ends: bool) -> Verdict:
    """Return the verdict on a loop with this cause of a stop on the way.

    The maintainers name the requested number of times, all others agree. A loop without maintainers ends by itself
    because of `own_end`, after as many iterations as claimed; or it `never_ends`. Without either, that is not known.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, CR shortcuts.4, CR shortcuts.5
    """
    case, times = _case_of(extent), extent.claims.case.times
    if any(step.random for step in case.body) or (case.span == "turns" and case.meaningful_change):
        return _answered(extent, case)
    if stop is not None:
        return _stopped(extent, case, stop)
    if keepers := case.maintained_by:
        named = times is not None and (times > 0 or len(keepers) > 1)
        if named or isinstance(rule(case), Ruling):
            return _answered(extent, case)
        sentence = (
            text("It is kept going by: {players}. They name a number of times first.", players=keepers)
            if times is None
            else text("The loop is done 0 times: nothing changes. It is kept going by: {players}.", players=keepers)
        )
        return Verdict("undecided" if times is None else "advance", _paragraphs(case), (sentence,))
    if own_end is None:
        return _mandatory(extent, never_ends=never_ends)
    done = extent.claims.own_end or 0
    sentence = (
        text("It ends by itself after 1 whole iteration.")
        if done == 1
        else text("It ends by itself after {done} whole iterations.", done=numeral(done))
    )
    return _over(extent, case, own_end, ("CR shortcuts.4",), sentence)


def _stopped(extent: Extent, case: Case, stop: Stop) -> Verdict:
    """Return the end of a loop that stops; a game that ends with the last step of an iteration ends after a whole one.

    Clauses: MTR 4.4.3, MTR 4.4.4, CR shortcuts.4
    """
    done = extent.whole or 0
    if stop.step is None or (stop.over and stop.step == len(case.body) - 1):
        sentence = (
            text("It goes on for 1 whole iteration and stops there.")
            if done == 1
            else text("It goes on for {done} whole iterations and stops there.", done=numeral(done))
        )
    elif done == 1:
        sentence = text(
            "It goes on for 1 whole iteration and stops at step {step} of the next one.", step=stop.step + 1
        )
    else:
        sentence = text(
            "It goes on for {done} whole iterations and stops at step {step} of the next one.",
            done=numeral(done),
            step=stop.step + 1,
        )
    return _over(extent, case, stop, _paragraphs(case) if case.maintained_by else ("CR shortcuts.4",), sentence)


def _over(extent: Extent, case: Case, stop: Stop, clauses: tuple[str, ...], sentence: Text) -> Verdict:
    """Return the verdict on a loop that has stopped in the place that `sentence` describes."""
    on_the_way = tuple(_on_the_way(extent, case)) if stop.over else ()
    return Verdict(
        "draw" if stop.over and stop.winner is None else "ends",
        clauses,
        (sentence, *on_the_way, stop.sentence, *stop.why),
    )


def _on_the_way(extent: Extent, case: Case) -> Iterator[Text]:
    """Yield the possible actions before a game is over: the others', or without maintainers all players'.

    Clauses: MTR 4.4.2, MTR 4.4.3, CR shortcuts.5
    """
    if case.maintained_by:
        yield text(
            "Before that, each other player may name a smaller number of times and then do something: respond, block, choose another target."
        )
    else:
        yield text(
            "Everything in it is mandatory, but it ends by itself, so that alone makes no draw. Before it ends, each player may respond to break it; no player has to."
        )
    if others := tuple(player for player in _could_act(extent) if player not in case.maintained_by):
        yield text("As far as all players can see, these could do something: {players}.", players=others)
    yield text("If no player does:")


def _could_act(extent: Extent) -> tuple[str, ...]:
    """Return the names of the players who could act on the way."""
    return tuple(extent.loop.names[seat] for seat in extent.maintainers().could_act)


def _mandatory(extent: Extent, *, never_ends: bool) -> Verdict:
    """Return the verdict on a loop without maintainers: a draw unless a player acts, undecided if its end is unknown.

    Clauses: MTR 4.4.2, CR shortcuts.4, CR shortcuts.5
    """
    latest = extent.latest
    if not never_ends:
        sentence = END_NOT_KNOWN
        if latest is not None and latest.degree and latest.base.wording.asks_exactly:
            sentence = text(
                "Everything in it is mandatory and it did not end as far as it was tried, but these ask for an exact number, a half, or "
                "whether a number is even: {cards}. A judge decides whether one of them ends it.",
                cards=latest.base.wording.asks_exactly,
            )
        return Verdict("undecided", ("MTR 4.4.9",), (sentence,))
    sentence = (
        text("Everything in it is mandatory, and the position comes back exactly.")
        if latest is not None and not latest.degree
        else text("Everything in it is mandatory, and nothing that it changes ever ends it.")
    )
    players = _could_act(extent)
    if not players:
        asked = text("Unless a player acts to break it, the game is a draw.")
        return Verdict("draw", ("CR shortcuts.4", "MTR 4.4.2"), (sentence, asked))
    asked = text(
        "These could act, and no player can be made to: {players}. Each player says after how many times they will act, or that they will not; if no player will, the game is a draw.",
        players=players,
    )
    return Verdict("draw", ("CR shortcuts.4", "CR shortcuts.5", "MTR 4.4.2"), (sentence, asked))


def _paragraphs(case: Case) -> tuple[str, ...]:
    paragraph = paragraph_for(len(case.maintained_by), across_turns=case.span == "turns")
    return (paragraph, "MTR 4.4.8") if case.sustained_by == "choices" else (paragraph,)


def _answered(extent: Extent, case: Case) -> Verdict:
    """Return the ruling after all players have answered in turn."""
    times, answer = extent.claims.case.times, rule(case)
    while isinstance(answer, Waiting):
        names_number = answer.player in case.maintained_by or "agree" not in answer.may_say
        number = 1 if times is None else times
        case = case.declared(answer.player, number if names_number else "agree")
        answer = rule(case)
    outcome = _OUTCOMES.get(answer.outcome, "undecided")
    return Verdict(outcome, answer.clauses, tuple(_with_place_of_choice(answer, extent)))


def _with_place_of_choice(ruling: Ruling, extent: Extent) -> Iterator[Text]:
    """Yield the sentences of a ruling; a different choice is made at a step, and the stack resolves up to there.

    Clauses: MTR 4.4.8
    """
    names, player = extent.loop.names, ruling.player or ""
    choose_at = {names[seat]: step % len(extent.loop.body) for seat, step in extent.maintainers().choose_at.items()}
    step = choose_at.get(player)
    for sentence in ruling.sentences:
        if step and sentence == then(player, "chooses"):
            yield text(
                "The next iteration goes on as before up to step {step}, where {player} makes a different choice.",
                step=step + 1,
                player=player,
            )
        else:
            yield sentence


def ends_early(stop: Stop | None) -> bool:
    """Return whether the steps end before the game does."""
    return stop is not None and stop.is_end and not stop.over


def further_sentences(
    extent: Extent, stop: Stop | None, on: PlayedOn | None, last: PlayerInStep | None
) -> Iterator[Text]:
    """Yield further remarks for a verdict.

    `on` is what comes of the rest of the stack, `last` the last choice that can avoid the end of the game.
    """
    players = extent.loop.names
    if on is not None:
        yield from _playing_on_sentences(on, players, extent.end[0] if ends_early(stop) and extent.end else None)
    if last is not None:
        yield text(
            "The last choice that can avoid this is at step {step} of iteration {iteration}, by {player}.",
            step=last.step + 1,
            iteration=numeral(last.iteration),
            player=players[last.seat],
        )
    for each in extent.out():
        yield text(
            "{player} is out of the game with step {step} of iteration {iteration}.",
            player=players[each.seat],
            step=each.step + 1,
            iteration=numeral(each.iteration),
        )
    if extent.claims.case.maintained_by is not None:
        yield text("Who keeps it going is what a judge has said.")
    if extent.period > 1:
        yield text(
            "It comes round only every {period} iterations; the changes are those of {period} together.",
            period=extent.period,
        )
    if on is None or on.over is None:
        yield from _waiting_sentences(extent)
    if stop is not None and not stop.is_seen:
        yield text("The position at the end is the one in which a player last had priority, before the game was over.")


def _playing_on_sentences(on: PlayedOn, players: tuple[str, ...], ends_in: Snapshot | None) -> Iterator[Text]:
    """Yield the results of resolving the rest of the stack; `ends_in` is the last position if the steps end first.

    Clauses: CR shortcuts.4
    """
    if ends_in is not None:
        yield text(
            "There the steps end, and the game does not. What waits on the stack, the top first: {stack}.",
            stack=_stack_of(ends_in),
        )
        if on.against:
            yield text("It goes on against {players}.", players=tuple(players[seat] for seat in on.against))
    if on.over is not None:
        yield text("Then what is left on the stack resolves:")
        yield on.over.sentence
        yield from on.over.why
    elif ends_in is not None and on.settled:
        yield text("When all of it has resolved, the game goes on.")
    elif ends_in is not None and on.asks is not None:
        yield text("Then a choice has to be made: {question}", question=on.asks)
    elif ends_in is not None:
        yield text("It was not played on to its end.")
    elif on.goes_on:
        yield text(
            "If all players then only pass, what is left on the stack goes on, and did not come to an end as far as it was played: if it never "
            "does and all of it is mandatory, the game is a draw unless a player acts (CR 732.4)."
        )


def _waiting_sentences(extent: Extent) -> Iterator[Text]:
    """Yield what waits on the stack when a player stops the loop between two iterations, where it is as much after each of them."""
    if extent.end is None or extent.stop is not None or not extent.maintainers().seats:
        return
    position, positions = extent.end[0], extent.trajectory.positions
    many = {len(each.stack) for at, each in positions.items() if at >= extent.warm_up}
    if position.stack and many == {len(position.stack)}:
        yield text(
            "What waits on the stack after the last whole iteration, the top first: {stack}.", stack=_stack_of(position)
        )


def _stack_of(position: Snapshot) -> tuple[Text, ...]:
    """Return the names of the objects on a position's stack, the top first; an ability has that of its source."""
    names = [
        Text("{card}", {"card": thing.name}) if each.is_spell else text("ability of {card}", card=thing.name)
        for each in reversed(position.stack)
        if (thing := position.objects.get(each.source or 0)) is not None
    ]
    alike = [(name, len(list(same))) for name, same in groupby(names)]
    return tuple(name if many == 1 else Text("{count} × {card}", {"count": many, "card": name}) for name, many in alike)
