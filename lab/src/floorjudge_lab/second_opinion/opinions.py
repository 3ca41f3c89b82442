"""The opinion of a second engine on a loop: its values, its sentences and its JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from floorjudge.exact import digits
from floorjudge.reading import JsonObject
from floorjudge.texts import Text, counted, text

Status: TypeAlias = Literal["agree", "disagree", "not_understood", "no_answer"]
Right: TypeAlias = Literal["first", "second", "neither"]
Fate: TypeAlias = Literal["won", "lost", "drew", "in"]
_SHOWN = 3


class Difference(msgspec.Struct, frozen=True):
    """An amount (a name of `amounts_of`) that an iteration (from 1; 0: before the loop) changes by `first` here, by `second` there."""

    iteration: int
    name: str
    first: int
    second: int


class GameOver(msgspec.Struct, frozen=True):
    """The end of a game: the iteration (from 1), the step of the body (from 0), and the fate of each player."""

    iteration: int
    step: int
    players: tuple[Fate, ...]


class Impossible(msgspec.Struct, frozen=True):
    """A step (from 0) that the second engine cannot do in an iteration (from 1; 0: before the loop), with the reason."""

    iteration: int
    step: int
    why: str


class Ends(msgspec.Struct, frozen=True):
    """The ends of the game on both engines; None if it did not end, as far as it was played."""

    first: GameOver | None
    second: GameOver | None


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A person's judgement of a disagreement.

    `case` is the hash of the case (`question_hash`), `engine` the second engine. `right` is the engine that follows the
    rules, with the `reason` in English and the deciding `clauses` of the Comprehensive Rules. `cards` are for readers.
    """

    case: str
    engine: str
    cards: tuple[str, ...]
    right: Right
    reason: str
    clauses: tuple[str, ...] = ()


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """The opinion of a second engine.

    `case` is the hash (`question_hash`) by which a judgement finds the case. `first` and `engine` are the engines,
    `commit` is the second one's. `iterations` is the number of compared ones, `end`: both ended the game at the same
    place; `differences`, `ends` and `cannot` are the points of disagreement. `said` is the reason why the second engine
    could not follow, in its own words.
    """

    status: Status
    case: str = ""
    first: str
    engine: str = ""
    commit: str = ""
    iterations: int = 0
    end: bool = False
    differences: tuple[Difference, ...] = ()
    ends: Ends | None = None
    cannot: Impossible | None = None
    said: tuple[str, ...] = ()
    judgement: Judgement | None = None

    @property
    def leaves_certified(self) -> bool:
        """Return whether the certificate stands: the engines agree, or a person judged that the first one is right."""
        return self.status != "disagree" or (self.judgement is not None and self.judgement.right == "first")


def sentences(opinion: Opinion, players: tuple[str, ...]) -> tuple[Text, ...]:
    """Return the sentences of a second opinion; `players` are the names of the players."""
    names = {"first": opinion.first, "second": f"{opinion.engine} {opinion.commit}".strip()}
    if opinion.status == "no_answer":
        return (text("The second engine gave no answer: {said}", said=" ".join(opinion.said)),)
    if opinion.status == "not_understood":
        return (
            text(
                "The second engine ({second}) could not follow, which is no disagreement: {said}",
                second=names["second"],
                said=" ".join(opinion.said[:_SHOWN]),
            ),
        )
    if opinion.status == "agree":
        agreed = counted(
            "Two engines agree ({first}; {second}): they did the same in the first iteration.",
            "Two engines agree ({first}; {second}): they did the same in the first {count} iterations.",
            count=opinion.iterations,
            **names,
        )
        return (agreed, text("They end the game at the same place.")) if opinion.end else (agreed,)
    return _disagreement(opinion, names["second"], players)


def _disagreement(opinion: Opinion, second: str, players: tuple[str, ...]) -> tuple[Text, ...]:
    sentences = [text("Two engines disagree ({first}; {second}).", first=opinion.first, second=second)]
    sentences += (_difference(each) for each in opinion.differences[:_SHOWN])
    if opinion.ends is not None:
        sentences.append(text("Here: {end}", end=_end(opinion.ends.first, players)))
        sentences.append(text("There: {end}", end=_end(opinion.ends.second, players)))
    if opinion.cannot is not None:
        sentences.append(_impossible(opinion.cannot))
    if opinion.judgement is None:
        sentences.append(text("Until a person has judged which is right, nothing is certified."))
        return tuple(sentences)
    words = {
        "first": text("A person has judged that {engine} is right. The reason, in English: {reason}"),
        "second": text(
            "A person has judged that {other} is right, so nothing is certified. The reason, in English: {reason}"
        ),
        "neither": text(
            "A person has judged that neither is right, so nothing is certified. The reason, in English: {reason}"
        ),
    }
    engines = {"engine": opinion.first, "other": second}
    return (*sentences, Text(words[opinion.judgement.right].message, {**engines, "reason": opinion.judgement.reason}))


def _difference(difference: Difference) -> Text:
    gaps = msgspec.structs.asdict(difference)
    if not difference.iteration:
        return text("The steps before the loop change {name} by {first} here, by {second} there.", **gaps)
    return text("Iteration {iteration} changes {name} by {first} here, by {second} there.", **gaps)


def _impossible(cannot: Impossible) -> Text:
    if not cannot.iteration:
        return text("There, step {step} before the loop cannot be done: {why}", step=cannot.step + 1, why=cannot.why)
    return text(
        "There, step {step} of iteration {iteration} cannot be done: {why}",
        step=cannot.step + 1,
        iteration=cannot.iteration,
        why=cannot.why,
    )


def _end(over: GameOver | None, players: tuple[str, ...]) -> Text:
    if over is None:
        return text("the game goes on.")
    gaps = {"step": over.step + 1, "iteration": over.iteration}
    winners = tuple(name for name, fate in zip(players, over.players, strict=False) if fate == "won")
    if not winners:
        return text("the game is over with step {step} of iteration {iteration}, and it is a draw.", **gaps)
    return text(
        "the game is over with step {step} of iteration {iteration}, and {winners} has won.", winners=winners, **gaps
    )


def opinion_value(opinion: Opinion) -> JsonObject:
    """Return the JSON of a second opinion."""
    value: JsonObject = msgspec.to_builtins(opinion)
    for difference in value["differences"]:
        difference |= {"first": digits(difference["first"]), "second": digits(difference["second"])}
    if value["judgement"] is not None:
        value["judgement"] = {name: value["judgement"][name] for name in ("right", "reason", "clauses")}
    return value
