"""Examples in documents: found, run as a reader would run them, and compared with what the document shows.

In a block of console lines `$ ` begins a command, `> ` a line that somebody types while it runs; all else is output.
`...` in the output stands for anything within its line and, alone on a line, for any number of lines.
`python -m tests.docs.transcript DOCUMENT...` writes into documents what the commands of today answer; with `--check` first, it says
where they answer something else.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TextIO
from unittest import mock

from floorjudge.cli.line.commands import FLOORJUDGE, Program
from floorjudge.cli.main import main as run
from floorjudge_lab.cli import PROGRAM as LAB

ROOT = Path(__file__).parents[2]
PROMPT = "> "
PROGRAMS = {program.name: program for program in (FLOORJUDGE, LAB)}
# Setting a checkout up is not for a test's folder: such lines are only read.
SET_UP = ("python3 dev.py ", "git clone ", "source ")
FENCE = re.compile(r"\s*```(\w*)\s*$")
# A document that speaks of an event without opening one finds this one finished.
PLAYED = (
    '$ floorjudge event new Friday --seed "seeds of examples are no secret"',
    "$ floorjudge event register Ana Bo Cy",
    "$ floorjudge event start",
    "$ floorjudge event report 1 16 7 -2",
    "$ floorjudge event next",
    "$ floorjudge event report 1 16 7 -2",
    "$ floorjudge event next",
)


class Block(NamedTuple):
    """A fenced block of a document: the line of its first line, its language, its lines."""

    line: int
    language: str
    lines: tuple[str, ...]


class Step(NamedTuple):
    """A command of a console block, its line in the document, what is typed while it runs, the output that is shown."""

    line: int
    command: str
    typed: tuple[str, ...]
    shown: tuple[str, ...]


class Ran(NamedTuple):
    """What a command answered: its output line by line, and its exit code."""

    output: tuple[str, ...]
    code: int


def blocks(document: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a document."""
    opened: tuple[int, str] | None = None
    held: list[str] = []
    for number, line in enumerate(document.read_text("utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if fence is None:
            held.append(line)
        elif opened is None:
            opened, held = (number + 1, fence[1]), []
        else:
            yield Block(*opened, tuple(held))
            opened = None
    assert opened is None, f"{document}: the block at line {opened} is not closed"


def steps(block: Block) -> Iterator[Step]:
    """Yield the commands of a console block."""
    starts = [index for index, line in enumerate(block.lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"line {block.line}: a console block begins with a command"
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        shown = block.lines[start + 1 : end]
        typed = tuple(line.removeprefix(PROMPT) for line in shown if line.startswith(PROMPT))
        yield Step(block.line + start, block.lines[start].removeprefix("$ "), typed, shown)


def commands(document: Path) -> list[Step]:
    """Return the commands of a document that are run; those that set a checkout up are only read."""
    every = [step for block in blocks(document) if block.language == "console" for step in steps(block)]
    return [step for step in every if not step.command.startswith(SET_UP)]


def matches(shown: Sequence[str], output: Sequence[str]) -> bool:
    """Say whether an output is the one that is shown; nothing shown fits everything, and empty last lines do not count."""
    lines = "\n".join(line.rstrip() for line in shown).rstrip().splitlines()
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else ".*?".join(map(re.escape, line.split("..."))) + r" *\n"
        for line in lines
    )
    return not lines or re.fullmatch(pattern, "\n".join(output).rstrip() + "\n") is not None


def expected_code(step: Step) -> int:
    """Return how a command ends: with 2 where the document shows it refused."""
    return 2 if any(line.startswith("Not done.") for line in step.shown) else 0


class Reader:
    """Somebody who follows one document from its top, in a folder of their own with the examples in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "PWD": str(folder),
            "FLOORJUDGE_DB": str(folder / "events.db"),
            "FLOORJUDGE_LANG": "en",
        }
        (folder / "examples").symlink_to(ROOT / "examples")

    def run(self, step: Step) -> Ran:
        """Run a command: ours in this process, a line for the shell in one."""
        words = shlex.split(step.command)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self._environment[name] = value.replace("$PWD", str(self.folder))
            return Ran((), 0)
        if words[0] in PROGRAMS and not {"|", "<", ">"} & set(words):
            return self._run_here(words[1:], step.typed, PROGRAMS[words[0]])
        done = subprocess.run(
            ["bash", "-c", step.command], cwd=self.folder, env=self._environment, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip
        return Ran(tuple(done.stdout.splitlines()), done.returncode)

    def _run_here(self, words: list[str], typed: Sequence[str], program: Program) -> Ran:
        output, code = io.StringIO(), 0
        with (
            mock.patch.dict(os.environ, self._environment, clear=True),
            mock.patch.object(sys, "stdin", Typed(typed, output)),
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(output),
        ):
            try:
                run(words, program)
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else 1
        return Ran(tuple(output.getvalue().splitlines()), code)


class Typed(io.TextIOWrapper):
    """A keyboard: what is typed appears on the screen, and then nobody types any more."""

    def __init__(self, lines: Sequence[str], screen: TextIO) -> None:
        super().__init__(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), encoding="utf-8")
        self._screen = screen

    def isatty(self) -> bool:
        """Say that a person types."""
        return True

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # typeshed gives the base another name
        """Return a line, and show it; the end of the input shows as a line break."""
        line = super().readline(size)
        self._screen.write(line or "\n")
        return line


def reader_of(document: Path, folder: Path) -> Reader:
    """Return a reader of a document, in an empty folder; with an event behind them when the document takes one for granted."""
    reader = Reader(folder)
    spoken = {tuple(step.command.split()[:3]) for step in commands(document)}
    if any(words[1] == "event" for words in spoken if len(words) == 3) and ("floorjudge", "event", "new") not in spoken:
        for step in steps(Block(0, "console", PLAYED)):
            assert reader.run(step).code == 0, step.command
    return reader


def refreshed(document: Path, folder: Path) -> str:
    """Return a document with the output of each command that shows another one replaced by today's."""
    reader = reader_of(document, folder)
    lines = document.read_text("utf-8").splitlines()
    shift = 0
    for step in commands(document):
        ran = reader.run(step)
        if not matches(step.shown, ran.output):
            first = step.line + shift
            answer = "\n".join(line.rstrip() for line in ran.output).rstrip().splitlines()
            lines[first : first + len(step.shown)] = answer
            shift += len(answer) - len(step.shown)
    return "".join(f"{line}\n" for line in lines)


def differences(document: Path, folder: Path) -> Iterator[str]:
    """Yield what a document's commands answer where that is not what the document shows."""
    reader = reader_of(document, folder)
    for step in commands(document):
        ran = reader.run(step)
        if ran.code != expected_code(step) or not matches(step.shown, ran.output):
            yield f"{document}:{step.line}: $ {step.command}\n" + "\n".join(ran.output)


def main(words: Sequence[str]) -> int:
    """Refresh documents, or check them; return how many answers differ."""
    check = "--check" in words
    wrong: list[str] = []
    for name in words[check:]:
        with TemporaryDirectory() as place:
            if check:
                for difference in differences(Path(name), Path(place)):
                    sys.stdout.write(f"{difference}\n")
                    wrong.append(difference.splitlines()[0])
            else:
                Path(name).write_text(refreshed(Path(name), Path(place)), "utf-8")
    if wrong:
        sys.stdout.write("\n".join(["", "examples: what these answer is not what the document shows:", *wrong, ""]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
