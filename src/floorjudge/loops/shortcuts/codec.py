"""Shortcuts, fragmented and mandatory loops as JSON: read with the place of every mistake, answered with exact numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from floorjudge.errors import BadInput
from floorjudge.exact import DIGIT_BUDGET, Amount, digits, read_number
from floorjudge.loops.errors import NegativeTimes, NothingProposed, check_player, check_players
from floorjudge.loops.game.protocol import Repeat
from floorjudge.loops.shortcuts.fragmented import Played, fragmented_loop, settle_fragmented
from floorjudge.loops.shortcuts.mandatory import (
    ActionLoop,
    DoneInstead,
    LoopAction,
    Reply,
    Unless,
    UnlessAsked,
    WayOut,
    settle_mandatory,
)
from floorjudge.loops.shortcuts.sequence import (
    Choice,
    Place,
    check_depth,
    count_choices,
    readable,
    written_count,
)
from floorjudge.loops.shortcuts.settling import Answer, AnswerAwaited, NotAllowed, Proposal, Settled, Taken
from floorjudge.reading import Fields, is_whole
from floorjudge.texts import Language, Text, counted, grouped, render, text

JsonObject = dict[str, Any]
Single = TypeVar("Single")
# Far more choices than in any real proposal; thousands would block the hall's other requests.
MOST_PLAYERS, MOST_STEPS = 200, 2_000
_PASSES = frozenset({"pass", "passes", "pass priority", "passes priority"})


class NeitherAcceptsNorStops(BadInput):
    sentence = text("An answer either accepts (“accept”: true) or names the place before which to stop (“stop_at”).")
    cites = ("CR shortcuts.2b",)


class NoPlace(BadInput):
    sentence = text(
        "A place is a list: the index of an item, then, inside a repeat, the whole iterations done and the index in its body, "
        "and so on."
    )


def read_shortcut(given: object) -> tuple[Proposal, tuple[Answer, ...]]:
    """Return the proposal and the answers in a JSON value.

    Raises BadInput, with the place, if it is not a proposal; `settle` checks whether its parts fit together.
    """
    fields = Fields.of(given, "", (*Proposal.__struct_fields__, "answers"))
    fields.need("sequence")
    proposal = Proposal(
        turn_order=tuple(fields.names("turn_order", MOST_PLAYERS)),
        proposer=fields.words("proposer"),
        sequence=read_sequence(fields, "sequence", _choice),
        end_priority=fields.words("end_priority"),
    )
    return proposal, read_answers(fields)


def read_answers(fields: Fields) -> tuple[Answer, ...]:
    """Return the answers under `answers` in a JSON object; raises BadInput, with the place, for anything else."""
    return tuple(_answer(answer) for answer in fields.objects("answers", ("player", "accept", "stop_at"), MOST_PLAYERS))


def read_sequence(
    fields: Fields, name: str, read: Callable[[object, str], Single], depth: int = 0
) -> tuple[Single | Repeat[Single], ...]:
    """Return the sequence under a name in a JSON object: single steps, which `read` takes with their places, and repeats.

    Raises BadInput, with the place, for an empty sequence and for a negative number of times.
    """
    check_depth(depth, fields.place(name))
    sequence: list[Single | Repeat[Single]] = []
    for item, where in fields.items(name, MOST_STEPS):
        if isinstance(item, dict) and "repeat" in item:
            inner = Fields.of(item, where, ("repeat", "times"))
            times = read_number(inner.need("times"), inner.place("times"))
            if times < 0:
                raise NegativeTimes(where=inner.place("times"))
            sequence.append(Repeat(read_sequence(inner, "repeat", read, depth + 1), times))
        else:
            sequence.append(read(item, where))
    if not sequence:
        raise NothingProposed(where=fields.place(name))
    return tuple(sequence)


def _choice(given: object, where: str) -> Choice:
    fields = Fields.of(given, where, Choice.__struct_fields__)
    random = fields.flag("random")
    by = fields.optional_words("by") if random else fields.words("by")  # chance has no player
    return Choice(by, fields.words("do"), fields.flag("conditional"), random)


def _answer(fields: Fields) -> Answer:
    player = fields.words("player")
    if fields.flag("accept") == fields.has("stop_at"):
        raise NeitherAcceptsNorStops(where=fields.where)
    return Answer(player, _place(fields.need("stop_at"), fields.place("stop_at")) if fields.has("stop_at") else None)


def _place(given: object, where: str) -> Place:
    if not isinstance(given, list) or not given:
        raise NoPlace(where=where)
    return tuple(
        read_number(number, f"{where}[{depth}]") if depth % 2 else _index(number, f"{where}[{depth}]")
        for depth, number in enumerate(given)
    )


def _index(given: object, where: str) -> int:
    if not is_whole(given):
        raise NoPlace(where=where)
    return given


def shortcut_answer(settled: Settled, language: Language, budget: int = DIGIT_BUDGET) -> JsonObject:
    """Return the JSON answer for a settled proposal; a count of more than `budget` digits as a closed form."""
    if isinstance(settled, AnswerAwaited):
        ask = {"player": settled.player, "may_say": ["accept", "stop_at"], "end": place_value(settled.end)}
        return {"outcome": "waiting", "ask": ask}
    if isinstance(settled, NotAllowed):
        return {
            "outcome": "refused",
            "place": place_value(settled.place),
            "clauses": list(settled.clauses),
            "text": render(settled.reason, language),
        }
    made = written_count(settled.sequence, budget)
    return {
        "outcome": "taken",
        "stopped_at": place_value(settled.stopped_at),
        "choices_made": made,
        "player": settled.player,
        "must_differ_from": settled.must_differ_from,
        "clauses": list(settled.clauses),
        "text": render(_taken_text(settled, made, budget), language),
    }


def _taken_text(settled: Taken, made: Amount, budget: int) -> Text:
    """Return the sentence with a shortcut's end and the iterations of each repeat around it, outermost first."""
    choices: str | Text = text("more than {number}", number=f"10^{budget}")
    if isinstance(made, str):
        choices = _in_groups(count_choices(settled.sequence))
    if settled.stopped_at is None:
        return text(
            "No player shortens the shortcut: it is taken as proposed, as if every choice had been made. Choices made in all: "
            "{choices}. {player} has priority now.",
            choices=choices,
            player=settled.player,
        )
    choice, iterations = str(settled.must_differ_from), settled.stopped_at[1::2]
    if not iterations:
        return text(
            "The shortcut ends before {player} would choose “{choice}”, as if every choice before had been made. Choices made "
            "in all: {choices}. {player} has priority now and must choose something else.",
            player=settled.player,
            choice=choice,
            choices=choices,
        )
    if len(iterations) == 1:
        return counted(
            "The shortcut ends after {iterations} whole iteration, before {player} would choose “{choice}” in the next one, as "
            "if every choice before had been made. Choices made in all: {choices}. {player} has priority now and must choose "
            "something else.",
            "The shortcut ends after {iterations} whole iterations, before {player} would choose “{choice}” in the next one, as "
            "if every choice before had been made. Choices made in all: {choices}. {player} has priority now and must choose "
            "something else.",
            # Only 1 has its own plural form; the gap can be longer than Python turns into digits.
            count=min(iterations[0], 2),
            iterations=_in_groups(iterations[0]),
            player=settled.player,
            choice=choice,
            choices=choices,
        )
    return text(
        "The shortcut ends before {player} would choose “{choice}”, as if every choice before had been made. Whole iterations "
        "done of the repeats around it, the outermost first: {iterations}. Choices made in all: {choices}. {player} has "
        "priority now and must choose something else.",
        player=settled.player,
        choice=choice,
        iterations=tuple(_in_groups(number) for number in iterations),
        choices=choices,
    )


def _in_groups(number: int) -> str | Text:
    return grouped(readable(number))


def place_value(place: Place | None) -> list[int | str] | None:
    """Return a place as JSON: indices as numbers, iterations as digits."""
    if place is None:
        return None
    return [digits(number) if depth % 2 else number for depth, number in enumerate(place)]


def fragmented_answer(given: object, language: Language) -> JsonObject:
    """Return the outcome for the choices in a JSON value that may have returned the game to an earlier position.

    `played` are the choices, each with the `position` before it (any JSON value), and `position` the one after the
    last. Raises BadInput, with the place, for anything else.

    Clauses: CR shortcuts.1c, CR shortcuts.3
    """
    fields = Fields.of(given, "", ("turn_order", "active", "played", "position", "tournament", "span"))
    span = fields.choice("span", ("turn", "turns"), "turn")
    turn_order, active = tuple(fields.names("turn_order")), fields.words("active")
    tournament = fields.flag("tournament")
    check_players(turn_order)
    check_player(active, turn_order, "active")
    played = [_played(each, turn_order) for each in fields.objects("played", ("position", "by", "do", "forced"))]
    loop = fragmented_loop(played, _canonical(fields.need("position")))
    if loop is None:
        message = text(
            "The game is not back where it was, or one player alone brought it there: this is no fragmented loop."
        )
        return {"fragmented": False, "text": render(message, language)}
    ruling = settle_fragmented(loop, turn_order, active, tournament=tournament, across_turns=span == "turns")
    return {
        "fragmented": True,
        "first": loop.first,
        "now": loop.now,
        "involved": [each for each in turn_order if each in loop.involved],
        "player": ruling.player,
        "must_differ_from": ruling.must_differ_from,
        "clauses": list(ruling.clauses),
        "text": render(ruling.reason, language),
    }


def _played(fields: Fields, turn_order: tuple[str, ...]) -> Played:
    player = fields.words("by")
    check_player(player, turn_order, fields.place("by"))
    return Played(_canonical(fields.need("position")), player, fields.words("do"), _is_action(fields))


def _is_action(played: Fields) -> bool:
    """Return whether a player acted and could have done otherwise: a pass is no action."""
    return not played.flag("forced") and " ".join(played.words("do").casefold().split()) not in _PASSES


def _canonical(position: object) -> str:
    """Return a position as a value to compare: the order of an object's fields does not matter."""
    return json.dumps(position, sort_keys=True)


def mandatory_answer(given: object, language: Language) -> JsonObject:
    """Return whether a loop of actions in a JSON value is a draw, or the next question, or the alternative done.

    Raises BadInput, with the place, for anything else.

    Clauses: CR shortcuts.1c, CR shortcuts.4, CR shortcuts.5, CR shortcuts.6
    """
    known = ("actions", "objects", "ways_out", "ends_at", "amounts_change", "replies", "tournament")
    fields = Fields.of(given, "", known)
    loop = ActionLoop(
        actions=tuple(
            _action(each) for each in fields.objects("actions", ("do", "by", "optional", "unless", "random"))
        ),
        objects=frozenset(fields.optional_names("objects")),
        ways_out=tuple(
            WayOut(each.words("player"), each.words("do"), each.optional_words("called_for_by"))
            for each in fields.objects("ways_out", ("player", "do", "called_for_by"))
        ),
        ends_at=read_number(fields.need("ends_at"), "ends_at") if fields.has("ends_at") else None,
        position_comes_back=not fields.flag("amounts_change"),
    )
    fields.need("actions")
    replies = tuple(
        Reply(each.words("player"), each.flag("does_it")) for each in fields.objects("replies", ("player", "does_it"))
    )
    result = settle_mandatory(loop, replies, tournament=fields.flag("tournament"))
    if isinstance(result, UnlessAsked):
        message = text(
            "{player} is asked whether they do this: {instead}.", player=result.player, instead=result.instead
        )
        ask = {"player": result.player, "instead": result.instead}
        return {"outcome": "waiting", "ask": ask, "text": render(message, language)}
    if isinstance(result, DoneInstead):
        message = text("{player} does this, and the loop ends: {what}.", player=result.player, what=result.what)
        return {
            "outcome": "done_instead",
            "player": result.player,
            "do": result.what,
            "clauses": list(result.clauses),
            "text": render(message, language),
        }
    return {
        "outcome": result.verdict.value,
        "at": None if result.at is None else digits(result.at),
        "clauses": list(result.clauses),
        "text": render(result.reason, language),
    }


def _action(fields: Fields) -> LoopAction:
    unless = fields.inner("unless", ("do", "players")) if fields.has("unless") else None
    return LoopAction(
        fields.words("do"),
        fields.optional_words("by"),
        fields.flag("optional"),
        None if unless is None else Unless(unless.words("do"), tuple(unless.names("players"))),
        fields.flag("random"),
    )
