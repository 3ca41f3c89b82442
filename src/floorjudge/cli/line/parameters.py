"""The parameters of a command, declared once in the annotations of its function.

`plain` reads a simple command line with them, as most are; `parser` passes them to typer for all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, UnionType
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from floorjudge.texts import Text

# The longest time for one task, in seconds.
A_DAY = 86_400

# Completes a word: takes the beginning of the word, and the values of other parameters so far.
Completes: TypeAlias = Callable[[str, Mapping[str, Any]], list[str]]


class Parameter(NamedTuple):
    """An argument or an option: its description and, as in typer, its names, range and other sources of its value."""

    description: Text
    is_option: bool
    names: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    metavar: str | None = None
    envvar: tuple[str, ...] = ()
    show_default: bool = True
    autocompletion: Completes | None = None


class Declared(NamedTuple):
    """A parameter of a function: its name, its type and, if it is optional, its default."""

    name: str
    hint: Any
    parameter: Parameter
    required: bool
    default: Any

    @property
    def kind(self) -> Any:  # noqa: ANN401 (a type)
        """The type of its value without None, `list[str]` if there may be several."""
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


def argument(description: Text, **more: Any) -> Parameter:  # noqa: ANN401 (each is checked by its name)
    """Return an argument of a command: its description, then further fields of `Parameter`."""
    return Parameter(description, is_option=False, **more)


def option(description: Text, *names: str, **more: Any) -> Parameter:  # noqa: ANN401 (each is checked by its name)
    """Return an option of a command: its description, its names, then further fields of `Parameter`."""
    return Parameter(description, True, names, **more)  # noqa: FBT003 (beside the argument's)


def seconds_option(description: Text, name: str, *, least: float) -> Parameter:
    """Return an option for seconds of work, from `least` to a day."""
    return option(description, name, min=least, max=A_DAY)


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
