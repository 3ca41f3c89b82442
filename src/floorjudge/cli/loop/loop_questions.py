"""What the dialogue asks about a loop: who plays, who keeps it going, what one iteration is, what speaks against it."""

from __future__ import annotations

import msgspec

from floorjudge.cli import output
from floorjudge.cli.questions import ask, choose, tick, typed
from floorjudge.cli.settings import say
from floorjudge.loops import Case, JudgesWord, SettledBefore, Step
from floorjudge.loops.checks import check_case
from floorjudge.loops.refusals import not_words
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
    named = tuple(_named(case.turn_order, word) for word in _split(line))
    case = msgspec.structs.replace(case, maintained_by=named)
    check_case(case)
    return case


def _split(line: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split(",") if word.strip())


def _named(players: tuple[str, ...], word: str) -> str:
    """Return the player who is meant, exactly or else in any case of letters; the word itself where nobody is."""
    if word in players:
        return word
    return next((player for player in players if player.casefold() == word.casefold()), word)


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
        before, colon, words = line.partition(":")
        player = _named(players, before.strip())
        own = bool(colon) and player in players and bool(words.strip())
        steps.append(Step(words.strip(), player) if own else Step(line))
    return tuple(steps)


def _sustained(case: Case) -> Case:
    """Ask what keeps the loop going; and where that decides at which step it stops, ask for those steps."""
    kinds = (say(text("actions that players take")), say(text("choices that they make")))
    if choose(text("What keeps it going?"), kinds):
        hidden = choose(text("Does a choice involve hidden information?"), (say(text("no")), say(text("yes"))))
        case = msgspec.structs.replace(case, sustained_by="choices", hidden_information=bool(hidden))
    matters = case.sustained_by == "choices" or (case.span == "turns" and len(case.maintained_by) > 1)
    if matters and len(case.body) > 1:
        for player in case.maintained_by:
            case = msgspec.structs.replace(case, body=_marked_for(case, player))
    return case


def _marked_for(case: Case, player: str) -> tuple[Step, ...]:
    question = text(
        "With which of these steps does {player} keep it going? Nothing if that is not known.", player=player
    )
    marked = tick(question, _words_of(case))
    return tuple(
        msgspec.structs.replace(step, by=player, sustains=True) if index in marked else step
        for index, step in enumerate(case.body)
    )


def _words_of(case: Case) -> tuple[str, ...]:
    return tuple(f"{step.by}: {step.text}" if step.by else step.text for step in case.body)


def _what_speaks_against(case: Case) -> Case:
    """Ask for everything that may keep the loop from being shortcut, or must be told to a judge."""
    facts = _facts(case)
    ticked = tick(
        text("Which of these are true? Their numbers; nothing if none is."), [say(fact) for fact in facts.values()]
    )
    true = {name for index, name in enumerate(facts) if index in ticked}
    for mark in ("conditional", "random", "decision_tree", "converges"):
        if mark in true:
            case = msgspec.structs.replace(case, body=_marked_with(case, mark, facts[mark]))
    return msgspec.structs.replace(
        case,
        varies="relevant" if "relevant" in true else "irrelevant" if "irrelevant" in true else None,
        meaningful_change="meaningful_change" in true,
        settled_before=SettledBefore(changed=False) if "settled" in true else None,
        stalling_suspected="stalling" in true,
        judge=JudgesWord("not_loop", _reason()) if "not_loop" in true else None,
    )


def _facts(case: Case) -> dict[str, Text]:
    facts = {
        "conditional": text("A step hangs on a condition: “if this, then that”."),
        "random": text("A step rests on chance, with more than one thing that can happen."),
        "decision_tree": text("A step rests on a decision tree."),
        "converges": text("A step rests on mathematical convergence."),
        "relevant": text("The iterations differ in something that matters."),
        "irrelevant": text("The iterations differ only in something that does not matter."),
        "settled": text("This loop was settled before, and nothing that matters has changed since."),
        "stalling": text("Somebody suspects that it is there to use up time."),
        "not_loop": text("A judge rules that it is not a loop."),
    }
    if case.span == "turns":
        facts["meaningful_change"] = text("The game changes in a way that matters from one turn cycle to the next.")
    return facts


def _marked_with(case: Case, mark: str, fact: Text) -> tuple[Step, ...]:
    """Return the steps with a mark at those that are named; a loop without steps becomes one of a single step."""
    if len(case.body) <= 1:
        steps, marked = case.body or (Step(),), {0}
    else:
        steps, marked = case.body, _some(fact, case)
    return tuple(
        msgspec.structs.replace(step, **{mark: True}) if index in marked else step for index, step in enumerate(steps)
    )


def _some(fact: Text, case: Case) -> set[int]:
    """Ask which steps a fact is true of: at least one."""
    question = text("“{fact}” Which steps are meant?", fact=fact)
    while not (marked := tick(question, _words_of(case))):
        pass
    return marked


def _reason() -> str:
    def read(line: str) -> str:
        if not line:
            raise not_words("")
        return line

    return ask(text("What is the reason?"), read)
