"""Another program that plays cases: a `Question` as a line of JSON in, an `Answer` as a line of JSON out."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import tempfile
import threading
from types import TracebackType
from typing import IO, Self

import msgspec

from floorjudge.errors import BadInput, reason_of
from floorjudge.magic.playing.bodies import Answer as Choice
from floorjudge.magic.playing.bodies import Step
from floorjudge.magic.positions.position import Position
from floorjudge.processes import kill_with_all, last_words
from floorjudge.texts import Text, text
from floorjudge_lab.second_opinion.opinions import GameOver, Impossible

# The most work, which is the same on every machine. The clock is only a distant safety net.
MOST_PRIORITY, SECONDS = 100_000, 600.0
_LONGEST = 10_000_000
_LAST_WORDS = 300


class CannotStart(BadInput):
    code = "second_engine_cannot_start"
    sentence = text(
        "The second engine “{command}” cannot be started ({why}). Name a program that reads cases as lines of JSON, with its arguments."
    )
    place = "--second"
    command: str
    why: Text


class NotAnAnswer(BadInput):
    sentence = text("Its answer cannot be read: {why}")
    place = "answer"
    why: str


class NoAnswer(BadInput):
    sentence = text("It ended. Its last words: {words}")
    place = "answer"
    words: str


class NoAnswerInTime(BadInput):
    sentence = text("Out of time: it said nothing for {seconds} seconds on this computer. Its last words: {words}")
    place = "answer"
    seconds: int
    words: str


class Did(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first engine's own decisions in one iteration of a step.

    `targets` are its choices where there was one possibility, `words` those of the used ability if the step has none;
    `made` and `spent` are mana, a letter each, `sources` the permanents that made what was spent and not in the pool, and
    `x` is the energy that was paid.
    """

    words: str = ""
    targets: tuple[Choice, ...] = ()
    made: str = ""
    spent: str = ""
    sources: tuple[str, ...] = ()
    x: int = 0


class PlayedStep(Step, frozen=True, kw_only=True):
    """A step with the first engine's own decisions, iteration by iteration; none if it decides nothing."""

    did: tuple[Did, ...] = ()


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A case to play: `body` that often (`iterations`, 1 or more), after `before`.

    `most` is how often players may have priority in all.
    """

    id: str = ""
    iterations: int = 1
    most: int = MOST_PRIORITY
    position: Position
    before: tuple[PlayedStep, ...] = ()
    body: tuple[PlayedStep, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer of a second engine to one case.

    `changes` are those of each iteration that was played whole, by the names of `amounts_of`; `before` those of the steps
    before the loop, None if it does not report them. `end` is the end of the game, None if it goes on, and `cannot` the
    first step that the rules do not allow there. `doubts` are the places where steps and engine did not understand each
    other, and `not_played` is the reason if the case was not played at all.
    """

    id: str
    engine: str
    commit: str = ""
    before: dict[str, int] | None = None
    changes: tuple[dict[str, int], ...]
    end: GameOver | None = None
    cannot: Impossible | None = None
    doubts: tuple[str, ...] = ()
    not_played: str | None = None


class SecondEngine:
    """A running program; it is started with the first question, and again after a failure.

    `command` is the program with its arguments as in a shell, `seconds` the longest time for one answer.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self._command, self._seconds = command, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed with this)
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._asked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        self._said.close()

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question, which gets its id here.

        Raises CannotStart if there is no such program, NoAnswer if it fails, NoAnswerInTime if it is silent, and
        NotAnAnswer.
        """
        self._asked += 1
        identity = str(self._asked)
        line = msgspec.json.encode(msgspec.structs.replace(question, id=identity)) + b"\n"
        process = self._process or self._start()
        try:
            _write(process.stdin, line)
            answered = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self._end()
            raise NoAnswerInTime(int(self._seconds), self._last_words()) from None
        except OSError:
            answered = b""
        if not answered.endswith(b"\n"):
            self._end()
            raise NoAnswer(self._last_words())
        try:
            return read_answer(answered, identity)
        except BadInput:
            # A program that loses count of the questions would give the wrong answer to the next one.
            self._end()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(  # noqa: S603 (the user names it)
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise CannotStart(self._command, reason_of(error)) from None
        lines: queue.Queue[bytes] = queue.Queue()
        self._process, self._lines = process, lines
        threading.Thread(target=_read_lines, args=(process.stdout, lines), daemon=True).start()
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        kill_with_all(process)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _last_words(self) -> str:
        return last_words(self._said, _LAST_WORDS) or "-"


def _write(pipe: IO[bytes] | None, line: bytes) -> None:
    if pipe is not None:
        pipe.write(line)
        pipe.flush()


def _read_lines(out: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Put every line into the queue, and an unfinished line as the last one."""
    with contextlib.suppress(ValueError, OSError):
        while (line := out.readline(_LONGEST)).endswith(b"\n"):
            lines.put(line)
    lines.put(b"")


def read_answer(line: bytes, identity: str) -> Answer:
    """Return the answer in a line of JSON to the question of an id; raises NotAnAnswer for any other line."""
    try:
        answer = msgspec.json.decode(line, type=Answer)
    except msgspec.MsgspecError as error:
        raise NotAnAnswer(str(error)) from None
    if answer.id != identity:
        raise NotAnAnswer(f"it has the id {answer.id}, and {identity} was asked")
    return answer
