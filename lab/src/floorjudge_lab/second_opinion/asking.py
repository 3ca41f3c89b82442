"""Asks a second engine about a certificate: compares the same iterations on both, and the end of the game.

The question is the case; each of its steps also has the first engine's own decisions in it. The judgements of people on
disagreements are in the file beside this module, and are found by the case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import resources

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.colours import LETTERS
from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.engine.objects import GameObject, counter_name
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Answer as Choice
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_body, play_each
from floorjudge.magic.playing.recording import step_of
from floorjudge.magic.positions.loop_case import LoopCase, case_value
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import Certificate, not_certified, question_hash
from floorjudge_lab.second_opinion.opinions import (
    Difference,
    Ends,
    GameOver,
    Judgement,
    Opinion,
    opinion_value,
    sentences,
)
from floorjudge_lab.second_opinion.program import Answer, CannotStart, Did, PlayedStep, Question, SecondEngine

_ROUNDS, _MOST_COMPARED = 3, 12
# The farthest end to which the second engine is sent, and how much further it then plays.
_NEAR, _BEYOND = 500, 2
_FILE = "judgements.json"
_ZONES = {"Hand": "hand", "Graveyard": "graveyard", "Exile": "exile"}


class _Played(msgspec.Struct, frozen=True):
    """The play of the first engine: the changes before the loop and of each whole iteration, and the end of the game."""

    before: dict[str, int]
    changes: tuple[dict[str, int], ...]
    end: GameOver | None


def with_second_opinion(
    certificate: Certificate, library: CardLibrary, second: SecondEngine
) -> tuple[Certificate, Opinion]:
    """Return a certificate with the opinion of a second engine in it, and that opinion.

    If the engines disagree, and no judgement decides for the first one, nothing stays certified. Raises BadInput if the
    second engine cannot be started.
    """
    opinion = second_opinion(certificate, library, second)
    if not opinion.leaves_certified:
        certificate = not_certified(certificate, sentences(opinion, certificate.players))
    return msgspec.structs.replace(certificate, second=opinion_value(opinion)), opinion


def second_opinion(certificate: Certificate, library: CardLibrary, second: SecondEngine) -> Opinion:
    """Return the opinion of a second engine on a certificate; raises BadInput if the engine cannot be started.

    The first iterations are played on both: those before the loop runs evenly, and three rounds of it. If the
    certificate states that the game ends within 500, the second engine is sent there, too.
    """
    case, first = certificate.case, f"phase {engine_version()}"
    ours = _played(case, library, _compared(certificate))
    far = certificate.iterations if certificate.stopped_by is not None else None
    goes_to_end = far is not None and far <= _NEAR
    iterations = (far or 0) + _BEYOND if goes_to_end else len(ours.changes) + (ours.end is not None)
    question = msgspec.structs.replace(question_of(case, library, len(ours.changes) + 1), iterations=iterations)
    try:
        answer = second.answer(question)
    except CannotStart:
        raise
    except BadInput as error:
        return Opinion(status="no_answer", first=first, said=(error.message("en"),))
    opinion = Opinion(
        status="agree", first=first, case=question_hash(case_value(case)), engine=answer.engine, commit=answer.commit
    )
    if answer.not_played is not None:
        return msgspec.structs.replace(opinion, status="not_understood", said=(answer.not_played,))
    claimed = _claimed_end(certificate) if goes_to_end else ours.end
    differences = _different_changes(ours, answer)
    ends = _different_ends(claimed, answer, certificate)
    compared = min(len(ours.changes), len(answer.changes))
    # An impossible step after the claimed iterations does not matter.
    cannot = answer.cannot if answer.cannot is not None and answer.cannot.iteration <= len(ours.changes) else None
    opinion = msgspec.structs.replace(
        opinion, iterations=compared, end=claimed is not None, differences=differences, ends=ends, cannot=cannot
    )
    if not differences and ends is None and cannot is None:
        if compared == len(ours.changes):
            return opinion
        reasons = answer.doubts or (f"It played {len(answer.changes)} iterations.",)
        return msgspec.structs.replace(opinion, status="not_understood", said=reasons)
    if answer.doubts:
        return msgspec.structs.replace(opinion, status="not_understood", said=answer.doubts)
    return msgspec.structs.replace(
        opinion, status="disagree", end=False, judgement=judgement_of(opinion.case, answer.engine)
    )


def _compared(certificate: Certificate) -> int:
    """Return the number of iterations to compare."""
    rounds = certificate.warm_up + _ROUNDS * certificate.period
    wanted, whole = certificate.case.times, certificate.iterations
    limits = [each for each in (_MOST_COMPARED, wanted, whole) if each is not None]
    return max(1, min(rounds, *limits))


def _played(case: LoopCase, library: CardLibrary, iterations: int) -> _Played:
    table = set_up(case.position, library)
    given = amounts_of(table.snapshot())
    play_body(table, case.before, "before")
    loop = Loop(table.engine, case.body, table.names)
    changed: list[dict[str, int]] = []
    position = table.snapshot()
    before = changes(given, amounts_of(position))
    for number in range(1, iterations + 1):
        ran = loop.iterate_on(table, position)
        if ran.stop is not None:
            over = ran.stop.over
            end = _over(number, ran.stop.step or 0, ran.stop.winner, case) if over else None
            return _Played(before, tuple(changed), end)
        changed.append(changes(amounts_of(position), amounts_of(ran.end)))
        position = ran.end
    return _Played(before, tuple(changed), None)


def _over(iteration: int, step: int, winner: int | None, case: LoopCase) -> GameOver:
    seats = range(case.position.players)
    if winner is None:
        return GameOver(iteration, step, tuple("drew" for _ in seats))
    return GameOver(iteration, step, tuple("won" if seat == winner else "lost" for seat in seats))


def _claimed_end(certificate: Certificate) -> GameOver | None:
    """Return the claimed end of the game; an iteration that ends with its last step counts as whole."""
    stop, case = certificate.stopped_by, certificate.case
    if stop is None or certificate.iterations is None or not stop.over:
        return None
    last = len(case.body) - 1
    iteration = certificate.iterations + (stop.step != last)
    return _over(iteration, last if stop.step is None else stop.step, stop.winner, case)


def _different_changes(ours: _Played, answer: Answer) -> tuple[Difference, ...]:
    """Return the differences of the steps before, or of the first iteration with any; later ones show nothing more."""
    theirs = (ours.before if answer.before is None else answer.before, *answer.changes)
    for number, (first, second) in enumerate(zip((ours.before, *ours.changes), theirs, strict=False)):
        names = sorted(name for name in {*first, *second} if first.get(name, 0) != second.get(name, 0))
        if names:
            return tuple(Difference(number, name, first.get(name, 0), second.get(name, 0)) for name in names)
    return ()


def _different_ends(claimed: GameOver | None, answer: Answer, certificate: Certificate) -> Ends | None:
    """Return the difference in the end of the game, None if there is none.

    Before a loop stops for another reason, the game must not be over; nothing is claimed of later iterations.
    """
    there = answer.end
    if claimed is not None:
        same = there is not None and (claimed.iteration, _winners(claimed)) == (there.iteration, _winners(there))
        return None if same else Ends(claimed, there)
    stops = certificate.iterations if certificate.stopped_by is not None else None
    over_too_early = there is not None and (stops is None or there.iteration < stops)
    return Ends(None, there) if over_too_early else None


def _winners(over: GameOver) -> tuple[bool, ...]:
    return tuple(fate == "won" for fate in over.players)


@cache
def judgements() -> tuple[Judgement, ...]:
    """Return all judgements."""
    data = resources.files("floorjudge_lab.second_opinion").joinpath(_FILE).read_bytes()
    return msgspec.json.decode(data, type=tuple[Judgement, ...])


def judgement_of(case: str, engine: str) -> Judgement | None:
    """Return the judgement on a disagreement with a second engine on the case of a hash; None if there is none."""
    return next((each for each in judgements() if (each.case, each.engine) == (case, engine)), None)


def amounts_of(position: Snapshot) -> Counter[str]:
    """Return the amounts of a position; those that are missing are 0.

    `life.1`, `poison.0`, `energy.0` (and other counters of a player), `library.0` (how many cards), `mana.0.C`; with
    the name of a card or token, `hand.0.NAME`, `graveyard.0.NAME`, `exile.0.NAME`, `battlefield.0.NAME`,
    `tokens.0.NAME`, `tapped.0.NAME`, and summed up over the permanents of that name `counters.0.NAME.KIND` (in lower
    case), `damage.0.NAME`, `power.0.NAME`, `toughness.0.NAME`. A card of two sides goes by its first name.
    """
    amounts: Counter[str] = Counter()
    for seat, player in enumerate(position.players):
        amounts[f"life.{seat}"] = player.life
        amounts[f"poison.{seat}"] = player.poison
        amounts[f"library.{seat}"] = len(player.library)
        for kind, count in player.counters.items():
            amounts[f"{kind}.{seat}"] = count
        amounts.update(f"mana.{seat}.{LETTERS.get(word, word)}" for word in player.mana)
    for thing in position.objects.values():
        name = f"{thing.whose}.{first_name(thing.name)}"
        if thing.zone == "Battlefield":
            _add_permanent(amounts, name, thing)
        elif thing.zone in _ZONES:
            amounts[f"{_ZONES[thing.zone]}.{name}"] += 1
    return amounts


def first_name(name: str) -> str:
    """Return the name of a card of two sides or halves as both engines have it."""
    return name.partition(" // ")[0]


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the amounts in which two positions differ, each with its difference."""
    names = {*before, *after}
    return {name: by for name in sorted(names) if (by := after.get(name, 0) - before.get(name, 0))}


def _add_permanent(amounts: Counter[str], name: str, thing: GameObject) -> None:
    amounts[f"{'tokens' if thing.is_token else 'battlefield'}.{name}"] += 1
    amounts[f"tapped.{name}"] += thing.tapped
    amounts[f"damage.{name}"] += thing.damage
    for kind, count in thing.counters.items():
        amounts[f"counters.{name}.{counter_name(kind).lower()}"] += count
    if "Creature" in thing.types:
        amounts[f"power.{name}"] += thing.power or 0
        amounts[f"toughness.{name}"] += thing.toughness or 0


def question_of(case: LoopCase, library: CardLibrary, iterations: int) -> Question:
    """Return a case as a question, with the engine's own decisions in the first `iterations` (1 or more)."""
    table = set_up(case.position, library)
    before, *bodies = (_decisions(table, body) for body in (case.before, *[case.body] * iterations))
    return Question(
        position=case.position, before=_played_steps(case.before, before), body=_played_steps(case.body, *bodies)
    )


def _played_steps(body: Body, *iterations: list[Did]) -> tuple[PlayedStep, ...]:
    """Return the steps of a body with the decisions in each of them."""
    steps: list[PlayedStep] = []
    for step, *did in zip(body, *iterations, strict=True):
        decided = tuple(did) if any(each != Did() for each in did) else ()
        steps.append(PlayedStep(**msgspec.structs.asdict(step), did=decided))
    return tuple(steps)


def _decisions(table: Table, body: Body) -> list[Did]:
    """Play a body and return the engine's decisions in each step that the step leaves open."""
    decisions = [Did() for _ in body]
    watch, begun = _Watch(table), 0
    playing = play_each(table, body, "body", watch.record_answer, watch.record_events)
    # If the game has ended, or cannot go on, the later steps have nothing.
    with suppress(FloorjudgeError, StopIteration):
        for index, step in enumerate(body):
            if step.do != "choose" or not index:
                # The steps that choose answer the prompts of this one; costs are paid after that.
                begun = index
                watch.begin(step)
            else:
                watch.is_answered = True
            next(playing)
            decisions[begun] = watch.did()
    return decisions


class _Watch:
    """Collects the engine's own choices in a step and its answers; it `is_answered` if the steps state the choices."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def begin(self, step: Step) -> None:
        """Begin with another step."""
        self._is_in_words, self._makes_mana = isinstance(step.ability, str), False
        self.is_answered = bool(step.targets)
        self._stack = {entry.number for entry in self._table.stack()}
        self._chosen: list[Choice] = []
        self._sources: list[str] = []
        self._added: Counter[str] = Counter()
        self._words, self._by, self._source = "", -1, -1

    def record_answer(self, prompt: Prompt, decision: Decision, names: Names) -> None:
        """Record a decision before the engine makes it."""
        if prompt.kind == "Priority" and not decision.is_pass:
            action = decision.chosen
            self._by, self._source = decision.player, action.source
            player = self._table.player(self._by)
            self._mana, self._energy = Counter(player.mana), player.counters["energy"]
            ability = self._table.ability(action)
            self._words = "" if ability is None else ability.description
            if ability is not None and not ability.makes_mana:
                self._source = -1  # the mana that it gives meanwhile pays for the ability
        elif decision.how == "only" and prompt.kind != "ManaPayment":
            self._chosen += step_of(prompt, decision.chosen, names).choose

    def record_events(self, _: Decision, events: tuple[Event, ...]) -> None:
        """Record the mana abilities among some events."""
        for event in events:
            if event.adds_mana_for == self._by:
                self._added[event.added] += 1
            if event.is_mana_ability and event.source == self._source:
                self._makes_mana = True
            elif event.is_mana_ability:
                self._sources.append(event.source_name or self._table.name(event.source))

    def did(self) -> Did:
        """Return the decisions that the step leaves open."""
        did = Did(
            words="" if self._is_in_words else self._words,
            targets=tuple(self._chosen or ([] if self.is_answered else self._unasked_targets())),
            made=_letters(self._added),
        )
        # The cost of a mana ability cannot be distinguished from its mana.
        if self._by < 0 or self._makes_mana:
            return did
        player = self._table.player(self._by)
        return msgspec.structs.replace(
            did,
            spent=_letters(self._mana + self._added - Counter(player.mana)),
            sources=tuple(self._sources),
            x=max(0, self._energy - player.counters["energy"]),
        )

    def _unasked_targets(self) -> list[Choice]:
        """Return the targets, such as “up to one target”, that the engine has chosen by itself for objects of the step."""
        names, there = Names(self._table), [thing.number for thing in self._table.battlefield()]
        put = (each for each in self._table.stack() if each.number not in self._stack and each.controller == self._by)
        return [(names.refer(number, there),) for each in put for number in each.targets if number in there]


def _letters(mana: Counter[str]) -> str:
    return "".join(LETTERS[word] for word in mana.elements())
