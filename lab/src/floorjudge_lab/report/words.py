"""The words of the report: for verdicts, reasons, kinds and places, and how its numbers are written. It is in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from floorjudge.magic.book.known import STATE_WORDS
from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.texts import render
from floorjudge_lab.rows import Reason, Row, Verdict

Place: TypeAlias = Literal["prerequisites", "state", "mana", "steps", "else"]
_PLACE = re.compile(r"(?P<field>\w+)(?:\[(?P<at>\d+)\])?")
_PLACES: Mapping[str, Place] = {
    "prerequisites": "prerequisites",
    "uses": "state",
    "manaNeeded": "mana",
    "steps": "steps",
}

VERDICT_WORDS: Mapping[Verdict, str] = {
    "certified": "certified",
    "played_out": "played until the game was won; more rounds are not certified",
    "found_without_a_card": "a loop was found that does not need all the cards",
    "undecided": "something came back, and could not be certified",
    "not_found": "no loop was found",
    "not_set_up": "could not be set up",
    "failed": "the process failed",
}
VERDICT_MEANS: Mapping[Verdict, str] = {
    "certified": "The loop was found, all its cards take part, and the certificate states what repeating it does.",
    "played_out": "The engine did the same again and again until the player had won; what more rounds would do is not known.",
    "found_without_a_card": "A loop was found and certified that goes on without one of the cards.",
    "undecided": "A position came back to the one it began with, and no certificate can state what repeating it does.",
    "not_found": "The search ended without anything that comes back. That does not mean that there is no loop.",
    "not_set_up": "No position could be made of what is written down.",
    "failed": "The process that searched was lost: it crashed, hung, or took too much memory. No other row was touched.",
}
REASON_WORDS: Mapping[Reason, str] = {
    "unknown_card": "a card is not among the imported ones",
    "engine_gap": "the engine does not understand a card fully",
    "sentence_not_understood": "a sentence was not understood",
    "time": "the time ran out",
    "depth": "the loop would be longer than the search goes",
    "exhausted": "nothing was left to be tried",
    "certificate_undecided": "what came back could not be certified",
    "card_not_needed": "the loop goes on without one of the cards",
    "crash": "the engine crashed",
    "hang": "the engine did not come to an end",
    "memory": "the memory ran out",
    "not_taken_by_engine": "the engine does not take the position",
    "engines_disagree": "a second engine plays it otherwise",
}
NO_REASON = "no reason is given"
NEXT: Mapping[Reason, str] = {
    "unknown_card": "Import newer card texts, or correct the name in the collection.",
    "engine_gap": "The engine has to learn the card; a newer version may know it.",
    "sentence_not_understood": "Teach floorjudge this kind of sentence; its place is in the table.",
    "time": "Give each row more seconds.",
    "depth": "Search for longer lines of play.",
    "exhausted": "Begin from another position: a permanent, or a card in a hand or a graveyard, may be missing.",
    "certificate_undecided": "Have a judge look at the loop that came back, or give certificates a way to compare what differs.",
    "card_not_needed": "Look for a longer loop in which the card takes part, or ask the collection what it is for.",
    **dict.fromkeys(("crash", "hang"), "Report it to the authors of the engine; --again tries the row once more."),
    "memory": "Give each row more memory, or each machine fewer workers.",
    "not_taken_by_engine": "Write the position down and set it up by hand, to see what the engine refuses.",
    "engines_disagree": "Read the cards and the rules, and record which engine is right.",
}  # fmt: skip
PLACES: Mapping[Place, str] = {
    "prerequisites": "prerequisites",
    "state": "the state of a card",
    "mana": "the mana needed",
    "steps": "steps",
    "else": "elsewhere",
}
_NUMBERED: Mapping[Place, str] = {"prerequisites": "prerequisite", "state": "the state of card", "steps": "step"}
EVIDENCE: Mapping[str, str] = {state: render(STATE_WORDS[state], "en") for state in ("certified", "extended")}
OUTCOMES: Mapping[str, str] = {
    "advance": "as often as its player says",
    "draw": "a draw",
    "ends": "ends by itself",
}
_OTHER_KINDS: Mapping[str, str] = {
    "cards": "cards in a zone",
    "cost": "what it costs its player",
    "result": "how the game ends",
    **{meaning: render(words, "en") for meaning, words in MEANINGS.items()},
}
_FINE, _HOUR = 10, 3600


def kind_words(kind: str) -> str:
    """Return the name of a kind of product; a kind without a name here keeps its own."""
    return _OTHER_KINDS.get(kind, kind)


def gains(row: Row) -> Iterator[str]:
    """Yield the products of a certified loop, its cost to its player, and the end of the game, one phrase each."""
    kinds = dict.fromkeys(each.kind for each in row.produces)
    gives = [kind_words(kind) for kind in kinds if kind not in ("cost", "result")]
    if gives or not kinds:
        yield ", ".join(gives) or "nothing is left over"
    if "cost" in kinds:
        yield "each time its player loses life"
    yield from (each.text for each in row.produces if each.kind == "result")


def certificate_words(row: Row) -> str:
    """Return the evidence for a certified row, and the outcome of its loop; a word without a name here keeps its own."""
    pairs = ((EVIDENCE, row.evidence), (OUTCOMES, row.certificate_verdict))
    return "; ".join(words.get(own, own) for words, own in pairs if own)


def place_of(where: str) -> tuple[Place, int]:
    """Return the kind of place of a sentence, and its number, from 1; 0 if there is only one."""
    match = _PLACE.match(where)
    if match is None:
        return "else", 0
    return _PLACES.get(match["field"], "else"), int(match["at"] or -1) + 1


def place_words(place: Place, at: int) -> str:
    """Return the place of a sentence, such as “prerequisite 2”; `at` is 0 if there is only one."""
    return f"{_NUMBERED[place]} {at}" if at and place in _NUMBERED else PLACES[place]


def number(value: int) -> str:
    """Return a whole number with its digits in groups."""
    return f"{value:,}"


def share(part: int, whole: int) -> str:
    """Return a part of a whole in percent, with a digit after the point if it is small; a dash for no whole."""
    if not whole:
        return "–"
    digits = 1 if 0 < part * _FINE < whole else 0
    return f"{100 * part / whole:.{digits}f}%"


def part_of(part: int, whole: int) -> str:
    """Return a part and its share of the whole: `120 (8%)`."""
    return f"{number(part)} ({share(part, whole)})"


def seconds(value: float) -> str:
    """Return seconds, with a digit after the point; long times as hours."""
    return f"{value / _HOUR:,.1f} h" if value >= _HOUR else f"{value:,.1f} s"


def plural(count: int, one: str, many: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`."""
    return f"{number(count)} {one if count == 1 else many}"
