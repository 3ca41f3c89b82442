"""What holds for a whole run of the command line: the language, and whether a machine reads the answer.

`--lang` and `--json` may stand anywhere in the command line, so they are taken out of it before a command is looked up;
arguments and options of commands say in that language what they are for.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import typer

from floorjudge.cli.errors import UnknownLanguage
from floorjudge.texts import LANGUAGES, Language, Text, render

# Commands for programs: they answer in JSON, errors too, without being asked.
ALWAYS_JSON = {("event", "stdio"), ("loop", "rule"), ("loop", "sheet"), ("loop", "watch"), ("shortcut", "settle")}


# As many seconds as one task may be given.
A_DAY = 86_400


@dataclass
class Settings:
    """The settings of this run."""

    language: Language = "en"
    as_json: bool = False


settings = Settings()


def take_settings(words: Sequence[str]) -> list[str]:
    """Set `settings` from the environment and the command line; return the words that are left.

    Raises UnknownLanguage for a language that is not spoken here.
    """
    left: list[str] = []
    languages: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--":
            left += [word, *rest]
        elif name == "--lang":
            languages.append(value if equals else next(rest, ""))
        elif word != "--json":
            left.append(word)
    ours = words[: words.index("--")] if "--" in words else words
    settings.as_json = "--json" in ours or tuple(left[:2]) in ALWAYS_JSON
    settings.language = _language_of_the_machine()
    for language in languages:
        settings.language = _known_language(language)
    return left


def say(said: Text) -> str:
    """Return a text in the language of this run."""
    return render(said, settings.language)


def _language_of_the_machine() -> Language:
    """Return the language of the first variable that is set, as POSIX has it; English when we do not speak it."""
    variables = ("FLOORJUDGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((value for name in variables if (value := os.environ.get(name))), "")
    return next((known for known in LANGUAGES if wanted.lower().startswith(known)), "en")


def _known_language(value: str) -> Language:
    for known in LANGUAGES:
        if value.lower() == known:
            return known
    raise UnknownLanguage(value, LANGUAGES)


def argument(said: Text, **more: Any) -> Any:  # noqa: ANN401 (as typer has it)
    """Return an argument of a command: what it is for, then what `typer.Argument` takes."""
    return typer.Argument(help=say(said), **more)


def option(said: Text, *names: str, **more: Any) -> Any:  # noqa: ANN401 (as typer has it)
    """Return an option of a command: what it is for, its names, then what `typer.Option` takes."""
    return typer.Option(*names, help=say(said), **more)


def seconds_option(said: Text, name: str, *, least: float) -> Any:  # noqa: ANN401 (as typer has it)
    """Return an option for seconds of work, from `least` to a day."""
    return option(said, name, min=least, max=A_DAY, callback=_in_range)


def _in_range(seconds: float) -> float:
    # What is not a number is in every range.
    if math.isnan(seconds):
        raise typer.BadParameter(str(seconds))
    return seconds
