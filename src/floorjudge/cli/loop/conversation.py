"""The dialogue: a loop is asked for, then each player in order, then the ruling is read out and can be kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import msgspec

from floorjudge.cli import output, refusals
from floorjudge.cli.loop.loop_questions import ask_for_loop
from floorjudge.cli.questions import ask
from floorjudge.cli.settings import say, settings
from floorjudge.events.service.loop_desk import may_stop_halfway
from floorjudge.loops import Case, JudgesWord, Ruling, answer_value, case_value, rule
from floorjudge.loops.errors import NoDeclaration
from floorjudge.loops.mtr.asking import possibilities
from floorjudge.loops.mtr.cases import Edition, Word
from floorjudge.loops.mtr.codec import read_saying
from floorjudge.loops.mtr.explain import end_of
from floorjudge.reading import UnknownChoice
from floorjudge.rulebook import clause
from floorjudge.texts import Text, render, text


def talk(edition: str) -> None:
    """Lead the dialogue to its end.

    `edition` is the one by which the loop is ruled. Raises BadInput when there is none of that name, EOFError when nobody
    answers any more.
    """
    known: tuple[Edition, ...] = get_args(Edition)
    chosen = next((each for each in known if each == edition), None)
    if chosen is None:
        raise UnknownChoice(known, where="--edition")
    case = _heard_by_a_judge(msgspec.structs.replace(ask_for_loop(), edition=chosen))
    if may_stop_halfway(case):
        output.print_text(
            text(
                "A number alone means whole iterations; “40 1” means: of iteration 40 only its first step. 10^6 is a number too."
            )
        )
    answer = rule(case)
    while not isinstance(answer, Ruling):
        output.print_line()
        if answer.standing is not None:
            output.print_text(text("So far the loop stops at {point}.", point=end_of(answer.standing)))
        case = _with_answer(case, answer.player)
        answer = rule(case)
    _read_out(answer)
    _offer_to_keep(case, answer)


def _heard_by_a_judge(case: Case) -> Case:
    """Return the case with a judge's word, where the rules alone would not let the players be asked and a judge differs."""
    found = rule(case)
    if case.judge is not None or not isinstance(found, Ruling):
        return case
    _say(found)
    reason = ask(text("If a judge rules that this is a loop all the same, type the reason; nothing if not."), str)
    return msgspec.structs.replace(case, judge=JudgesWord("loop", reason)) if reason else case


def _with_answer(case: Case, player: str) -> Case:
    """Return the case with what a player says, asked until it is something that they may say."""

    def heard(line: str) -> Case:
        says, steps = read_words(line)
        declared = case.declared(player, says, steps)
        rule(declared)
        return declared

    return ask(possibilities(case, player), heard)


def read_words(line: str) -> tuple[int | Word, int | None]:
    """Return what was typed for a player: a word in the language of this run or in English, N, or N and steps.

    Raises BadInput when it is nothing of that.
    """
    for word, said in _words().items():
        if line.casefold() in (word, say(said).casefold()):
            return word, None
    parts = line.replace(" ^ ", "^").split()
    if len(parts) == 2 and parts[1].isdecimal() and len(parts[1]) < 9:
        return read_saying(parts[0], ""), int(parts[1])
    if len(parts) != 1:
        raise NoDeclaration
    return read_saying(parts[0], ""), None


def _words() -> dict[Word, Text]:
    return {"agree": text("agree"), "indefinitely": text("indefinitely"), "none": text("none")}


def _read_out(ruling: Ruling) -> None:
    output.print_line()
    _say(ruling)
    for cited in ruling.clauses:
        output.print_line(f"{cited}  {clause(cited).summary.said_in(settings.language)}")


def _say(ruling: Ruling) -> None:
    output.print_line(" ".join(render(sentence, settings.language) for sentence in ruling.sentences))


def _offer_to_keep(case: Case, ruling: Ruling) -> None:
    """Write the case, and the ruling beside it, if a file is named; “floorjudge loop rule” reads the case again."""

    def kept(line: str) -> None:
        try:
            if line:
                _keep(Path(line), case, ruling)
        except (OSError, ValueError):
            raise refusals.no_file_name(line) from None

    output.print_line()
    ask(text("To keep it, type a file name such as loop.json; nothing ends the dialogue."), kept)


def _keep(file: Path, case: Case, ruling: Ruling) -> None:
    beside = file.with_name(f"{file.stem}.ruling.json")
    for each in (file, beside):
        if each.exists():
            raise refusals.file_exists(str(each))
    for each, value in ((file, case_value(case)), (beside, answer_value(ruling, settings.language))):
        output.write_file(each, json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    output.print_text(text("The case is in {case}, the ruling in {ruling}.", case=str(file), ruling=str(beside)))
