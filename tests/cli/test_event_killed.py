"""`event stdio --db` killed while it works: every acknowledged command is there once, the others can be sent again.

FLOORJUDGE_HYPOTHESIS=thorough kills a hundred times instead of twenty.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sys
import time
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from floorjudge.cli.event.stdio import stdio
from floorjudge.events.service import EventService
from floorjudge.store import open_log
from tests.support.kept_ids import ids_as_sent

KILLS = 100 if os.environ.get("FLOORJUDGE_HYPOTHESIS") == "thorough" else 20
AT_ONCE = 4
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["floorjudge.cli.event.stdio", "floorjudge.store.sqlite", "pytest", __name__])

Json = dict[str, Any]


def serve(file: Path, commands: Connection, answers: Connection) -> None:
    """Be `floorjudge event stdio --db FILE`, with pipes for standard input and output.

    The words of the command line are not parsed anew a hundred times; that is most of the start of a process.
    """
    os.dup2(commands.fileno(), 0)
    os.dup2(answers.fileno(), 1)
    for pipe in (commands, answers):
        pipe.close()
    sys.stdin = os.fdopen(0, "r", encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    stdio(db=str(file))


class Served:
    """A process that serves, from outside: lines in, lines out."""

    def __init__(self, file: Path) -> None:
        their_input, self._input = processes.Pipe(duplex=False)
        self._output, their_output = processes.Pipe(duplex=False)
        self.process: BaseProcess = processes.Process(target=serve, args=(file, their_input, their_output))
        self.process.start()
        their_input.close()
        their_output.close()
        self._unread = b""

    def send(self, command: Json) -> None:
        os.write(self._input.fileno(), json.dumps(command).encode() + b"\n")

    def answer(self) -> Json | None:
        """Return the next whole answer, None when there will be no more."""
        while b"\n" not in self._unread:
            more = os.read(self._output.fileno(), 2**16)
            if not more:
                return None
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        answer: Json = json.loads(line)
        return answer

    def kill(self) -> list[Json]:
        """Kill the process and return the answers that it had still given."""
        self.process.kill()
        self.process.join()
        assert self.process.exitcode == -signal.SIGKILL
        answers = []
        while (answer := self.answer()) is not None:
            answers.append(answer)
        self._input.close()
        self._output.close()
        return answers


class Organiser:
    """Sends commands and keeps book of what was acknowledged, in order; sends again what was not."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.acknowledged: list[str] = []
        self.waiting: list[Json] = []
        self.sent = 0

    def next_command(self) -> Json:
        """Return a command that is possible whatever happened before: most register, some take back."""
        self.sent += 1
        if self.sent == 1:
            return {"id": "1", "do": "open", "name": "Friday"}
        if self.sent % 5 == 0:
            return {"id": str(self.sent), "do": "undo"}
        return {"id": str(self.sent), "do": "register", "player": f"Player {self.sent}"}

    def heard(self, answer: Json) -> None:
        command = self.waiting.pop(0)
        assert answer["ok"], (command, answer)
        self.acknowledged.append(command["id"])

    def work_until_killed(self, file: Path, answers: int) -> None:
        """Send again what is unanswered, go on, and kill the process some moment after so many answers."""
        served = Served(file)
        for command in self.waiting:
            served.send(command)
        for _ in range(answers):
            while len(self.waiting) < AT_ONCE:
                self.waiting.append(self.next_command())
                served.send(self.waiting[-1])
            answer = served.answer()
            assert answer is not None
            self.heard(answer)
        # Without an answer yet, it is somewhere between its start and its first command.
        time.sleep(self.chance.uniform(0, 0.004 if answers else 0.08))
        for answer in served.kill():
            self.heard(answer)


@pytest.mark.server
def test_what_was_acknowledged_is_there_once_and_the_rest_can_be_sent_again(tmp_path: Path) -> None:
    chance = random.Random(47)
    unanswered_and_done = 0
    for evening in range(5):
        file = tmp_path / f"{evening}.db"
        organiser = Organiser(chance)
        for _ in range(KILLS // 5):
            organiser.work_until_killed(file, chance.choice([0, 1, 2, 5, 10]))
            done = commands_in(file, organiser.sent)
            known = [*organiser.acknowledged, *(command["id"] for command in organiser.waiting)]
            assert done[: len(organiser.acknowledged)] == organiser.acknowledged
            assert done == known[: len(done)]
            unanswered_and_done += len(done) - len(organiser.acknowledged)
        assert players_in(file) == players_expected(commands_in(file, organiser.sent))
    # The moment between writing and answering is short: few kills may all miss it.
    assert unanswered_and_done > 0 or KILLS < 100


def commands_in(file: Path, sent: int) -> list[str]:
    """Return the ids of the commands in the one event of a file, in order; `sent` were sent, numbered from 1."""
    with closing(open_log(file)) as log:
        kept = log.tournaments()
        assert len(kept) <= 1
        records = [record for event in kept for record in EventService(log, event.id).records]
    return list(map(str, ids_as_sent(records, map(str, range(1, sent + 2)))))


def players_in(file: Path) -> list[str]:
    with closing(open_log(file)) as log:
        (kept,) = log.tournaments()
        players = EventService(log, kept.id).state.players.values()
        return [player.name for player in sorted(players, key=lambda player: player.number)]


def players_expected(done: list[str]) -> list[str]:
    """Return who is registered after these commands, each done once."""
    players: list[str] = []
    for number in map(int, done[1:]):
        if number % 5:
            players.append(f"Player {number}")
        elif players:
            players.pop()
    return players
