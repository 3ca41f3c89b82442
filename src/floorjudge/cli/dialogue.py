"""`floorjudge loop` without a command: a dialogue about a loop and each player's answer, up to the ruling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, get_args

import msgspec

from floorjudge.cli import output
from floorjudge.cli.errors import DialogueAsJson, FileExists, NoFileName
from floorjudge.cli.line.parameters import option
from floorjudge.cli.questions import ask, choose, says_yes, tick, tick_some, typed
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput
from floorjudge.exact import written_plainly
from floorjudge.loops import Case, JudgesWord, Ruling, Step, answer_value, case_value, rule
from floorjudge.loops.desk import (
    STEP_FACTS,
    facts,
    kept_going_with,
    may_stop_halfway,
    named,
    step_of,
    step_words,
    sustaining_matters,
    which_steps,
    who_chooses,
    with_facts,
    with_mark,
    with_sustaining,
)
from floorjudge.loops.mtr.asking import possibilities
from floorjudge.loops.mtr.cases import Edition, Sustenance, Word, check_case
from floorjudge.loops.mtr.codec import read_saying
from floorjudge.loops.mtr.explain import WORDS, standing_text
from floorjudge.loops.mtr.settling import found_changed, judge_may_find
from floorjudge.reading import NotWords, UnknownChoice
from floorjudge.rulebook import clause, for_people
from floorjudge.texts import render, text

_LONGEST_STEPS = 9


def dialogue(
    edition: Annotated[
        str,
        option(text("Edition of the rules for the dialogue."), "--edition", metavar="|".join(get_args(Edition))),
    ] = "mtr",
) -> int | None:
    """Run the dialogue until there is a ruling, or the input ends."""
    if settings.as_json:
        raise DialogueAsJson
    try:
        talk(edition)
    except EOFError:
        _say_goodbye()
    except KeyboardInterrupt:
        _say_goodbye()
        return output.INTERRUPTED
    return None


def _say_goodbye() -> None:
    output.print_line()
    output.print_text(text("The dialogue ends here. Nothing was saved."))


def talk(edition: str) -> None:
    """Run the dialogue to its end.

    `edition` names the edition to rule by. Raises BadInput if there is no such edition, EOFError if the input ends.
    """
    known: tuple[Edition, ...] = get_args(Edition)
    chosen = next((each for each in known if each == edition), None)
    if chosen is None:
        raise UnknownChoice(known, where="--edition")
    case = _with_judges_word(msgspec.structs.replace(ask_for_loop(chosen), edition=chosen))
    if may_stop_halfway(case, case.turn_order):
        output.print_text(
            text(
                "A number alone means whole iterations; “40 1” means: of iteration 40 only its first step. “10^6” and “a million” are numbers too."
            )
        )
    answer = rule(case)
    while not isinstance(answer, Ruling):
        output.print_line()
        if answer.standing is not None:
            output.print_text(standing_text(answer.standing))
        case = _with_answer(case, answer.player)
        answer = rule(case)
    _read_out(answer)
    _offer_to_keep(case, answer)


def ask_for_loop(edition: Edition) -> Case:
    """Ask for a loop and return its case, without declarations; the first line names the edition of the rules."""
    output.print_text(
        text("A loop, by MTR 4.4 and MSTR 4.4A. Answers can be left empty, or be a dash, where nothing is to be said.")
        if edition == "mstr"
        else text("A loop, by MTR 4.4. Answers can be left empty, or be a dash, where nothing is to be said.")
    )
    case = ask(text("Players in turn order, the active player first, with commas between them:"), _players)
    case = ask(
        text(
            "Who keeps the loop going with an action or a choice that they could leave out? Nothing if no player does."
        ),
        lambda line: _maintained(case, line),
    )
    spans = (say(text("yes")), say(text("no, it runs across turns")))
    across = choose(text("Does the loop stay within one turn?"), spans)
    case = msgspec.structs.replace(case, span="turns" if across else "turn", body=_steps(case.turn_order))
    if case.maintained_by:
        case = _sustained(case)
    return _what_speaks_against(case)


def _players(line: str) -> Case:
    case = Case(_split(line), ())
    check_case(case)
    return case


def _maintained(case: Case, line: str) -> Case:
    maintainers = tuple(named(case.turn_order, word) for word in _split(line))
    case = msgspec.structs.replace(case, maintained_by=maintainers)
    check_case(case)
    return case


def _split(line: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split(",") if word.strip())


def _steps(players: tuple[str, ...]) -> tuple[Step, ...]:
    """Ask for the steps of one iteration; a player's name and a colon before a step make it that player's."""
    output.print_text(
        text(
            "The steps of one iteration, one a line, such as “{player}: attack”; nothing when they are all there, or not needed.",
            player=players[0],
        )
    )
    steps: list[Step] = []
    while line := typed():
        steps.append(step_of(line, players))
    return tuple(steps)


def _sustained(case: Case) -> Case:
    """Ask for the maintainers of the loop; if the stopping step depends on their steps, ask for those too."""
    kinds = [say(text("actions that players take")), say(text("choices that they make"))]
    if len(case.maintained_by) > 1:
        kinds.append(say(text("actions of some of them, choices of others")))
    if kind := choose(text("What keeps it going?"), kinds):
        case = msgspec.structs.replace(case, sustained_by="choices" if kind == 1 else _choosers(case))
        hidden = says_yes(text("Does a choice involve hidden information?"))
        case = msgspec.structs.replace(case, hidden_information=hidden)
    for player in case.maintained_by if sustaining_matters(case) else ():
        case = with_sustaining(case, player, tick(kept_going_with(player), _words_of(case)))
    return case


def _choosers(case: Case) -> dict[str, Sustenance]:
    """Ask which players keep the loop going by a choice: at least one."""
    chosen = tick_some(who_chooses(), case.maintained_by)
    return {case.maintained_by[index]: "choices" for index in sorted(chosen)}


def _words_of(case: Case) -> tuple[str, ...]:
    return tuple(step_words(step) for step in case.body)


def _what_speaks_against(case: Case) -> Case:
    """Ask for the facts that may prevent a shortcut, or that a judge must know."""
    asked = facts(across_turns=case.span == "turns")
    ticked = tick(
        text("Which of these are true? Their numbers; nothing if none is."), [say(fact) for fact in asked.values()]
    )
    true = {name for index, name in enumerate(asked) if index in ticked}
    for mark in STEP_FACTS:
        if mark in true:
            steps = tick_some(which_steps(asked[mark]), _words_of(case)) if len(case.body) > 1 else {0}
            case = with_mark(case, mark, steps)
    return with_facts(case, true, _reason() if "not_loop" in true else "")


def _reason() -> str:
    def read(line: str) -> str:
        if not line:
            raise NotWords(where="")
        return line

    return ask(text("What is the reason?"), read)


def _with_judges_word(case: Case) -> Case:
    """Return the case with a judge's finding, if the rules alone would refuse the loop."""
    while (finding := judge_may_find(case)) is not None:
        found = rule(case)
        if isinstance(found, Ruling):
            _say(found)
        if finding == "changed":
            changed = says_yes(text("Has something that matters changed since the loop was settled?"))
            return found_changed(case) if changed else case
        reason = ask(text("If a judge rules that this is a loop all the same, type the reason; nothing if not."), str)
        if not reason:
            return case
        case = msgspec.structs.replace(case, judge=JudgesWord("loop", reason))
    return case


def _with_answer(case: Case, player: str) -> Case:
    """Return the case with a player's answer; repeat the question until the answer is available to them."""

    def heard(line: str) -> Case:
        says, steps = read_words(line, len(case.body))
        declared = case.declared(player, says, steps)
        rule(declared)
        return declared

    return ask(possibilities(case, player), heard)


def read_words(line: str, body_length: int) -> tuple[int | Word, int | None]:
    """Return a player's typed answer: a word in the language of this run or in English, N, or N and steps.

    `body_length` is how many steps one iteration has; it decides how `40 12` is read: as 40 iterations and 12 steps if
    there are more than 12, else as a number in groups if it is one. Raises BadInput for anything else.
    """
    for word, shown in WORDS.items():
        if line.casefold() in (word, say(shown).casefold()):
            return word, None
    iterations, _, last = (" ".join(line.split())).rpartition(" ")
    whole = written_plainly(line)
    are_steps = last.isascii() and last.isdecimal() and len(last) < _LONGEST_STEPS and not iterations.endswith("^")
    if iterations and are_steps and (0 < int(last) < body_length or not _is_number(whole)):
        return read_saying(written_plainly(iterations), ""), int(last)
    return read_saying(whole, ""), None


def _is_number(written: str) -> bool:
    try:
        read_saying(written, "")
    except BadInput:
        return False
    return True


def _read_out(ruling: Ruling) -> None:
    output.print_line()
    _say(ruling)
    for cited in ruling.clauses:
        output.print_line(f"{for_people(cited)}  {clause(cited).summary.in_language(settings.language)}")


def _say(ruling: Ruling) -> None:
    output.print_line(" ".join(render(sentence, settings.language) for sentence in ruling.sentences))


def _offer_to_keep(case: Case, ruling: Ruling) -> None:
    """Write the case, and the ruling beside it, if a file is named; “floorjudge loop rule” reads the case again."""

    def write(line: str) -> None:
        """Write both files; an empty line is no name."""
        try:
            if line:
                _keep(Path(line), case, ruling)
        except (OSError, ValueError):
            raise NoFileName(line) from None

    output.print_line()
    ask(text("To keep it, type a file name such as loop.json; nothing ends the dialogue."), write)


def _keep(file: Path, case: Case, ruling: Ruling) -> None:
    beside = file.with_name(f"{file.stem}.ruling.json")
    for each in (file, beside):
        if each.exists():
            raise FileExists(str(each))
    for each, value in ((file, case_value(case)), (beside, answer_value(ruling, settings.language))):
        output.write_file(each, json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    output.print_text(text("The case is in {case}, the ruling in {ruling}.", case=str(file), ruling=str(beside)))
