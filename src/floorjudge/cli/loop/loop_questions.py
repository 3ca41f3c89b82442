"""What the dialogue asks about a loop: who plays, who keeps it going, what one iteration is, what speaks against it."""

from __future__ import annotations

import msgspec

from floorjudge.cli import output
from floorjudge.cli.questions import ask, choose, tick, typed
from floorjudge.cli.settings import say
from floorjudge.events.service.loop_desk import (
    STEP_FACTS,
    facts,
    named,
    step_of,
    step_words,
    sustaining_matters,
    with_facts,
    with_mark,
    with_sustaining,
)
from floorjudge.loops import Case, Step
from floorjudge.loops.mtr.cases import check_case
from floorjudge.reading import NotWords
from floorjudge.texts import Text, text


def ask_for_loop() -> Case:
    """Return the loop as the answers describe it, with nothing declared yet."""
    output.print_text(text("A loop, by MTR 4.4. Answers can be left empty, or be a dash, where nothing is to be said."))
    case = ask(text("Players in turn order, the active player first, with commas between them:"), _players)
    case = ask(
        text("Who keeps the loop going with an action or a choice that they could leave out? Nothing if nobody does."),
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
    """Ask for the steps of one iteration; with a player's name and a colon before it, a step is theirs."""
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
    """Ask what keeps the loop going; and where that decides at which step it stops, ask for those steps."""
    kinds = (say(text("actions that players take")), say(text("choices that they make")))
    if choose(text("What keeps it going?"), kinds):
        hidden = choose(text("Does a choice involve hidden information?"), (say(text("no")), say(text("yes"))))
        case = msgspec.structs.replace(case, sustained_by="choices", hidden_information=bool(hidden))
    if sustaining_matters(case):
        for player in case.maintained_by:
            case = _marked_for(case, player)
    return case


def _marked_for(case: Case, player: str) -> Case:
    question = text(
        "With which of these steps does {player} keep it going? Nothing if that is not known.", player=player
    )
    return with_sustaining(case, player, tick(question, _words_of(case)))


def _words_of(case: Case) -> tuple[str, ...]:
    return tuple(step_words(step) for step in case.body)


def _what_speaks_against(case: Case) -> Case:
    """Ask for everything that may keep the loop from being shortcut, or must be told to a judge."""
    asked = facts(across_turns=case.span == "turns")
    ticked = tick(
        text("Which of these are true? Their numbers; nothing if none is."), [say(fact) for fact in asked.values()]
    )
    true = {name for index, name in enumerate(asked) if index in ticked}
    for mark in STEP_FACTS:
        if mark in true:
            case = with_mark(case, mark, _some(asked[mark], case) if len(case.body) > 1 else {0})
    return with_facts(case, true, _reason() if "not_loop" in true else "")


def _some(fact: Text, case: Case) -> set[int]:
    """Ask which steps a fact is true of: at least one."""
    question = text("“{fact}” Which steps are meant?", fact=fact)
    while not (marked := tick(question, _words_of(case))):
        pass
    return marked


def _reason() -> str:
    def read(line: str) -> str:
        if not line:
            raise NotWords(where="")
        return line

    return ask(text("What is the reason?"), read)
