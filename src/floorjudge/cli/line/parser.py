"""The whole command line for typer, which reads all that is not plain: help, completion, mistakes.

Typer's own messages are English; this module translates them into the language of the run.
"""

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from types import FunctionType
from typing import Annotated, Any, cast

import typer

from floorjudge.cli import output
from floorjudge.cli.errors import BadCommandLine
from floorjudge.cli.line.commands import FLOORJUDGE, Command, Group, Program, function_of
from floorjudge.cli.line.parameters import Declared, declared
from floorjudge.cli.settings import say, settings
from floorjudge.texts import Text, text

# Typer's error for words that it does not understand. Only the newest versions have a public name for it.
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


def run(words: Sequence[str], program: Program = FLOORJUDGE) -> object:
    """Run the command of a program that these words name, and return its answer.

    Raises BadCommandLine if they are wrong, KeyboardInterrupt if the command was interrupted, ReaderGone if the help has lost
    its reader.
    """
    try:
        return _app(words, program)(words, prog_name=program.name, standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except SystemExit as ended:  # what rich, which prints the help, makes of a closed pipe
        if isinstance(ended.__context__, BrokenPipeError):
            raise output.ReaderGone from None
        raise
    except UsageError as error:
        if error.format_message():
            raise BadCommandLine(_not_understood(error)) from None
        return output.BAD_INPUT  # the help has just been printed instead


def _not_understood(error: Exception) -> Text:
    """Return the error for words that typer does not understand, translated from typer's English."""
    message = str(getattr(error, "message", error)).rstrip(".")
    command = getattr(getattr(error, "ctx", None), "command", None)
    if unknown := _NO_SUCH_COMMAND.match(message):
        return _unknown(unknown["name"], getattr(command, "commands", ()))
    if too_much := _TOO_MUCH.match(message):
        return text(
            "this is too much: {words}; put words that belong together in quotation marks", **too_much.groupdict()
        )
    option = getattr(error, "option_name", None)
    if isinstance(option, str):
        if not hasattr(error, "possibilities"):
            return text("a value is missing after {name}", name=option)
        return _unknown(option, [name for each in getattr(command, "params", ()) for name in each.opts])
    parameter = getattr(error, "param", None)
    return Text("{message}", {"message": message}) if parameter is None else _wrong_value(error, parameter)


def _unknown(name: str, known: Iterable[str]) -> Text:
    """Return the error for an unknown command or option, with the most similar known one."""
    if similar := get_close_matches(name, known, n=1):
        if name.startswith("-"):
            return text("there is no option {name}; did you mean {similar}?", name=name, similar=similar[0])
        return text("there is no command {name}; did you mean {similar}?", name=name, similar=similar[0])
    if name.startswith("-"):
        return text("there is no option {name}", name=name)
    return text("there is no command {name}", name=name)


def _wrong_value(error: Exception, parameter: Any) -> Text:  # noqa: ANN401 (as typer has it)
    """Return the error for an option or argument that is missing or cannot have the given value."""
    is_option = parameter.param_type_name == "option"
    # Older versions of typer write the name of an argument in capitals.
    name = max(parameter.opts, key=len) if is_option else parameter.human_readable_name.lower()
    if type(error).__name__ == "MissingParameter":
        return text("{name} is missing", name=name)
    if choices := getattr(parameter.type, "choices", ()):
        return text("{name} is one of {choices}", name=name, choices=", ".join(map(str, choices)))
    least, most = getattr(parameter.type, "min", None), getattr(parameter.type, "max", None)
    if least is not None and most is not None:
        return text("{name} takes a number from {least} to {most}", name=name, least=str(least), most=str(most))
    if least is not None:
        return text("{name} takes a number of at least {least}", name=name, least=str(least))
    if parameter.type.name in {"integer", "int", "float"}:
        return text("{name} takes a number", name=name)
    return text("{name} cannot have this value", name=name)


def _app(words: Sequence[str], program: Program) -> typer.Typer:
    """Return the command line of a program: all names, but only the named command with its options."""
    asked = [*words, *os.environ.get("COMP_WORDS", "").split(), *os.environ.get("_TYPER_COMPLETE_ARGS", "").split()]
    if not _HELP.isdisjoint(words) or (len(words) < 2 and "--version" not in words):
        _put_help_into_our_language()
    app = typer.Typer(
        no_args_is_help=not settings.as_json,
        context_settings={"help_option_names": sorted(_HELP)},
        pretty_exceptions_enable=False,
        help=say(program.help),
    )
    app.callback()(_options(program))
    _add(app, program.commands, asked, program.package)
    return app


def _add(app: typer.Typer, commands: Mapping[str, Command | Group], words: Sequence[str], package: str) -> None:
    """Add commands to a group; do not import functions that the words do not name."""
    for name, command in commands.items():
        after = words[words.index(name) + 1 :] if name in words else None
        if isinstance(command, Command):
            does = _nothing if after is None else for_typer(function_of(command.function, package))
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
            group.callback(invoke_without_command=True)(for_typer(function_of(command.alone, package)))
        _add(group, command.commands, after or (), package)
        app.add_typer(group, name=name, help=say(command.help))


def for_typer(function: FunctionType) -> FunctionType:
    """Return a command's function with its parameters declared for typer, described in the language of the run."""
    double = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    double.__annotations__ = {each.name: Annotated[each.hint, _for_typer(each)] for each in declared(function)}
    return double


def _for_typer(parameter: Declared) -> Any:  # noqa: ANN401 (as typer has it)
    description, is_option, names, *_ = given = parameter.parameter
    more: dict[str, Any] = {
        "help": say(description),
        "min": given.min,
        "max": given.max,
        "metavar": given.metavar,
        "envvar": list(given.envvar) or None,
        "show_default": given.show_default,
        # The reader of a value reports a wrong one.
        "readable": False,
    }
    if parameter.kind is float:
        more["callback"] = _number
    if (completes := given.autocompletion) is not None:

        def completed(context: typer.Context, incomplete: str) -> list[str]:
            return completes(incomplete, context.params)

        completed.__annotations__ = {"context": typer.Context, "incomplete": str}
        more["autocompletion"] = completed
    return typer.Option(*names, **more) if is_option else typer.Argument(**more)


def _number(value: float) -> float:
    # NaN passes every range check.
    if math.isnan(value):
        raise typer.BadParameter(str(value))
    return value


def _nothing() -> None:
    """Stand for a command that is not named."""


def _put_help_into_our_language() -> None:
    """Translate typer's own words in help into the language of the run, in the whole process."""
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
        """Return the parameters of a command, typer's own with help in the language of the run."""
        found = get_params(command, context)
        for each in found:
            sentence = _HELP_OF_TYPER.get(getattr(each, "help", None) or "")
            each.help = say(sentence) if sentence else getattr(each, "help", None)
        return found

    def our_usage(command: object, context: object) -> str:
        """Return the usage of a command in the language of the run."""
        usage = str(get_usage(command, context))
        for words, sentence in _USAGE_OF_TYPER.items():
            usage = usage.replace(words, say(sentence))
        return usage

    kind.get_params, kind.get_usage = our_params, our_usage


def _options(program: Program) -> Callable[..., None]:
    """Declare the options of the whole program for --help; the first two are removed from the words beforehand."""
    everywhere = say(text("May stand anywhere."))
    language = say(text("Language of the answer."))
    as_json_help = say(text("Answer as JSON."))

    def print_version(wanted: bool) -> None:  # noqa: FBT001 (typer calls it)
        if wanted:
            output.print_line(f"{program.name} {program.version}")
            raise typer.Exit

    def options(
        lang: Annotated[
            str,
            typer.Option(
                "--lang",
                metavar="|".join(program.languages),
                help=f"{language} {everywhere}",
                hidden=len(program.languages) == 1,
            ),
        ] = "",
        as_json: Annotated[bool, typer.Option("--json", help=f"{as_json_help} {everywhere}")] = False,
        version: Annotated[
            bool,
            typer.Option("--version", callback=print_version, is_eager=True, help=say(text("Print the version."))),
        ] = False,
    ) -> None:
        """Take the options of every command."""
        del lang, as_json, version

    return options
