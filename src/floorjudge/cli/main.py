"""The entry point: settles the language, imports the command that is named, turns errors into exit codes."""

import importlib
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from floorjudge import __version__
from floorjudge.cli import output
from floorjudge.cli.commands import COMMANDS, Command, Group
from floorjudge.cli.errors import BadCommandLine, SystemRefuses
from floorjudge.cli.settings import option, say, settings, take_settings
from floorjudge.errors import FloorjudgeError, reason_of
from floorjudge.extras import not_installed
from floorjudge.texts import LANGUAGES, Text, text

BAD_INPUT = 2
INTERRUPTED = 130
# What typer raises for words that it does not understand. It has a public name only in the newest versions.
UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__base__)


_HELP = frozenset({"-h", "--help"})
_HELP_OF_TYPER = {
    "Show this message and exit.": text("Show this help."),
    "Install completion for the current shell.": text("Install completion for the current shell."),
    "Show completion for the current shell, to copy it or customize the installation.": text(
        "Print the completion for the current shell, to install it by hand."
    ),
}
_USAGE_OF_TYPER = {
    "Usage:": text("Usage:"),
    "[OPTIONS]": text("[OPTIONS]"),
    "COMMAND [ARGS]...": text("COMMAND [ARGUMENTS]..."),
}
_NO_SUCH_COMMAND = re.compile(r"No such command '(?P<name>.*?)'")
_TOO_MUCH = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((?P<words>.*)\)", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 for every answer, 2 when something could not be done.

    `arguments` are the words after the program's name; without them those of this process.
    """
    _open_what_was_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # JSON is UTF-8 wherever we run; half characters from a command line become question marks.
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    sys.exit(_finished(list(sys.argv[1:] if arguments is None else arguments)))


def _open_what_was_closed() -> None:
    """Put nothing in the place of a standard stream that we were started without; else the next file opened comes there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (until the end of the process)


def _finished(words: Sequence[str]) -> int:
    """Run the command line, and return the exit code, also when its answer cannot be written."""
    try:
        return _run(words)
    except output.ReaderGone:
        _write_no_more()  # whoever read us has seen enough
        return 0
    except OSError as error:  # the disk is full, say
        _report_refusal(SystemRefuses(reason_of(error)))
        return BAD_INPUT


def _run(words: Sequence[str]) -> int:
    try:
        words = take_settings(words)
        answer = _app(words)(words, prog_name="floorjudge", standalone_mode=False)
    except FloorjudgeError as error:
        output.report(error)
        return BAD_INPUT
    except ModuleNotFoundError as error:
        absent = not_installed(error)
        if absent is None:
            raise
        output.report(absent)
        return BAD_INPUT
    except (typer.Abort, KeyboardInterrupt):  # the second while modules are being imported
        sys.stderr.write("\n")
        return INTERRUPTED
    except UsageError as error:
        if error.format_message():  # without one, the help has just been printed instead
            output.report(BadCommandLine(_not_understood(error)))
        return BAD_INPUT
    return answer if isinstance(answer, int) else 0


def _report_refusal(refused: SystemRefuses) -> None:
    """Say what the system has refused; on standard error where it is standard output that cannot be written."""
    with suppress(OSError, output.ReaderGone):
        if settings.as_json:
            output.report(refused)
            return
    # What was to be answered may have been done, so nothing is said of that.
    sys.stderr.write(f"{refused.message(settings.language)}\n")
    _write_no_more()


def _write_no_more() -> None:
    """Keep the interpreter from complaining when it writes what is left of our output, and cannot."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _not_understood(error: Exception) -> Text:
    """Say what was not understood; what typer says itself it says in English."""
    said = str(getattr(error, "message", error)).rstrip(".")
    if unknown := _NO_SUCH_COMMAND.match(said):
        return text("there is no command {name}", name=unknown["name"])
    if too_much := _TOO_MUCH.match(said):
        return text("this is too much: {words}", words=too_much["words"])
    return _wrong_parameter(error) or Text("{said}", {"said": said})


def _wrong_parameter(error: Exception) -> Text | None:
    """Say what is wrong with an option or an argument; None where the mistake is another one."""
    option, parameter = getattr(error, "option_name", None), getattr(error, "param", None)
    if isinstance(option, str):
        unknown = hasattr(error, "possibilities")
        return (
            text("there is no option {name}", name=option)
            if unknown
            else text("a value is missing after {name}", name=option)
        )
    if parameter is None:
        return None
    if type(error).__name__ == "MissingParameter":
        # Older versions write it in capitals.
        return text("{name} is missing", name=parameter.human_readable_name.lower())
    return text("{name} cannot have this value", name=max(parameter.opts, key=len))


def _app(words: Sequence[str]) -> typer.Typer:
    """Return the command line: all names, but only what the words name with its options."""
    asked = [*words, *os.environ.get("COMP_WORDS", "").split(), *os.environ.get("_TYPER_COMPLETE_ARGS", "").split()]
    if not _HELP.isdisjoint(words) or (len(words) < 2 and "--version" not in words):
        _put_help_into_our_language()
    app = typer.Typer(
        no_args_is_help=not settings.as_json,
        context_settings={"help_option_names": sorted(_HELP)},
        pretty_exceptions_enable=False,
        help=say(text("The tournament rules of card games: run an event, check decks, look up clauses.")),
    )
    app.callback()(_options())
    _add(app, COMMANDS, asked)
    return app


def _add(app: typer.Typer, commands: Mapping[str, Command | Group], words: Sequence[str]) -> None:
    """Add commands to a group; a function that the words cannot mean is not imported."""
    for name, command in commands.items():
        after = words[words.index(name) + 1 :] if name in words else None
        if isinstance(command, Command):
            does = _nothing if after is None else _function(command.function)
            app.command(
                name,
                help=say(command.help),
                context_settings={"ignore_unknown_options": True} if command.takes_numbers else {},
            )(does)
            continue
        group = typer.Typer(
            no_args_is_help=command.alone is None and not settings.as_json,
            epilog=None if command.epilog is None else say(command.epilog),
        )
        if command.alone is not None and after is not None and command.commands.keys().isdisjoint(after):
            group.callback(invoke_without_command=True)(_function(command.alone))
        _add(group, command.commands, after or ())
        app.add_typer(group, name=name, help=say(command.help))


def _function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"floorjudge.cli.{module}"), function)
    return found


def _nothing() -> None:
    """Stand for a command that is not named."""


def _put_help_into_our_language() -> None:
    """Say what typer says itself in help, in English and in the whole process, in the language of the run."""
    from typer import rich_utils as headings
    from typer.core import TyperCommand, TyperGroup

    headings.ARGUMENTS_PANEL_TITLE = say(text("Arguments"))
    headings.OPTIONS_PANEL_TITLE = say(text("Options"))
    headings.COMMANDS_PANEL_TITLE = say(text("Commands"))
    headings.DEFAULT_STRING = say(text("[default: {value}]", value="{}"))
    headings.ENVVAR_STRING = say(text("[environment: {value}]", value="{}"))
    headings.REQUIRED_LONG_STRING = say(text("[required]"))
    for kind in (TyperCommand, TyperGroup):
        _say_in_our_language(kind)


@cache
def _say_in_our_language(kind: Any) -> None:  # noqa: ANN401 (a class of typer's whose base differs between its versions)
    get_params, get_usage = kind.get_params, kind.get_usage

    def our_params(command: object, context: object) -> Any:  # noqa: ANN401 (as typer has it)
        found = get_params(command, context)
        for each in found:
            said = _HELP_OF_TYPER.get(getattr(each, "help", None) or "")
            each.help = say(said) if said else getattr(each, "help", None)
        return found

    def our_usage(command: object, context: object) -> str:
        usage = str(get_usage(command, context))
        for words, said in _USAGE_OF_TYPER.items():
            usage = usage.replace(words, say(said))
        return usage

    kind.get_params, kind.get_usage = our_params, our_usage


def _print_version(wanted: bool) -> None:  # noqa: FBT001 (typer calls it)
    if wanted:
        output.print_line(f"floorjudge {__version__}")
        raise typer.Exit


def _options() -> Callable[..., None]:
    """Return the options of the whole program; the first two are taken out beforehand and stand here for --help."""
    everywhere = say(text("May stand anywhere."))
    language = say(text("Language of the answer."))
    as_json_help = say(text("Answer as JSON."))

    def options(
        lang: Annotated[
            str,
            typer.Option("--lang", metavar="|".join(LANGUAGES), help=f"{language} {everywhere}"),
        ] = "",
        as_json: Annotated[bool, typer.Option("--json", help=f"{as_json_help} {everywhere}")] = False,
        version: Annotated[
            bool,
            option(text("Print the version."), "--version", callback=_print_version, is_eager=True),
        ] = False,
    ) -> None:
        del lang, as_json, version

    return options
