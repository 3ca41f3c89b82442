"""What a command takes: its arguments and options, declared once in the annotations of its function.

Two readers take them from there: `plain` reads a command line that is as simple as most are, `parser` hands them to typer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, UnionType
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from floorjudge.texts import Text

# As many seconds as one task may be given.
A_DAY = 86_400

# What completes a word: it takes the beginning of the word, and what the words before it give to other parameters.
Completes: TypeAlias = Callable[[str, Mapping[str, Any]], list[str]]


class Parameter(NamedTuple):
    """An argument or an option: what it is for, and, as typer has them, its names, its range and where else a value may come from."""

    said: Text
    is_option: bool
    names: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    metavar: str | None = None
    envvar: str | None = None
    show_default: bool = True
    autocompletion: Completes | None = None


class Declared(NamedTuple):
    """A parameter as a function has it: its name, its type, and, where it is not required, its default."""

    name: str
    hint: Any
    parameter: Parameter
    required: bool
    default: Any

    @property
    def kind(self) -> Any:  # noqa: ANN401 (a type)
        """The type without None: what a value is read as, `list[str]` where there may be several."""
        if isinstance(self.hint, UnionType):
            (kind,) = (each for each in get_args(self.hint) if each is not type(None))
            return kind
        return self.hint

    @property
    def several(self) -> bool:
        """Whether it takes any number of values."""
        return get_origin(self.kind) is list

    @property
    def names(self) -> tuple[str, ...]:
        """The names of an option, such as `--digits`."""
        return self.parameter.names or (f"--{self.name.replace('_', '-')}",)


def argument(said: Text, **more: Any) -> Parameter:  # noqa: ANN401 (each is checked by its name)
    """Return an argument of a command: what it is for, then further fields of `Parameter`."""
    return Parameter(said, is_option=False, **more)


def option(said: Text, *names: str, **more: Any) -> Parameter:  # noqa: ANN401 (each is checked by its name)
    """Return an option of a command: what it is for, its names, then further fields of `Parameter`."""
    return Parameter(said, True, names, **more)  # noqa: FBT003 (beside the argument's)


def seconds_option(said: Text, name: str, *, least: float) -> Parameter:
    """Return an option for seconds of work, from `least` to a day."""
    return option(said, name, min=least, max=A_DAY)


def declared(function: FunctionType) -> list[Declared]:
    """Return the parameters of a command's function, in their order."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    first_default = len(names) - len(defaults)
    hints = get_type_hints(function, include_extras=True)
    found = []
    for index, name in enumerate(names):
        hint, parameter = get_args(hints[name])
        required = index < first_default
        found.append(Declared(name, hint, parameter, required, None if required else defaults[index - first_default]))
    return found
