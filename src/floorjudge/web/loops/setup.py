"""The loop desk's form: the players, the maintainers of the loop, the steps of an iteration. It is read, carried on, and made into a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from floorjudge.loops import Case
from floorjudge.loops.desk import (
    STEP_FACTS,
    Resource,
    editions,
    facts,
    kept_going_with,
    step_words,
    steps_in,
    sustaining_matters,
    which_steps,
    who_chooses,
    with_facts,
    with_mark,
    with_sustaining,
)
from floorjudge.loops.mtr.cases import Edition, Sustenance
from floorjudge.magic.answer import numbered
from floorjudge.magic.engine.actions import YES
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.reading import JsonObject, TooMany
from floorjudge.texts import Language, Text, render
from floorjudge.web.finder.results import Loop
from floorjudge.web.forms import SentForm, number_in

MOST_PLAYERS = 12
MOST_RESOURCES = 12
# More than any person types; the desk asks about each several times.
MOST_STEPS = 150
BLANK_RESOURCES = 3
_FACTS = frozenset(facts(across_turns=True))
_OPTIONAL = frozenset({"activate", "cast", "play", "attack"})
Sustained: TypeAlias = Literal["actions", "choices", "mixed"]


class Setup(msgspec.Struct, frozen=True):
    """A filled-in form.

    `keeps` are the indexes of the players who keep the loop going; `sustained` is `mixed` if some do so by actions and
    others by choices. `steps` are those of one iteration, one on each line. `true` are the keys of the ticked facts
    (see `floorjudge.loops.desk.facts`), and `reason` is why it is no loop. `sheet` are the resources that an iteration
    changes. `marks` are pairs of a question's key and the index of one of its options. `edition` is the edition of the
    rules. `turn_known`: the form has the question whose turn it is, and its answer.
    """

    players: tuple[str, ...] = ()
    keeps: frozenset[int] = frozenset()
    across_turns: bool = False
    sustained: Sustained = "actions"
    hidden_information: bool = False
    steps: str = ""
    true: frozenset[str] = frozenset()
    reason: str = ""
    sheet: tuple[Resource, ...] = ()
    marks: frozenset[tuple[str, int]] = frozenset()
    edition: Edition = "mtr"
    turn_known: bool = True

    def rows(self, seats: int = 0) -> list[str]:
        """Return the players' fields: those that are filled in, and blank ones up to the `seats` of a table, a few without one."""
        blank = max(0, seats - len(self.players)) if seats else max(2, 4 - len(self.players))
        return [*self.players, *[""] * min(blank, MOST_PLAYERS - len(self.players))]

    def resource_rows(self) -> list[Resource]:
        """Return the lines of the sheet, with a few blank ones."""
        blank = min(BLANK_RESOURCES, MOST_RESOURCES - len(self.sheet))
        return [*self.sheet, *[Resource("", "")] * blank]

    def moved_up(self, index: int) -> Setup:
        """Return the form with a player one place nearer the front; the first one goes to the end."""
        if not 0 <= index < len(self.players):
            return self
        order = list(range(len(self.players)))
        order.insert(max(0, index - 1) if index else len(order), index)
        order.pop(index + 1 if index else 0)
        return self._in_order(order)

    def beginning_with(self, player: str) -> Setup:
        """Return the form with the players in turn order from the one whose turn it is; `turn_known` is false if that is none of them."""
        if player not in self.players:
            return msgspec.structs.replace(self, turn_known=False)
        first, count = self.players.index(player), len(self.players)
        return self._in_order([(first + place) % count for place in range(count)])

    def only(self, kept: Callable[[str], bool]) -> Setup:
        """Return the form with those of its players for whom `kept` is true."""
        return self._in_order([index for index, player in enumerate(self.players) if kept(player)])

    def _in_order(self, order: Sequence[int]) -> Setup:
        keeps = frozenset(new for new, old in enumerate(order) if old in self.keeps)
        return msgspec.structs.replace(self, players=tuple(self.players[old] for old in order), keeps=keeps)

    def hidden_fields(self) -> list[tuple[str, str]]:
        """Return the names and values of hidden fields for the form, without the marks."""
        fields = [("player", player) for player in self.players]
        fields += [("keeps", str(index)) for index in sorted(self.keeps)]
        fields += [("span", "turns" if self.across_turns else "turn")]
        fields += [("sustained", self.sustained)]
        fields += [("hidden", "yes")] if self.hidden_information else []
        fields += [("fact", fact) for fact in sorted(self.true)]
        fields += [("steps", self.steps), ("reason", self.reason), ("edition", self.edition)]
        for line in self.sheet:
            fields += [("r-name", line.name), ("r-start", line.start), ("r-change", line.change), ("r-ends", line.ends)]
        return fields

    def case(self) -> Case:
        """Return the case of the form, without declarations; `rule` checks whether it is consistent."""
        case = self._plain_case()
        for mark in STEP_FACTS:
            if mark in self.true:
                case = with_mark(case, mark, self._marked(mark))
        if sustaining_matters(case):
            for index, player in enumerate(self.players):
                if index in self.keeps:
                    case = with_sustaining(case, player, self._marked(f"keeps-{index}"))
        return with_facts(case, self.true, self.reason)

    def _plain_case(self) -> Case:
        """Return the case without facts and marks."""
        body = steps_in(self.steps, self.players)
        if len(body) > MOST_STEPS:
            raise TooMany(MOST_STEPS, len(body), where="steps")
        return Case(
            turn_order=self.players,
            maintained_by=tuple(player for index, player in enumerate(self.players) if index in self.keeps),
            span="turns" if self.across_turns else "turn",
            sustained_by=self._sustained_by(),
            hidden_information=self.hidden_information,
            body=body,
            edition=self.edition,
        )

    def _sustained_by(self) -> Sustenance | Mapping[str, Sustenance]:
        if self.sustained == "mixed" and self.keeps:
            choosers = self.keeps & self._marked("choosers")
            return {player: "choices" for index, player in enumerate(self.players) if index in choosers}
        return "actions" if self.sustained == "actions" else "choices"

    def _marked(self, key: str) -> frozenset[int]:
        """Return the indexes of the options that were marked for a question."""
        return frozenset(step for name, step in self.marks if name == key)

    def questions(self) -> list[Question]:
        """Return the open questions: which players keep the loop going by a choice, and which steps are meant.

        With fewer than two steps, there is no question about steps.
        """
        case = self._plain_case()
        keepers = [(index, player) for index, player in enumerate(self.players) if index in self.keeps]
        found = []
        if self.sustained == "mixed" and keepers:
            found.append(Question("choosers", who_chooses(), keepers, needed=True))
        if len(case.body) < 2:
            return found
        steps = [(index, step_words(step)) for index, step in enumerate(case.body)]
        asked = facts(across_turns=True)
        found += [
            Question(mark, which_steps(asked[mark]), steps, needed=True) for mark in STEP_FACTS if mark in self.true
        ]
        if self.sustained == "mixed" or sustaining_matters(case):
            found += [
                Question(
                    f"keeps-{index}",
                    kept_going_with(player),
                    steps,
                )
                for index, player in keepers
            ]
        return found

    def has_open_questions(self) -> bool:
        """Return whether a question that needs an answer has none."""
        return any(question.needed and not self._marked(question.key) for question in self.questions())


class Question(msgspec.Struct, frozen=True):
    """A question about single players or steps, which are shown with their indexes; `needed`: at least one must be named."""

    key: str
    label: Text
    options: list[tuple[int, str]]
    needed: bool = False


def read_setup(sent: SentForm) -> Setup:
    """Return a submitted form, without values that our form cannot send."""
    given = sent.every("player")[:MOST_PLAYERS]
    order = [index for index, name in enumerate(given) if name]
    ticked = set(sent.every("keeps"))
    sustained: tuple[Sustained, ...] = get_args(Sustained)
    setup = Setup(
        players=tuple(given[index] for index in order),
        keeps=frozenset(new for new, old in enumerate(order) if str(old) in ticked),
        across_turns=sent["span"] == "turns",
        sustained=next((each for each in sustained if each == sent["sustained"]), "actions"),
        hidden_information=sent["hidden"] == "yes",
        steps=sent.word("steps"),
        true=frozenset(sent.every("fact")) & _FACTS,
        reason=sent.word("reason"),
        sheet=tuple(_resources(sent)),
        marks=frozenset(_marks(sent.every("mark"))),
        edition=next((each for each in editions() if each == sent["edition"]), "mtr"),
    )
    return setup.beginning_with(sent.word("active")) if "asks-turn" in sent.typed else setup


def _resources(sent: SentForm) -> Iterable[Resource]:
    columns = [sent.every(name)[:MOST_RESOURCES] for name in ("r-name", "r-start", "r-change", "r-ends")]
    for line in zip(*columns, strict=False):
        resource = Resource(*line)
        if not resource.is_blank:
            yield resource


def _marks(given: Sequence[str]) -> Iterable[tuple[str, int]]:
    for value in given:
        key, _, written = value.partition(":")
        step = number_in(written, 3)
        if step is not None:
            yield key, step


def setup_from(case: Case) -> Setup:
    """Return the form for a case, to begin again from; without its marks and facts."""
    return Setup(
        players=case.turn_order,
        keeps=frozenset(index for index, player in enumerate(case.turn_order) if player in case.maintained_by),
        across_turns=case.span == "turns",
        sustained="actions" if not case.choosers else "choices" if case.choosers == case.maintained_by else "mixed",
        hidden_information=case.hidden_information,
        steps="\n".join(step_words(step) for step in case.body),
        edition=case.edition,
    )


def filled_in(setup: Setup, loop: Loop, language: Language) -> Setup:
    """Return the form with the facts of a loop of real cards: the maintainers, the steps, the changes."""

    def say(sentence: Text) -> str:
        return render(sentence, language)

    return msgspec.structs.replace(
        setup,
        keeps=frozenset(seat for seat in loop.answer.maintained_by if seat < len(setup.players)),
        steps=loop.steps(say),
        sheet=loop.sheet(say)[:MOST_RESOURCES],
    )


def begun_from(
    asked: Mapping[str, Any],
    cards: Sequence[str],
    steps: Sequence[Text],
    language: Language,
    case: JsonObject | None = None,
) -> Setup:
    """Return the form after a search without a loop: the players, who acts, and a sequence that was tried.

    `asked` is the question of a search or a certificate, `case` the sequence's. Without a sequence, each of the `cards` has a line.
    """
    position = asked.get("position") or asked.get("case") or {}
    named = tuple(position.get("names") or ()) or ("Player 1", "Player 2")
    players = numbered(named[:MOST_PLAYERS], language)
    seat = min(int(position.get("priority") or 0), len(players) - 1)
    lines = [render(step, language) for step in steps] or [f"{players[seat]}: {card}" for card in cards]
    keeps = _acting(read_loop_case(case)) if case else {seat}
    return Setup(players, keeps=frozenset(keeps), steps="\n".join(lines))


def _acting(case: LoopCase) -> Iterator[int]:
    """Yield the seat of the player of each optional step of a sequence: triggered abilities, their targets and orders are none."""
    for step in case.body:
        agrees = step.do == "choose" and any(fold(each.words) == YES for answer in step.choose for each in answer)
        if step.do in _OPTIONAL or agrees:
            yield case.position.priority if step.by is None else int(step.by)
