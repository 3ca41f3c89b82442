"""The steps of a body as sentences: who acts, with what, and what is chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, groupby

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import numeral
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.actions import NO, YES
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.objects import StackObject
from floorjudge.magic.engine.prompts import TARGETS, Prompt, done_with
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Answer, Body, Step
from floorjudge.magic.playing.naming import TOKEN, Names, fold
from floorjudge.magic.playing.playing import Decision, play_each
from floorjudge.magic.playing.questions import choice_name
from floorjudge.magic.playing.steps import ability_words, turn_step_words
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Card, Permanent, Position
from floorjudge.magic.positions.setting_up import set_up_loop
from floorjudge.magic.type_words import token_name
from floorjudge.texts import Text, counted, text

_STEPS: dict[str, Text] = {
    "activate": text("{player} activates {source}."),
    "cast": text("{player} casts {source}."),
    "play": text("{player} plays {source}."),
    "choose": text("{player} chooses {answer}."),
    "pass": text("{player} passes."),
    "attack": text("{player} attacks with {creatures}."),
    "block": text("{player} blocks with {creatures}."),
    "resolve": text("The top of the stack resolves."),
    "resolve all": text("All players pass until the stack is empty."),
    "to step": text("All players pass until the step: {step}."),
}
_ASKS_FOR_X = "ChooseXValue"
# Of an ability with more characters a sentence has only the cost, unless the body uses several abilities of its card.
_LONG_WORDS = 70
# The sentences for usual answers to a “may”, or to “tap or untap”.
_CHOSEN = {
    YES: text("{player} chooses to do so."),
    NO: text("{player} chooses not to do so."),
    "tap": text("{player} chooses to tap it."),
    "untap": text("{player} chooses to untap it."),
}
# The same for what has its own words: the cost that a player may pay beside the one for which a spell is cast, an attacker to exert.
_CHOSEN_OF = {
    "OptionalCost": {
        YES: text("{player} pays the additional cost."),
        NO: text("{player} does not pay the additional cost."),
    },
    "Exert": {YES: text("{player} exerts it."), NO: text("{player} does not exert it.")},
}
# Choices that are made by their places in a list, which the list has in words.
_BY_PLACE = frozenset({"SelectModes", "ChooseBranch", "ChooseReplacement"})
_ORDERS = "OrderTriggers"
# What a player does with the things that are chosen, by the engine's words for it.
_DONE_WITH = {
    "Sacrifice": text("{player} sacrifices {answer}."),
    "Discard": text("{player} discards {answer}."),
    "TapCreatures": text("{player} taps {answer}."),
    "Untap": text("{player} untaps {answer}."),
    "ReturnToHand": text("{player} returns {answer} to its owner’s hand."),
    "KeepLegend": text("{player} keeps {answer} by the legend rule."),
    "Scry": text("{player} leaves {answer} on top of the library."),
}
_OF_COPY = "CopyRetarget"
_OF_TRIGGER = "TriggerTargetSelection"
_NONE = {"attack": text("{player} does not attack."), "block": text("{player} does not block.")}


class _Seen(msgspec.Struct, frozen=True):
    """What playing a step shows: the `player` who acts, the activated `ability` of a `card`, the meaning of an answer.

    A number as an answer means a player if the question is `about_players`, and the value of an X if it is about `x`.
    `chosen` has, for each answer, the words of what it chooses by its place in a list; it is empty for other choices.
    `orders`: the step puts triggered abilities in order. `targets`: it chooses targets, for a triggered ability of the
    card `of` unless that is empty. `does` is what the player does with the chosen things, by the engine's word.
    `casts_for` is the keyword for whose cost a spell is cast, empty for its mana cost, None for any other choice.
    """

    player: int = 0
    card: str = ""
    ability: str = ""
    about_players: bool = True
    x: bool = False
    orders: bool = False
    targets: bool = False
    of: str = ""
    does: str = ""
    chosen: tuple[tuple[str | Text, ...], ...] = ()
    casts_for: str | None = None


_NOTHING_SEEN = _Seen()


def case_words(case: LoopCase, library: CardLibrary) -> tuple[Text, ...]:
    """Return the steps of the body of a case as `body_words` does."""
    return body_words(case.body, case.position, lambda: set_up_loop(case, library))


def body_words(body: Body, position: Position, begin: Callable[[], Table]) -> tuple[Text, ...]:
    """Return the steps of a body as sentences, with the players who act and the words of the abilities they activate.

    Long words are left out but for the cost where the body uses no other ability of the card.

    `begin` makes a table on which the body is played, as far as it can be.
    """
    seen = _seen(body, begin)
    abilities = Counter(card for card, _ in {(each.card, each.ability) for each in seen.values()})
    unseen = _Seen(position.priority)
    sentences = []
    for index, step in enumerate(body):
        shown = seen.get(index, unseen)
        if len(shown.ability) > _LONG_WORDS and abilities[shown.card] == 1:
            shown = msgspec.structs.replace(shown, ability=_cost_of(shown.ability))
        sentences.append(step_words(step, position, shown))
    return tuple(sentences)


def _cost_of(ability: str) -> str:
    """Return the cost of an ability with a sign that its effect is left out; nothing where the cost is long too, or there is none."""
    cost, colon, _ = ability.partition(": ")
    return f"{cost}: …" if colon and len(cost) <= _LONG_WORDS else ""


def _seen(body: Body, begin: Callable[[], Table]) -> dict[int, _Seen]:
    """Return what the first choice of each step shows, by the place of the step, up to one that cannot be played."""
    found: dict[int, _Seen] = {}

    def note(prompt: Prompt, decision: Decision, names: Names) -> None:
        """Add what a decision that the step itself makes shows; of its later ones, the words of what is chosen."""
        if decision.how != "stated":
            return
        if at in found:
            more = (*found[at].chosen, _by_place(prompt, decision, names))
            targets = found[at].targets and _asks_for_targets(prompt)
            does = found[at].does if found[at].does == done_with(prompt) else ""
            found[at] = msgspec.structs.replace(found[at], chosen=more, targets=targets, does=does)
            return
        thing = names.thing(decision.chosen.source) if decision.chosen.is_activation else None
        if thing is not None:
            words = ability_words(decision.chosen, names).partition(": ")[2]
            found[at] = _Seen(decision.player, thing.name, words.replace(ITSELF, thing.name))
        else:
            of_players = any(subject.seat is not None for subject in prompt.subjects(decision.chosen))
            chosen = (_by_place(prompt, decision, names),)
            x, orders = prompt.kind == _ASKS_FOR_X, prompt.kind == _ORDERS
            casts_for = prompt.casts_for(decision.chosen)
            targets, of = _asks_for_targets(prompt), _triggered(prompt, names)
            does = done_with(prompt)
            found[at] = _Seen(decision.player, "", "", of_players, x, orders, targets, of, does, chosen, casts_for)

    at = 0
    with suppress(FloorjudgeError):
        for _ in play_each(begin(), body, noted=note, listing=False):
            at += 1
    return found


def _asks_for_targets(prompt: Prompt) -> bool:
    return prompt.kind in TARGETS or prompt.kind == _OF_COPY


def _triggered(prompt: Prompt, names: Names) -> str:
    """Return the object for whose triggered ability a target is chosen, as steps call it; empty for any other choice."""
    source = names.thing(prompt.source) if prompt.kind == _OF_TRIGGER and prompt.source is not None else None
    return "" if source is None else names.called(source.number)


def _by_place(prompt: Prompt, decision: Decision, names: Names) -> tuple[str | Text, ...]:
    """Return the words of what a decision chooses by its place in a list, the cards whose abilities it orders; nothing for others."""
    subjects = prompt.subjects(decision.chosen)
    if decision.chosen.kind == _ORDERS:
        return tuple("?" if each.thing is None else names.called(each.thing) for each in subjects)
    if decision.chosen.kind not in _BY_PLACE:
        return ()
    source = None if prompt.source is None else names.thing(prompt.source)
    itself = ITSELF if source is None else source.name
    return tuple(_quoted(each.words.replace(ITSELF, itself).rstrip(".")) for each in subjects)


def step_words(step: Step, position: Position, seen: _Seen = _NOTHING_SEEN) -> Text:
    """Return a step that begins in a position as a sentence; what has a label there goes by the name of its card."""
    source = "" if step.source is None else name_of(step.source.words, position)
    if isinstance(source, str) and seen.card in source.split(" // "):
        source = seen.card
    creatures = (*(each.attacker for each in step.attackers), *(each.blocker for each in step.blocks))
    pattern = _STEPS[step.do] if creatures or step.do not in _NONE else _NONE[step.do]
    if step.do == "activate" and seen.ability:
        pattern = text("{player} activates {source}: “{ability}”.")
    answers = _answers(step, position, seen)
    if step.do == "choose" and seen.x:
        pattern = text("{player} chooses {answer} for X.")
    elif step.do == "choose" and seen.casts_for is not None:
        cost = seen.casts_for
        pattern = (
            text("{player} casts it for its {keyword} cost.") if cost else text("{player} casts it for its mana cost.")
        )
    elif step.do == "choose" and seen.orders:
        pattern = text(
            "{player} puts triggered abilities on the stack in this order, and the last one resolves first: {answer}."
        )
    elif step.do == "choose" and len(answers) == 1 and isinstance(answers[0], str):
        pattern = _CHOSEN_OF.get(seen.does, _CHOSEN).get(fold(answers[0]), pattern)
    if step.do == "choose" and seen.targets and pattern is _STEPS["choose"]:
        pattern = _targets_of(seen, len(answers))
    elif step.do == "choose" and seen.does and pattern is _STEPS["choose"] and answers:
        pattern = _DONE_WITH.get(seen.does, pattern)
    gaps = {
        "player": position.names[seen.player] if step.by is None else name_of(step.by, position),
        "source": source,
        "ability": seen.ability,
        "keyword": seen.casts_for or "",
        "card": name_of(seen.of, position),
        "answer": tuple(chain.from_iterable(map(_several, groupby(map(_usual, answers))))),
        "creatures": _names((creatures,), position),
        "step": turn_step_words(step.step or ""),
    }
    sentence = Text(pattern.message, {gap: value for gap, value in gaps.items() if f"{{{gap}}}" in pattern.message})
    if step.x is not None:
        sentence = text("{sentence} X is {number}.", sentence=sentence, number=numeral(step.x))
    return and_targets(sentence, _names((step.targets,), position))


def and_targets(sentence: Text, targets: tuple[str | Text, ...]) -> Text:
    """Return a sentence with the targets that are chosen as it says."""
    if not targets:
        return sentence
    return counted(
        "{sentence} The target: {targets}.",
        "{sentence} The targets: {targets}.",
        count=len(targets),
        sentence=sentence,
        targets=targets,
    )


def _targets_of(seen: _Seen, count: int) -> Text:
    if count == 1:
        one = text("{player} chooses the target for {card}: {answer}.")
        return one if seen.of else text("{player} chooses the target: {answer}.")
    several = text("{player} chooses the targets for {card}: {answer}.")
    return several if seen.of else text("{player} chooses the targets: {answer}.")


def _names(answers: tuple[Answer, ...], position: Position) -> tuple[str | Text, ...]:
    return tuple(name_of(each.words, position) for answer in answers for each in answer)


def _answers(step: Step, position: Position, seen: _Seen) -> tuple[str | Text, ...]:
    """Return the answers of a step: players and cards by their names, a number unchanged where it means neither."""
    found: list[str | Text] = []
    for index, answer in enumerate(step.choose):
        chosen = next(iter(seen.chosen[index : index + 1]), ())
        if chosen:
            found += (name_of(each, position) if isinstance(each, str) and seen.orders else each for each in chosen)
            continue
        found += (
            fold(each.words)
            if fold(each.words).isdecimal() and not seen.about_players
            else name_of(each.words, position)
            for each in answer
        )
    return tuple(found)


def _usual(answer: str | Text) -> str | Text:
    return choice_name(answer) if isinstance(answer, str) else answer


def _several(alike: tuple[str | Text, Iterator[str | Text]]) -> Iterator[str | Text]:
    """Yield equal answers in a row: cards as one, with their number, and usual words such as colors one after the other."""
    name, several = alike[0], list(alike[1])
    if isinstance(name, Text):
        yield from several
    else:
        yield many_of(name, len(several))


def many_of(thing: str | Text, count: int) -> str | Text:
    """Return equal things as one, with their number; a single one unchanged."""
    return thing if count == 1 else Text("{count} × {card}", {"count": count, "card": thing})


def _quoted(words: str) -> str | Text:
    """Return words from a card in quotation marks, unless they are a usual choice."""
    return words if isinstance(choice_name(words), Text) or fold(words) in _CHOSEN else text("“{words}”", words=words)


def _front_or_back(thing: Card | Permanent) -> str:
    """Return the name of a card, of the back alone where it is transformed."""
    return thing.card.rpartition(" // ")[2] if isinstance(thing, Permanent) and thing.transformed else thing.card


def name_of(words: str, position: Position) -> str | Text:
    """Return the name of the player with a number, of the card with a label, of a token; anything else unchanged."""
    if fold(words).isdecimal() and int(words) < position.players:
        return position.names[int(words)]
    if words.startswith(TOKEN):
        return _name_of_token(words.removeprefix(TOKEN).strip(), position)
    zones: tuple[tuple[Card | Permanent, ...], ...] = (*position.battlefield, *position.hand, *position.graveyard)
    labelled = (_front_or_back(each) for zone in zones for each in zone if each.label == words)
    return next(labelled, words.strip())


def _name_of_token(name: str, position: Position) -> str | Text:
    """Return the name of a token, which says that it is one where there is a card of that name too."""
    cards = {side for _, _, thing in position.things() for side in (thing.card, *thing.card.split(" // "))}
    return text("the {card} token", card=name) if name in cards else token_name(name)


def name_of_source(top: StackObject, names: Names, position: Position) -> str | Text:
    """Return the name of the card of a spell, which may be a copy, or of the source of an ability; empty if it has none."""
    source = None if top.source is None else names.thing(top.source)
    if source is not None and source.is_token and source.name:
        if top.is_spell:
            return text("the copy of {card}", card=source.name)
        return _name_of_token(source.name, position)
    return names.source_of(top)


def thing_on_stack(top: StackObject, name: str | Text) -> Text:
    """Return a spell by its name, or an ability by that of its source."""
    return Text("{card}", {"card": name}) if top.is_spell else text("ability of {card}", card=name)
