"""Positions made to catch a wrong claim: each number is worked out by hand, from the words of the cards and the rules alone.

Here an artifact that costs nothing is used again and again; what else is there decides whether, when and how that ends. In the folder
`adversarial` a famous loop of real cards meets one more card, which breaks, limits or changes it: a line for each.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from tests.magic.cases import FOLDER as FAMOUS
from tests.magic.loop_cases import certificate_of
from tests.magic.made_up import DRAIN_ALL, DRAW, GAIN, GIANT, SAPROLING, JsonObject, begun_by_gaining, watched

BUDGET = 0.1
GOOGOL = str(10**100)
LOSE = "{0}: You lose 1 life."
ALL_LOSE = "{0}: Each player loses 1 life."
PING = "{0}: This artifact deals 1 damage to each opponent."
SHOOT = "{0}: This artifact deals 1 damage to target creature."
ALL_DRAW = "{0}: Each player draws a card."
THEY_DRAW = "{0}: Each opponent draws a card."
MILL = "{0}: Mill a card."
ENTERS = "Whenever a creature enters, "


class Fate(NamedTuple):
    """What becomes of a loop that is asked for 10^100 times: the verdict, whole iterations, who wins, and amounts in the end."""

    verdict: str
    iterations: int | None = None
    winner: int | None = None
    after: Mapping[str, str] = MappingProxyType({})


def won(winner: int, iterations: int, **after: str) -> Fate:
    return Fate("ends", iterations, winner, {name.replace("_", "."): amount for name, amount in after.items()})


def drawn(iterations: int) -> Fate:
    """Everybody loses in that iteration."""
    return Fate("draw", iterations)


def used_up(iterations: int) -> Fate:
    """Nobody has won; another iteration is not possible."""
    return Fate("ends", iterations)


def for_ever(**after: str) -> Fate:
    return Fate("advance", 10**100, None, {name.replace("_", "."): amount for name, amount in after.items()})


def refused(winner: int, iterations: int) -> Fate:
    """From turn to turn more changes than which cards are where: that is no loop, and the game ends by its own course."""
    return Fate("refused", iterations, winner)


NOT_KNOWN = Fate("undecided")
DRAWN_FOR_EVER = Fate("draw", 10**100)


def cards(*copies: int) -> list[list[JsonObject]]:
    return [[{"card": "Island", "copies": many}] if many else [] for many in copies]


def counted(engine: str, many: int, **more: Any) -> JsonObject:
    """Return a loop whose engine begins with so many charge counters."""
    case = watched(engine, **more)
    case["battlefield"][0][0]["counters"] = {"charge": many}
    return case


def shot(text: str, toughness: int) -> JsonObject:
    giant = {**GIANT, "text": text, "toughness": str(toughness)}
    return watched(SHOOT, target="Big", opposing=[{"card": "Big"}], cards=[giant])


def across_turns(engine: str = GAIN, **more: Any) -> JsonObject:
    """Return a loop whose iterations are turns of its player: the opponent's turn is passed through."""
    case = watched(engine, **more)
    turns = [
        {"do": "to step", "step": "end step"},
        {"do": "to step", "step": "upkeep"},
        {"do": "to step", "step": "main"},
    ]
    return {**case, "body": [*case["body"], *turns, *turns]}


PLATINUM = {"card": "Platinum Angel"}
MANIAC = {"card": "Laboratory Maniac"}
SHIELD = {"name": "Shield", "type": "Enchantment", "text": "Prevent all damage that would be dealt to you."}
POSITIONS: dict[str, tuple[JsonObject, Fate]] = {
    # Life. Who has none left loses in the iteration in which that is so; nobody with Platinum Angel does.
    "twenty lives, one by one": (watched(DRAIN_ALL), won(0, 20, life_1="0")),
    "twenty lives, three by three": (watched("{0}: Each opponent loses 3 life."), won(0, 7, life_1="-1")),
    "a single life": (watched(DRAIN_ALL, life=[20, 1]), won(0, 1)),
    "a million lives": (watched(DRAIN_ALL, life=[20, 10**6]), won(0, 10**6)),
    "one's own twenty lives": (watched(LOSE), won(1, 20, life_0="0")),
    "both have twenty": (watched(ALL_LOSE), drawn(20)),
    "they have fewer": (watched(ALL_LOSE, life=[20, 15]), won(0, 15)),
    "one has fewer oneself": (watched(ALL_LOSE, life=[15, 20]), won(1, 15)),
    "two opponents at once": (watched(DRAIN_ALL, players=3, life=[20, 5, 5]), won(0, 5)),
    "two opponents one after the other": (watched(DRAIN_ALL, players=3, life=[20, 5, 9]), won(0, 9)),
    "all three at once": (watched(ALL_LOSE, players=3, life=[5, 5, 5]), drawn(5)),
    "they cannot lose": (watched(DRAIN_ALL, opposing=[PLATINUM]), for_ever(life_1=str(20 - 10**100))),
    "one cannot lose oneself": (watched(LOSE, board=[PLATINUM]), for_ever(life_0=str(20 - 10**100))),
    "one cannot lose, and they do": (watched(ALL_LOSE, board=[PLATINUM]), won(0, 20, life_0="0")),
    "one cannot lose, and they cannot win": (
        watched(ALL_LOSE, board=[PLATINUM], life=[5, 20]),
        won(0, 20, life_0="-15"),
    ),
    "one cannot win": (watched(DRAIN_ALL, board=[{"card": "Abyssal Persecutor"}]), for_ever(life_1=str(20 - 10**100))),
    # Damage, and what prevents it: loss of life is none.
    "damage": (watched(PING), won(0, 20)),
    "damage that is prevented": (watched(PING, opposing=[{"card": "Shield"}], cards=[SHIELD]), for_ever(life_1="20")),
    "loss of life is not prevented": (watched(DRAIN_ALL, opposing=[{"card": "Shield"}], cards=[SHIELD]), won(0, 20)),
    "damage until the creature dies": (shot("", 25), used_up(25)),
    "damage on what is indestructible": (shot("Indestructible", 25), for_ever()),
    "damage on what is very large": (shot("", 4321), used_up(4321)),
    # Libraries: only a draw from an empty one loses, in the iteration after the last card.
    "drawing five cards": (watched(DRAW, library=cards(5, 0)), won(1, 6)),
    "drawing no card": (watched(DRAW, library=cards(0, 5)), won(1, 1)),
    "drawing sixty cards": (watched(DRAW, library=cards(60, 0)), won(1, 61)),
    "all draw, as many": (watched(ALL_DRAW, library=cards(5, 5)), drawn(6)),
    "all draw, they have fewer": (watched(ALL_DRAW, library=cards(5, 3)), won(0, 4)),
    "they draw": (watched(THEY_DRAW, library=cards(1, 7)), won(0, 8)),
    "drawing without losing": (watched(DRAW, library=cards(4, 0), board=[PLATINUM]), for_ever(library_0="0")),
    "drawing to win": (watched(DRAW, library=cards(4, 0), board=[MANIAC]), won(0, 5)),
    "they draw and have the Maniac": (watched(THEY_DRAW, library=cards(1, 4), opposing=[MANIAC]), won(1, 5)),
    "milling oneself": (watched(MILL, library=cards(6, 0)), for_ever(library_0="0")),
    "milling them": (watched("{0}: Each opponent mills two cards.", library=cards(0, 7)), for_ever(library_1="0")),
    "surveilling nothing": (watched("{0}: Surveil 1.", library=cards(0, 3)), for_ever()),
    "scrying nothing": (watched("{0}: Scry 1.", library=cards(0, 3)), for_ever()),
    # Poison, by number and not by life.
    "poison for them": (watched("{0}: Each opponent gets a poison counter."), won(0, 10)),
    "poison for oneself": (watched("{0}: You get a poison counter."), won(1, 10)),
    "two poison counters each time": (watched("{0}: Each opponent gets two poison counters."), won(0, 5)),
    "poison and Platinum Angel": (watched("{0}: You get a poison counter.", board=[PLATINUM]), for_ever()),
    # Thresholds, in digits and in words, that are reached where the engine can be brought to.
    "a hundred lives win": (
        watched(GAIN, "Whenever you gain life, if you have 100 or more life, you win the game."),
        won(0, 80),
    ),
    "a hundred lives in words": (
        watched(GAIN, "Whenever you gain life, if you have one hundred or more life, you win the game."),
        won(0, 80),
    ),
    "a million lives win": (
        watched(GAIN, "Whenever you gain life, if you have 1000000 or more life, you win the game."),
        won(0, 999_980),
    ),
    "as many lives as the engine cannot hold": (
        watched(GAIN, "Whenever you gain life, if you have 4000000000 or more life, you win the game."),
        NOT_KNOWN,
    ),
    "ten creatures lose": (
        watched(SAPROLING, ENTERS + "if you control ten or more creatures, you lose the game."),
        won(1, 10),
    ),
    "more than ten creatures lose": (
        watched(SAPROLING, ENTERS + "if you control eleven or more creatures, you lose the game."),
        won(1, 11),
    ),
    "ten creatures drain": (
        # The tenth creature and each after it: 20 of them.
        watched(SAPROLING, ENTERS + "if you control ten or more creatures, each opponent loses 1 life."),
        won(0, 29),
    ),
    "too many creatures to try": (
        watched(SAPROLING, ENTERS + "if you control 9000 or more creatures, you lose the game."),
        NOT_KNOWN,
    ),
    "three lives or fewer": (
        # Bo is at 3 after 17, and loses then.
        watched(
            DRAIN_ALL, "Whenever an opponent loses life, if that player has 3 or less life, that player loses the game."
        ),
        won(0, 17),
    ),
    # Once each turn.
    "a trigger once each turn": (
        watched(SAPROLING, ENTERS + "you gain 1 life. This ability triggers only once each turn."),
        for_ever(life_0="21"),
    ),
    "an ability once each turn": (watched(GAIN + " Activate only once each turn."), used_up(1)),
    "a drain once each turn": (
        watched(
            SAPROLING, ENTERS + "each opponent loses 1 life. This ability triggers only once each turn.", life=[20, 2]
        ),
        for_ever(life_1="1"),
    ),
    # What is used up.
    "four charge counters": (counted("Remove a charge counter from this artifact: You gain 1 life.", 4), used_up(4)),
    "a thousand charge counters": (
        counted("Remove a charge counter from this artifact: You gain 1 life.", 1000),
        used_up(1000),
    ),
    "more counters than tokens can be held": (
        counted("Remove a charge counter from this artifact: Create a 1/1 green Saproling creature token.", 700),
        NOT_KNOWN,
    ),
    "two counters each time, an odd number": (
        counted("Remove two charge counters from this artifact: You gain 1 life.", 7),
        used_up(3),
    ),
    "life is paid": (watched("Pay 1 life: Create a 1/1 green Saproling creature token.", life=[6, 20]), won(1, 5)),
    "two lives are paid, an odd number": (
        watched("Pay 2 life: Draw a card.", life=[7, 20], library=cards(9, 0)),
        used_up(3),
    ),
    "creatures are sacrificed": (
        watched("Sacrifice a creature: You gain 1 life.", board=[{"card": "Grizzly Bears", "copies": 5}]),
        used_up(5),
    ),
    "cards are discarded": (watched("Discard a card: You gain 1 life.", hand=[["Island"] * 3, []]), used_up(3)),
    "mana is paid": (watched("{1}: You gain 1 life.", mana=["5", ""]), used_up(5)),
    "it is tapped": (watched("{T}: You gain 1 life."), used_up(1)),
    # Mandatory.
    "life for ever": (begun_by_gaining("Whenever you gain life, you gain 1 life."), DRAWN_FOR_EVER),
    "life until a hundred": (
        # 21 lives before the first iteration, one more with each.
        begun_by_gaining(
            "Whenever you gain life, you gain 1 life. Then if you have 100 or more life, you win the game."
        ),
        won(0, 79),
    ),
    "life until they are drained": (
        begun_by_gaining("Whenever you gain life, each opponent loses 1 life and you gain 1 life.", life=[20, 8]),
        won(0, 8),
    ),
    "drained without losing": (
        begun_by_gaining(
            "Whenever you gain life, each opponent loses 1 life and you gain 1 life.", opposing=[PLATINUM]
        ),
        DRAWN_FOR_EVER,
    ),
    "drawing until the library is empty": (
        begun_by_gaining("Whenever you gain life, draw a card and you gain 1 life.", library=cards(9, 0)),
        won(1, 10),
    ),
    "drawing and never losing": (
        begun_by_gaining(
            "Whenever you gain life, draw a card and you gain 1 life.", library=cards(9, 0), board=[PLATINUM]
        ),
        DRAWN_FOR_EVER,
    ),
    "milling until the library is empty": (
        begun_by_gaining("Whenever you gain life, mill a card and you gain 1 life.", library=cards(9, 0)),
        DRAWN_FOR_EVER,
    ),
    # Across turns the cards that are drawn make another position each time.
    # The opponent's turn comes first, in which there is no card left after sixteen turns.
    "a life each turn": (across_turns(library=cards(16, 16)), refused(0, 16)),
    "nothing but the draws of the turns": (across_turns("{0}: Scry 0.", library=cards(16, 16)), NOT_KNOWN),
    "a token each turn": (across_turns(SAPROLING, library=cards(16, 16)), refused(0, 16)),
}
QUICK = {
    "twenty lives, three by three", "both have twenty", "they cannot lose", "damage on what is very large", "drawing five cards",
    "drawing to win", "milling oneself", "as many lives as the engine cannot hold", "a thousand charge counters", "life for ever",
}  # fmt: skip


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.3", "CR shortcuts.4")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.engine]) for name in POSITIONS]
)
def test_what_is_claimed_was_worked_out_by_hand(name: str, library: CardLibrary) -> None:
    case, fate = POSITIONS[name]
    found = certificate_of(case, library, GOOGOL, BUDGET)
    assert found["verdict"] == fate.verdict, found["text"]
    if fate is NOT_KNOWN:
        assert found["evidence"] == "undecided"
        return
    stop = found["stopped_by"] or {"winner": None}
    assert (found["iterations"], stop["winner"]) == (str(fate.iterations), fate.winner)
    assert {name: found["after"].get(name, "0") for name in fate.after} == fate.after


FOLDER = Path(__file__).parent / "adversarial"
KINDS = ("goes on", "goes on for ever", "won", "lost", "drawn", "stops", "no loop", "refused")
WITH_REAL_CARDS = 0.1


class Line(NamedTuple):
    """A famous loop with more cards, and what the rules say of it; `name` is that of the loop and what was added.

    `kind` is one of KINDS. `much` is the number of whole iterations, the change of each where the loop goes on, the step that is not possible
    the first time, as `step_name` says it, or the clause that refuses the loop. `undecided` is an answer as well where the engine cannot play a card.
    """

    name: str
    case: JsonObject
    kind: str
    much: Any
    each: Mapping[str, int] | None
    after: Mapping[str, int]
    undecided: bool


def lines_by_loop() -> Iterator[Any]:
    """Yield the lines of all files of the folder, those of one loop together, the quick ones apart from those that take long."""
    groups: dict[tuple[str, bool], list[Line]] = defaultdict(list)
    own = json.loads((FOLDER / "loops.json").read_text("utf-8"))
    for file in sorted(FOLDER.glob("*.jsonl")):
        for row in map(json.loads, file.read_text("utf-8").splitlines()):
            loop = own.get(row["loop"]) or json.loads((FAMOUS / f"{row['loop']}.json").read_text("utf-8"))
            case = {**loop, **row.get("set", {})}
            boards = case["battlefield"]
            added = [row.get("own", []), row.get("their", []), *([] for _ in boards[2:])]
            case["battlefield"] = [board + more for board, more in zip(boards, added, strict=True)]
            kind = next(kind for kind in KINDS if kind in row)
            each = row[kind] if kind.startswith("goes on") and "after" not in row else row.get("each")
            names = ", ".join(card if isinstance(card, str) else card["card"] for side in added for card in side)
            name = f"{row['loop']} + {names or row['why']}"
            line = Line(name, case, kind, row[kind], each, row.get("after", {}), row.get("undecided", False))
            groups[row["loop"], "slow" in row].append(line)
    for (loop, slow), group in groups.items():
        yield pytest.param(group, id=f"{loop}{', slow' if slow else ''}", marks=[pytest.mark.engine] if slow else [])


def certified(case: JsonObject, library: CardLibrary) -> JsonObject | str:
    """Return the certificate, or the step that is not possible the first time."""
    try:
        return certificate_of(case, library, GOOGOL, WITH_REAL_CARDS)
    except BadInput as error:
        return step_name(case, error.where or "nowhere")


def step_name(case: JsonObject, where: str) -> str:
    """Return a step by what it does, such as `activate bear`, with its number among steps that do the same; other places as they are."""
    found = re.fullmatch(r"(body|before)\[(\d+)\]", where)
    if found is None:
        return where
    steps = [_does(each) for each in case[found[1]]]
    index = int(found[2])
    nth = steps[: index + 1].count(steps[index])
    return steps[index] if steps.count(steps[index]) == 1 else f"{steps[index]} ({nth})"


def _does(step: JsonObject) -> str:
    about = [step.get("source"), step.get("ability"), step.get("answer")]
    return " ".join([step["do"], *(str(each) for each in about if each is not None)])


def ending(found: JsonObject) -> tuple[str, str | None]:
    """Return what a certificate says of where a loop ends, in the words of a line: the kind, and how many whole iterations."""
    verdict, stop = str(found["verdict"]), found["stopped_by"]
    if verdict == "refused":
        return verdict, " ".join(found["clauses"])
    if stop is None:
        return {"advance": "goes on", "draw": "goes on for ever"}.get(verdict, verdict), None
    if verdict == "ends":
        return {0: "won", 1: "lost", None: "stops"}[stop["winner"]], found["iterations"]
    return {"draw": "drawn"}.get(verdict, verdict), found["iterations"]


def amounts(shown: Mapping[str, str]) -> dict[str, int]:
    """Return what changes, each thing once: not a size besides its counters, nor those in a state besides all of a name."""
    return {
        name: int(much)
        for name, much in shown.items()
        if not name.startswith(("power.", "toughness.")) and "(" not in name
    }


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.3", "CR shortcuts.4")
@pytest.mark.parametrize("group", list(lines_by_loop()))
def test_a_famous_loop_with_one_more_card(group: list[Line], library: CardLibrary, subtests: pytest.Subtests) -> None:
    for line in group:
        with subtests.test(line.name):
            check_line(line, library)


def check_line(line: Line, library: CardLibrary) -> None:
    case = {key: value for key, value in line.case.items() if key not in ("about", "expected")}
    found = certified(case, library)
    if isinstance(found, str):
        assert (line.kind, line.much) == ("no loop", found)
        return
    if line.undecided and found["verdict"] == "undecided":
        return
    assert ending(found) == (line.kind, None if line.kind.startswith("goes on") else str(line.much)), found["text"]
    assert line.each is None or amounts(found["per_iteration"]) == line.each
    assert {name: int(found["after"].get(name, "0")) for name in line.after} == line.after
