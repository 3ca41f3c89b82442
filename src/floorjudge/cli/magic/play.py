"""`floorjudge magic play`: playing a position choice by choice, and saving the choices as the body of a case."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.errors import FileExists
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.magic.reading import open_library, read_position_file
from floorjudge.cli.questions import ask, choose, numbered, tick
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.magic import Position, Table, set_up
from floorjudge.magic.engine.prompts import Prompt, open_question, prompt_of
from floorjudge.magic.engine.table import Place
from floorjudge.magic.playing.bodies import Body, Step, body_value, step_value
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Played
from floorjudge.magic.playing.playing import play as played_on
from floorjudge.magic.playing.questions import question
from floorjudge.magic.playing.recording import attack_step, block_step, cards_step, options
from floorjudge.magic.playing.seen_by import seen_by
from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.texts import text

UNDO, BOARD, RESOLVE, END = "u", "b", "r", "q"


class PlayAsJson(BadInput):
    sentence = text("This dialogue is for people. A program gives the steps as “body” beside the position.")
    place = "--json"


def play(
    file: Annotated[Path, argument(text("The position, as JSON or in words."))],
    save: Annotated[
        Path | None, option(text("Write the position and the body to this file, as JSON."), "--save")
    ] = None,
) -> int | None:
    """Play until the input ends, or the game is over."""
    if save is not None and save.exists():
        raise FileExists(str(save))
    if settings.as_json:
        raise PlayAsJson
    position = read_position_file(file)
    with open_library() as library:
        dialogue = Dialogue(set_up(position, library))
        doubts = list(doubtful_cards(position, library))
    for doubt in doubts:
        output.print_text(doubt)
    interrupted = False
    try:
        with suppress(EOFError):  # the end of the input ends the play
            dialogue.lead()
    except KeyboardInterrupt:
        interrupted = True
    output.print_line()
    if save is not None:
        try:
            saved(save, position, tuple(dialogue.body))
        except BadInput:
            # The choices played so far survive a failure to write the file.
            print_body(tuple(dialogue.body))
            raise
        output.print_text(text("Steps written to {file}: {count}.", file=str(save), count=len(dialogue.body)))
    else:
        print_body(tuple(dialogue.body))
    return output.INTERRUPTED if interrupted else None


class Dialogue:
    """A game being played in the terminal; `body` has the choices played so far."""

    def __init__(self, table: Table) -> None:
        self.body: list[Step] = []
        self._table = table
        self._places: list[Place] = []

    def lead(self) -> None:
        """Ask and play until the game is over or the player types “q”; raises EOFError if the input ends."""
        output.print_text(
            text(
                "Type the number of what is done. “r”: all players pass until the stack is empty. "
                "“b”: the board. “u”: undo. “q”: end."
            )
        )
        self._show_board()
        while open_question(self._table)[0] != "GameOver":
            if not self._turn():
                return
        output.print_text(text("The game is over."))

    def _turn(self) -> bool:
        """Ask for one choice and play it; return False if the player quits."""
        prompt, names = prompt_of(self._table), Names(self._table)
        chosen = self._combination(prompt, names)
        if chosen is None:
            offered = options(self._table)
            listed = [say(option.label) for option in offered]
            answer = ask(question(prompt, names), lambda line: _read(line, len(listed)), listed)
            if answer == END:
                return False
            if isinstance(answer, str):
                self._command(answer)
                return True
            chosen = offered[answer].step
        self._take(chosen)
        return True

    def _command(self, word: str) -> None:
        if word == BOARD:
            self._show_board()
        elif word == RESOLVE:
            self._take(Step(do="resolve all"))
        elif self.body:
            self.body.pop()
            self._table.go_back(self._places.pop())
            output.print_text(text("The last step is undone."))
        else:
            output.print_text(text("There is nothing to undo."))

    def _take(self, step: Step) -> None:
        place = self._table.place
        try:
            played = played_on(self._table, step)
        except FloorjudgeError as error:
            output.print_line(error.message(settings.language))
            return
        self.body.append(step)
        self._places.append(place)
        self._tell(step, played)

    def _tell(self, step: Step, played: Played) -> None:
        output.print_line(json.dumps(step_value(step), ensure_ascii=False))
        passes = sum(decision.is_pass for decision in played.decisions)
        if passes > 1:
            output.print_text(text("Times that a player passed: {count}.", count=passes))

    def _show_board(self) -> None:
        for line in seen_by(self._table, None):
            output.print_text(line)

    def _combination(self, prompt: Prompt, names: Names) -> Step | None:
        """Ask for a choice of several objects one by one, and return it; None if a list of all choices will do."""
        if prompt.kind == "DeclareAttackers":
            return _attackers(prompt, names)
        if prompt.kind == "DeclareBlockers":
            return _blockers(prompt, names)
        several = any(len(each.cards) > 1 for each in prompt.actions)
        if several and all(each.kind == "SelectCards" for each in prompt.actions):
            pool = prompt.pool
            ticked = tick(question(prompt, names), [names.with_marks(number) for number in pool])
            return cards_step(prompt, [pool[index] for index in sorted(ticked)], names)
        return None


def _read(line: str, many: int) -> int | str:
    return line.lower() if line.lower() in (UNDO, BOARD, RESOLVE, END) else numbered(line or "1", many)


def _attackers(prompt: Prompt, names: Names) -> Step:
    valid, targets = prompt.attackers, prompt.attacked
    ticked = tick(
        text("Which creatures attack? Their numbers; nothing for none."), [names.with_marks(number) for number in valid]
    )
    pairs = []
    for index in sorted(ticked):
        whom = 0
        if len(targets) > 1:
            question = text("Whom does {creature} attack?", creature=names.called(valid[index]))
            whom = choose(question, list(map(names.one, targets)))
        pairs.append((valid[index], targets[whom]))
    return attack_step(prompt, pairs, names)


def _blockers(prompt: Prompt, names: Names) -> Step:
    valid = prompt.blockers
    ticked = tick(
        text("Which creatures block? Their numbers; nothing for none."), [names.with_marks(number) for number in valid]
    )
    pairs = []
    for index in sorted(ticked):
        attackers = prompt.blockable_by(valid[index])
        labels = [names.with_marks(number) for number in attackers]
        which = choose(text("Which attacker does {creature} block?", creature=names.called(valid[index])), labels)
        pairs.append((valid[index], attackers[which]))
    return block_step(prompt, pairs, names)


def saved(file: Path, position: Position, body: Body) -> None:
    """Write a case with the position and the body. Raises BadInput if the file cannot be written."""
    case = {**position_value(position), "body": body_value(body)}
    output.write_file(file, json.dumps(case, ensure_ascii=False, indent=2) + "\n")


def print_body(body: Body) -> None:
    """Print the choices played in the form of a case's body."""
    output.print_raw(json.dumps({"body": body_value(body)}, ensure_ascii=False) + "\n")
