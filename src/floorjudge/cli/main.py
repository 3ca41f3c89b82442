"""The entry point: settles the language, imports the command that is named, turns errors into exit codes."""

import importlib
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, cast

import typer

from floorjudge import __version__
from floorjudge.cli import output
from floorjudge.cli.commands import COMMANDS, Command, Group
from floorjudge.cli.errors import BadCommandLine
from floorjudge.cli.settings import option, say, settings, take_settings
from floorjudge.errors import FloorjudgeError
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 for every answer, 2 when something could not be done.

    `arguments` are the words after the program's name; without them those of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # JSON is UTF-8 wherever we run; half characters from a command line become question marks.
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    sys.exit(_run(list(sys.argv[1:] if arguments is None else arguments)))


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
    except typer.Abort:
        sys.stderr.write("\n")
        return INTERRUPTED
    except UsageError as error:
        if error.format_message():  # without one, the help has just been printed instead
            output.report(BadCommandLine(_not_understood(error)))
        return BAD_INPUT
    except output.ReaderGone:
        # Whoever read us has seen enough; keep the interpreter from complaining when it closes the pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return answer if isinstance(answer, int) else 0


def _not_understood(error: Exception) -> Text:
    """Say what was not understood; what typer says itself it says in English."""
    option = getattr(error, "option_name", None)
    if isinstance(option, str) and hasattr(error, "possibilities"):
        return text("there is no option {name}", name=option)
    parameter = getattr(error, "param", None)
    if type(error).__name__ == "MissingParameter" and parameter is not None:
        # Older versions write it in capitals.
        return text("{name} is missing", name=parameter.human_readable_name.lower())
    said = str(getattr(error, "message", error)).rstrip(".")
    unknown = _NO_SUCH_COMMAND.match(said)
    return text("there is no command {name}", name=unknown["name"]) if unknown else Text("{said}", {"said": said})


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
