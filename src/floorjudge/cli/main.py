"""The entry point: determines the language, imports the named command, turns errors into exit codes."""

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from floorjudge.cli import output
from floorjudge.cli.errors import SystemRefuses
from floorjudge.cli.line.commands import FLOORJUDGE, Program
from floorjudge.cli.line.plain import plain_call
from floorjudge.cli.settings import settings, take_settings
from floorjudge.errors import FloorjudgeError, reason_of
from floorjudge.extras import not_installed


def main(arguments: Sequence[str] | None = None, program: Program = FLOORJUDGE) -> None:
    """Run the command line of a program and exit: 0 for every answer, 2 for an error.

    `arguments` are the words after the program's name; by default those of this process.
    """
    _open_what_was_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # JSON is UTF-8 on every system; lone surrogates from a command line become question marks.
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    sys.exit(_finished(list(sys.argv[1:] if arguments is None else arguments), program))


def _open_what_was_closed() -> None:
    """Open the null device for each standard stream that is closed; else the next opened file takes its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (until the end of the process)


def _finished(words: Sequence[str], program: Program) -> int:
    """Run the command line, and return the exit code, also if its answer cannot be written."""
    try:
        return _run(words, program)
    except output.ReaderGone:
        _write_no_more()  # the reader has closed the pipe
        return 0
    except OSError as error:  # the disk is full, for example
        _report_refusal(SystemRefuses(reason_of(error)))
        return output.BAD_INPUT


def _run(words: Sequence[str], program: Program) -> int:
    try:
        words = take_settings(words, program.languages)
        call = plain_call(words, program)
        if call is None:
            from floorjudge.cli.line import parser

            call = partial(parser.run, words, program)
        answer = call()
    except FloorjudgeError as error:
        output.report(error)
        return output.BAD_INPUT
    except ModuleNotFoundError as error:
        absent = not_installed(error)
        if absent is None:
            raise
        output.report(absent)
        return output.BAD_INPUT
    except (EOFError, KeyboardInterrupt):
        sys.stderr.write("\n")
        return output.INTERRUPTED
    return answer if isinstance(answer, int) else 0


def _report_refusal(refused: SystemRefuses) -> None:
    """Report the system's error; on standard error if standard output cannot be written."""
    with suppress(OSError, output.ReaderGone):
        if settings.as_json:
            output.report(refused)
            return
    # The command may have done its work, so the message claims nothing about that.
    sys.stderr.write(f"{refused.message(settings.language)}\n")
    _write_no_more()


def _write_no_more() -> None:
    """Keep the interpreter from complaining when it cannot write the rest of our output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
