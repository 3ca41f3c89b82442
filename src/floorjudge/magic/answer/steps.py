"""A loop in steps: its choices one after the other as sentences, and what each of them changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, groupby, islice

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.actions import NO, YES
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.objects import StackObject
from floorjudge.magic.engine.prompts import TARGETS, Prompt, done_with
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Answer, Body, Step
from floorjudge.magic.playing.counter_names import main_amounts
from floorjudge.magic.playing.naming import TOKEN, Names, fold
from floorjudge.magic.playing.playing import Decision, play_body, play_each, play_on
from floorjudge.magic.playing.questions import choice_name
from floorjudge.magic.playing.steps import ability_words, step_name, turn_step_words
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Card, Permanent, Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.type_words import token_name
from floorjudge.texts import Text, counted, text


class LoopStep(msgspec.Struct, frozen=True):
    """A choice with its answers, in sentences, and the amounts that it changed.

    `first` and `last` are the numbers (from 1) of the steps of the body that it consists of, `times` how many equal
    ones follow each other in it.
    """

    first: int
    last: int
    sentences: tuple[Text, ...]
    changes: tuple[tuple[Text, int], ...] = ()
    times: int = 1


def loop_steps(case: LoopCase, library: CardLibrary) -> tuple[LoopStep, ...]:
    """Return the steps of one iteration, the second: in the first, something may still be missing.

    An ability that is activated and resolves at once is one step, and so are equal steps in a row. If the iteration
    cannot be played a second time, nothing is joined, and no changes are known. Raises what `set_up` does.
    """
    table = set_up(case.position, library)
    with suppress(FloorjudgeError):
        play_body(table, case.before, "before")
        play_body(table, case.body)
        return tuple(_alike_in_one(_resolved_in_one(_played(table, case.body, case.position))))
    words = case_words(case, library)
    return tuple(LoopStep(number, number, (each,)) for number, each in enumerate(words, 1))


def steps_before(case: LoopCase, library: CardLibrary) -> tuple[LoopStep, ...]:
    """Return the steps before the loop, joined as those of an iteration, without passing. Raises what playing them does."""
    table = set_up(case.position, library)
    steps = _alike_in_one(_resolved_in_one(_played(table, case.before, case.position)))
    passes = {number for number, step in enumerate(case.before, 1) if step.do == "pass"}
    return tuple(each for each in steps if not passes.issuperset(range(each.first, each.last + 1)))


def case_words(case: LoopCase, library: CardLibrary) -> tuple[Text, ...]:
    """Return the steps of the body of a case as `body_words` does."""

    def begin() -> Table:
        table = set_up(case.position, library)
        play_body(table, case.before, "before")
        return table

    return body_words(case.body, case.position, begin)


class _Played(msgspec.Struct, frozen=True):
    """A step as it was played.

    `puts` is the number of the spell or ability that a player puts onto the stack in it, `resolves` of the one that
    resolves, which may be a `spell`.
    """

    step: LoopStep
    puts: int | None = None
    resolves: int | None = None
    spell: bool = False


def _played(table: Table, body: Body, position: Position) -> Iterator[_Played]:
    """Play a body that begins in a position, and yield its choices, each with the answers after it."""
    before, number = main_amounts(table.snapshot(), table.names), 1
    left = iter(body_words(body, position, table.clone))
    for group in _groups(body):
        words, stack = tuple(islice(left, len(group))), table.stack()
        begins, resolving = group[0], _Resolving(table)
        play_on(table, group, noted=resolving.note if begins.do in _RESOLVING else None)
        top = resolving.only
        words = resolving.instead_of(words, group)
        now, put = main_amounts(table.snapshot(), table.names), table.stack()[len(stack) :]
        own = put[0] if put and begins.do in _PUTTING and not put[0].is_triggered else None
        if own is not None and len(group) == 1 and not begins.targets:
            words = (_with_targets(words[0], own, Names(table), position),)
        yield _Played(
            LoopStep(number, number + len(group) - 1, words, _changes(before, now)),
            # Whatever has triggered by it lies above it, or alone there if a mana ability is activated.
            puts=own.number if own is not None and len(put) == 1 else None,
            resolves=None if top is None else top.number,
            spell=top is not None and top.is_spell,
        )
        before, number = now, number + len(group)


class _Resolving:
    """What resolves in a step on a table: the tops of the stack with which players pass, in their order, with their names."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._began = table.turn, table.phase
        self._passed: dict[int, tuple[StackObject, str]] = {}

    def note(self, prompt: Prompt, decision: Decision, names: Names) -> None:
        """Add the top of the stack with which a player passes."""
        top = next(reversed(self._table.stack()), None) if decision.is_pass and prompt.kind == "Priority" else None
        if top is not None:
            self._passed.setdefault(top.number, (top, names.source_of(top) or ""))

    @property
    def _found(self) -> tuple[tuple[StackObject, str], ...]:
        """Return what has left the stack, with its name."""
        left = {each.number for each in self._table.stack()}
        return tuple(each for number, each in self._passed.items() if number not in left)

    @property
    def only(self) -> StackObject | None:
        """Return the one object that resolves, None where it is not one."""
        found = self._found
        return found[0][0] if len(found) == 1 else None

    def instead_of(self, words: tuple[Text, ...], group: Sequence[Step]) -> tuple[Text, ...]:
        """Return the words of a step and its answers with what resolves in it by name, those of a row of passes as one sentence."""
        if group[0].do not in _RESOLVING:
            return words
        resolves, passes = self._words(), len([step for step in group if step.do == "pass"])
        if resolves is None and passes > 1 and self._began != (self._table.turn, self._table.phase):
            resolves = text(
                "All players pass until the step: {step}.", step=turn_step_words(step_name(self._table.phase))
            )
        return words if resolves is None else (resolves, *words[max(1, passes) :])

    def _words(self) -> Text | None:
        """Return the sentence on what resolves, None where nothing does or something has no name."""
        found = self._found
        if not found or not all(name for _, name in found):
            return None
        if len(found) == 1:
            top, name = found[0]
            return (
                text("{spell} resolves.", spell=name)
                if top.is_spell
                else text("The ability of {card} resolves.", card=name)
            )
        named = (
            Text("{card}", {"card": name}) if top.is_spell else text("ability of {card}", card=name)
            for top, name in found
        )
        return text("These resolve, in this order: {things}.", things=tuple(map(_many_of, groupby(named))))


def _many_of(alike: tuple[Text, Iterator[Text]]) -> Text:
    """Return equal things in a row as one, with their number."""
    thing, many = alike[0], len(list(alike[1]))
    return thing if many == 1 else Text("{count} × {card}", {"count": many, "card": thing})


def _with_targets(sentence: Text, own: StackObject, names: Names, position: Position) -> Text:
    """Return a sentence on a spell or an ability with its targets, which no player has to choose as there are no others.

    The engine also has targets where the words have none, such as an enchanted creature.
    """
    if not _TARGETS.search(own.words):
        return sentence
    things = tuple(_name(names.called(each), position) for each in own.targets)
    return _and_targets(sentence, (*things, *(names.player(seat) for seat in own.target_seats)))


def _and_targets(sentence: Text, targets: tuple[str | Text, ...]) -> Text:
    if not targets:
        return sentence
    return counted(
        "{sentence} The target: {targets}.",
        "{sentence} The targets: {targets}.",
        count=len(targets),
        sentence=sentence,
        targets=targets,
    )


def _resolved_in_one(played: Iterable[_Played]) -> Iterator[LoopStep]:
    """Yield the steps; one that lets what the step before it has put onto the stack resolve is joined to that."""
    last: LoopStep | None = None
    puts: int | None = None
    for each in played:
        if last is not None and each.resolves is not None and each.resolves == puts:
            resolves = text("The spell resolves.") if each.spell else text("The ability resolves.")
            changes = _together((*last.changes, *each.step.changes))
            last = LoopStep(last.first, each.step.last, (*last.sentences, resolves, *each.step.sentences[1:]), changes)
        else:
            if last is not None:
                yield last
            last = each.step
        puts = each.puts
    if last is not None:
        yield last


def _alike_in_one(steps: Iterable[LoopStep]) -> Iterator[LoopStep]:
    """Yield the steps, those in a row with equal sentences as one."""
    for _, row in groupby(steps, key=lambda step: [(each.message, str(each.values)) for each in step.sentences]):
        alike = list(row)
        changes = _together(change for step in alike for change in step.changes)
        yield LoopStep(alike[0].first, alike[-1].last, alike[0].sentences, changes, len(alike))


def _together(changes: Iterable[tuple[Text, int]]) -> tuple[tuple[Text, int], ...]:
    totals: dict[str, tuple[Text, int]] = {}
    for label, change in changes:
        key = str(label)
        totals[key] = label, totals.get(key, (label, 0))[1] + change
    return tuple(each for each in totals.values() if each[1])


def _groups(body: Body) -> list[tuple[Step, ...]]:
    """Return the steps, each with the answers after it, and passes in a row together."""
    groups: list[list[Step]] = []
    for step in body:
        if groups and (step.do == "choose" or step.do == groups[-1][-1].do == "pass"):
            groups[-1].append(step)
        else:
            groups.append([step])
    return [tuple(group) for group in groups]


def _changes(
    before: Mapping[str, tuple[Text, int]], now: Mapping[str, tuple[Text, int]]
) -> tuple[tuple[Text, int], ...]:
    found: list[tuple[Text, int]] = []
    for key in dict.fromkeys([*before, *now]):
        label = (now.get(key) or before[key])[0]
        change = now.get(key, (label, 0))[1] - before.get(key, (label, 0))[1]
        if change and not key.startswith("stack."):
            found.append((label, change))
    return tuple(found)


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
_PUTTING = frozenset({"activate", "cast"})
_RESOLVING = frozenset({"resolve", "resolve all", "pass"})
# The words of what has targets; keywords have them by the rules.
_TARGETS = re.compile(r"\btarget\b|^(Enchant|Equip|Fortify|Reconfigure)\b", re.IGNORECASE | re.MULTILINE)
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
# The same for the cost of a spell, which a player may pay beside the one for which it is cast.
_PAID = {
    YES: text("{player} pays the additional cost."),
    NO: text("{player} does not pay the additional cost."),
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
}
_MORE_COST = "OptionalCost"
_OF_COPY = "CopyRetarget"
_OF_TRIGGER = "TriggerTargetSelection"
_NONE = {"attack": text("{player} does not attack."), "block": text("{player} does not block.")}


class _Seen(msgspec.Struct, frozen=True):
    """What playing a step shows: who acts, the words of the ability of a card that is activated, what an answer is about.

    An answer that is a number means a player, unless the question is `about_players` not; it may be the value of an X. The `chosen`
    words of what is chosen by its place in a list are there for each answer, none for any other choice. `orders`: it puts triggered
    abilities in order. It chooses `targets`, maybe for a triggered ability of the card `of`, or things with which a player `does` something. `casts_for` is the keyword for whose cost a spell is cast, empty for its mana cost, None for any other choice.
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
        if decision.how != "said":
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
    """Return the name of the card for whose triggered ability a target is chosen, empty for any other choice."""
    source = names.thing(prompt.source) if prompt.kind == _OF_TRIGGER and prompt.source is not None else None
    return "" if source is None else source.name


def _by_place(prompt: Prompt, decision: Decision, names: Names) -> tuple[str | Text, ...]:
    """Return the words of what a decision chooses by its place in a list, the cards whose abilities it orders; nothing for others."""
    subjects = prompt.subjects(decision.chosen)
    if decision.chosen.kind == _ORDERS:
        things = (None if each.thing is None else names.thing(each.thing) for each in subjects)
        return tuple("?" if thing is None else thing.name for thing in things)
    if decision.chosen.kind not in _BY_PLACE:
        return ()
    source = None if prompt.source is None else names.thing(prompt.source)
    itself = ITSELF if source is None else source.name
    return tuple(_quoted(each.words.replace(ITSELF, itself).rstrip(".")) for each in subjects)


def step_words(step: Step, position: Position, seen: _Seen = _NOTHING_SEEN) -> Text:
    """Return a step that begins in a position as a sentence; what has a label there goes by the name of its card."""
    source = "" if step.source is None else _name(step.source.words, position)
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
        pattern = (_PAID if seen.does == _MORE_COST else _CHOSEN).get(fold(answers[0]), pattern)
    if step.do == "choose" and seen.targets and pattern is _STEPS["choose"]:
        pattern = _targets_of(seen, len(answers))
    elif step.do == "choose" and seen.does and pattern is _STEPS["choose"] and answers:
        pattern = _DONE_WITH.get(seen.does, pattern)
    gaps = {
        "player": position.names[seen.player] if step.by is None else _name(step.by, position),
        "source": source,
        "ability": seen.ability,
        "keyword": seen.casts_for or "",
        "card": seen.of,
        "answer": tuple(chain.from_iterable(map(_several, groupby(map(_usual, answers))))),
        "creatures": _names((creatures,), position),
        "step": turn_step_words(step.step or ""),
    }
    sentence = Text(pattern.message, {gap: value for gap, value in gaps.items() if f"{{{gap}}}" in pattern.message})
    if step.x is not None:
        sentence = text("{sentence} X is {number}.", sentence=sentence, number=digits(step.x))
    return _and_targets(sentence, _names((step.targets,), position))


def _targets_of(seen: _Seen, count: int) -> Text:
    if count == 1:
        one = text("{player} chooses the target for {card}: {answer}.")
        return one if seen.of else text("{player} chooses the target: {answer}.")
    several = text("{player} chooses the targets for {card}: {answer}.")
    return several if seen.of else text("{player} chooses the targets: {answer}.")


def _names(answers: tuple[Answer, ...], position: Position) -> tuple[str | Text, ...]:
    return tuple(_name(each.words, position) for answer in answers for each in answer)


def _answers(step: Step, position: Position, seen: _Seen) -> tuple[str | Text, ...]:
    """Return the answers of a step: players and cards by their names, a number unchanged where it means neither."""
    found: list[str | Text] = []
    for index, answer in enumerate(step.choose):
        found += next(iter(filter(None, seen.chosen[index : index + 1])), ()) or (
            fold(each.words) if fold(each.words).isdecimal() and not seen.about_players else _name(each.words, position)
            for each in answer
        )
    return tuple(found)


def _usual(answer: str | Text) -> str | Text:
    return choice_name(answer) if isinstance(answer, str) else answer


def _several(alike: tuple[str | Text, Iterator[str | Text]]) -> Iterator[str | Text]:
    """Yield equal answers in a row: cards as one, with their number, and usual words such as colors one after the other."""
    name, several = alike[0], list(alike[1])
    if isinstance(name, Text) or len(several) == 1:
        yield from several
    else:
        yield Text("{count} × {card}", {"count": len(several), "card": name})


def _quoted(words: str) -> str | Text:
    """Return words from a card in quotation marks, unless they are a usual choice."""
    return words if isinstance(choice_name(words), Text) or fold(words) in _CHOSEN else text("“{words}”", words=words)


def _front_or_back(thing: Card | Permanent) -> str:
    """Return the name of a card, of the back alone where it is transformed."""
    return thing.card.rpartition(" // ")[2] if isinstance(thing, Permanent) and thing.transformed else thing.card


def _name(words: str, position: Position) -> str | Text:
    """Return the name of the player with a number, of the card with a label, of a token; anything else unchanged."""
    if fold(words).isdecimal() and int(words) < position.players:
        return position.names[int(words)]
    zones: tuple[tuple[Card | Permanent, ...], ...] = (*position.battlefield, *position.hand, *position.graveyard)
    labelled = (_front_or_back(each) for zone in zones for each in zone if each.label == words)
    if words.startswith(TOKEN):
        return token_name(words.removeprefix(TOKEN).strip())
    return next(labelled, words.strip())
