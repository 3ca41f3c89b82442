"""The program as a whole: languages, --json, exit codes, help, what is not understood."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import floorjudge as package
from floorjudge.cli import files
from floorjudge.cli import main as run
from floorjudge.cli.event import rounds
from floorjudge.cli.line.commands import COMMANDS, FLOORJUDGE
from floorjudge.cli.line.parser import _app
from floorjudge.cli.settings import settings
from floorjudge.formats import all_formats
from floorjudge.texts import LANGUAGES, Language
from tests.cli.conftest import CommandLine
from tests.support.waiting import PATIENCE


def test_the_version(floorjudge: CommandLine) -> None:
    assert floorjudge("--version") == (0, f"floorjudge {package.__version__}\n", "")


def test_without_a_command_there_is_help_and_nothing_else(floorjudge: CommandLine) -> None:
    for words in ([], ["event"], ["rules"], ["deck"], ["magic"]):
        ran = floorjudge(*words)
        assert (ran.code, ran.err) in ((0, ""), (2, ""))
        assert "Usage: floorjudge" in ran.out
    assert floorjudge.line("event", "--json")["error"]["code"] == "bad_command_line"


def test_what_is_not_understood_is_said_with_what_would_be_right(
    floorjudge: CommandLine, subtests: pytest.Subtests
) -> None:
    for words, detail in [
        (["evnt"], "there is no command evnt; did you mean event?"),
        (["rules", "sow"], "there is no command sow; did you mean show?"),
        (["--nope"], "there is no option --nope"),
        (["event", "register", "Ana", "--alik"], "there is no option --alik; did you mean --alike?"),
        (
            ["event", "new", "Spring", "Open"],
            "this is too much: Open; put words that belong together in quotation marks",
        ),
        (["event", "amend", "1", "1", "16", "0", "0"], "--reason is missing"),
        (["event", "import-players", "a.csv", "--doubles", "both"], "--doubles is one of suffix, leave-out"),
        (["event", "drawn", "1.5"], "table takes a number"),
        (["loop", "sheet", "a", "--digits", "0"], "--digits takes a number of at least 1"),
        (["serve", "--port", "99999"], "--port takes a number from 0 to 65535"),
        (["magic", "find"], "card is missing"),
    ]:
        with subtests.test(words=words):
            ran = floorjudge(*words)
            assert ran.code == 2
            # What the parser says and what we add are two sentences, not one run into the other.
            assert f"({detail}). Add --help to see what is possible." in ran.out + ran.err
    assert floorjudge.refused("nope") == ("bad_command_line", None)


def test_what_is_not_understood_is_said_in_the_language_of_the_reader(floorjudge: CommandLine) -> None:
    for words, said in (
        (["nope"], "no existe el comando nope"),
        (["event", "list", "--nope"], "no existe la opción --nope"),
        (["event", "drawn"], "falta table"),
        (["loop", "rule", "a", "b"], "esto sobra: b; ponga entre comillas las palabras que van juntas"),
        (["loop", "sheet", "a", "--digits"], "falta un valor después de --digits"),
        (["loop", "sheet", "a", "--digits", "many"], "--digits espera un número que sea como mínimo 1"),
    ):
        ran = floorjudge(*words, "--lang", "es")
        assert f"({said})" in ran.out + ran.err
    assert "─ Opciones ─" in floorjudge("event", "list", "--help", "--lang", "es").out
    assert "─ Options ─" in floorjudge("event", "list", "--help").out
    spanish = floorjudge("--help", "--lang", "es").out
    assert not re.search("Usage|OPTIONS|COMMAND |Show|Install |[Cc]ompletion for", spanish)
    assert all(words in spanish for words in ("Uso: floorjudge [OPCIONES]", "Muestra esta ayuda."))


def test_the_database_has_one_name_and_one_variable_for_all_commands(
    floorjudge: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "venue.db"
    floorjudge.done("event", "new", "Friday", "--database", str(file))
    assert "Friday" in floorjudge.done("event", "list", "--db", str(file))
    assert floorjudge.done("owner", "token", "Timer", "--db", str(file))
    for variable in ("FLOORJUDGE_DB", "FLOORJUDGE_DATABASE"):
        with monkeypatch.context() as patched:
            patched.setenv(variable, str(file))
            assert "Friday" in floorjudge.done("event", "list")
            assert floorjudge.done("owner", "token", variable)


def test_json_and_the_language_may_stand_anywhere(floorjudge: CommandLine) -> None:
    floorjudge.done("event", "new", "Friday")
    for words in (["--json", "event", "list"], ["event", "--json", "list"], ["event", "list", "--json"]):
        assert set(json.loads(floorjudge(*words).out)) == {"events"}
    said = {
        floorjudge.done(*words)
        for words in (
            ["--lang", "pt", "event", "tables"],
            ["event", "--lang=pt", "tables"],
            ["event", "tables", "--lang", "PT"],
        )
    }
    assert len(said) == 1
    assert said != {floorjudge.done("event", "tables")}


def test_a_language_that_is_not_spoken(floorjudge: CommandLine) -> None:
    for wrong in ("xx", "", "english", "e"):
        assert floorjudge.refused("event", "list", "--lang", wrong) == ("unknown_language", "--lang")
        assert floorjudge.refused("event", "list", f"--lang={wrong}") == ("unknown_language", "--lang")
    ran = floorjudge("event", "list", "--lang")
    assert (ran.code, "--lang" in ran.err) == (2, True)


def test_the_language_of_the_machine(floorjudge: CommandLine, subtests: pytest.Subtests) -> None:
    for environment, spoken in [
        ({"FLOORJUDGE_LANG": "pt", "LANG": "fr_FR.UTF-8"}, "pt"),
        ({"FLOORJUDGE_LANG": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"FLOORJUDGE_LANG": "", "LC_ALL": "es_AR.UTF-8", "LANG": "fr_FR.UTF-8"}, "es"),
        ({"FLOORJUDGE_LANG": "", "LC_ALL": "eo_XX.UTF-8", "LANG": "pt_BR.UTF-8"}, "en"),
        ({"FLOORJUDGE_LANG": "", "LANG": "eo_XX.UTF-8"}, "en"),
        ({"FLOORJUDGE_LANG": "", "LANG": "C"}, "en"),
        ({"FLOORJUDGE_LANG": "nonsense"}, "en"),
    ]:
        with subtests.test(environment=environment), pytest.MonkeyPatch.context() as patch:
            for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
                patch.delenv(variable, raising=False)
            for variable, value in environment.items():
                patch.setenv(variable, value)
            assert floorjudge("--version").code == 0
            assert settings.language == spoken


def test_one_run_leaves_nothing_for_the_next(floorjudge: CommandLine) -> None:
    floorjudge.done("event", "new", "Friday", "--json")
    assert not floorjudge.done("event", "list").startswith("{")


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command and group."""
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


EVERY_COMMAND = list(commands(typer.main.get_command(_app([], FLOORJUDGE))))


def test_every_command_is_known() -> None:
    assert {path[0] for path in EVERY_COMMAND if path} == set(COMMANDS)
    wanted = (
        "new list describe register import-players rename forget deck close reopen start renew-seed tables report drawn next leave come-back penalty withdraw-penalty amend unreport seat undo random-order standings"
        " log verify export import backup restore delete stdio"
    )
    assert {path[1] for path in EVERY_COMMAND if path[:1] == ("event",) and path[1:]} == set(wanted.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help(floorjudge: CommandLine, language: Language, subtests: pytest.Subtests) -> None:
    for path in EVERY_COMMAND:
        with subtests.test(command=" ".join(path)):
            for option in ("--help", "-h") if language == "en" else ("--help",):
                ran = floorjudge(*path, option, "--lang", language)
                assert (ran.code, ran.err) == (0, "")
                assert " ".join(["floorjudge", *path]) in ran.out
                assert "\x1b" not in ran.out


def test_the_demonstration_plays_an_event_of_any_format_to_its_end(floorjudge: CommandLine) -> None:
    for known in all_formats():
        out = floorjudge.done("demo", "--format", known)
        assert "The event is finished." in out
        assert "Otto (left)" in out
    spanish = floorjudge.done("demo", "--lang", "es")
    assert "Inês" in spanish
    assert "The event is finished." not in spanish
    assert floorjudge.answer("demo")["view"]["stage"] == "finished"
    assert floorjudge.refused("event", "list") == ("no_such_file", "--db")


def test_who_interrupts_gets_no_traceback(started: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rounds, "ask_for_results", interrupted)
    ran = started("event", "report")
    assert (ran.code, ran.out, ran.err.strip()) == (130, "", "")


def test_who_has_read_enough_may_stop_reading() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "floorjudge", "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 0


def in_a_shell(command: str) -> tuple[int, str, str]:
    """Run a line of a shell in which `floorjudge` is the program; return its exit code, output and errors."""
    line = command.replace("floorjudge", f"{shlex.quote(sys.executable)} -m floorjudge", 1)
    ran = subprocess.run(
        ["/bin/sh", "-c", line], input="", capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C"}
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_without_a_standard_stream_there_is_nothing_to_read_or_nobody_to_tell(subtests: pytest.Subtests) -> None:
    for command, code in [
        ("floorjudge loop rule - <&-", 2),
        ("floorjudge loop watch <&-", 0),
        ("floorjudge rules list >&-", 0),
        ("floorjudge rules list >&- 2>&-", 0),
        ("floorjudge loop nope 2>&-", 2),
    ]:
        with subtests.test(command=command, code=code):
            ended, out, err = in_a_shell(command)
            assert ended == code
            assert "Traceback" not in out + err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_an_answer_that_cannot_be_written_says_why() -> None:
    for command in ("floorjudge rules list", "floorjudge --help", "floorjudge loop rule nothing.json"):
        assert in_a_shell(f"{command} >/dev/full") == (2, "", "The system does not allow it: the disk is full.\n")


def test_what_the_system_refuses_is_an_error_like_others(
    floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EACCES, "no")

    monkeypatch.setattr(files, "read_beginning", refuse)
    ran = floorjudge("loop", "rule", "case.json")
    assert (ran.code, json.loads(ran.out)["error"]["code"], ran.err) == (2, "system_refuses", "")


def test_who_interrupts_while_modules_are_read_gets_no_traceback(
    floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[run.__module__], "plain_call", interrupted)
    ran = floorjudge("event", "stdio")
    assert (ran.code, ran.out, ran.err.strip()) == (130, "", "")


def test_the_command_line_of_the_process_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["floorjudge", "--version"])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 0


def test_help_that_has_lost_its_reader_ends_quietly() -> None:
    for words in (["--help"], ["rules"]):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "floorjudge", *words], check=False, stdout=writing, stderr=subprocess.PIPE
            )
        finally:
            os.close(writing)
        assert (ended.returncode, ended.stderr) == (0, b"")
