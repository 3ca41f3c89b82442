"""What holds for a whole run of the command line: the language, and whether a machine reads the answer.

`--lang` and `--json` may stand anywhere in the command line, so they are taken out of it before a command is looked up;
help texts are in that language too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from floorjudge.cli import refusals
from floorjudge.texts import LANGUAGES, Language, Text, render

# Commands for programs: they answer in JSON, errors too, without being asked.
ALWAYS_JSON = {("event", "stdio"), ("loop", "rule"), ("loop", "sheet"), ("loop", "watch"), ("shortcut", "settle")}


@dataclass
class Settings:
    """The settings of this run."""

    language: Language = "en"
    as_json: bool = False


settings = Settings()


def take_settings(words: Sequence[str]) -> list[str]:
    """Set `settings` from the environment and the command line; return the words that are left.

    Raises BadInput for a language that we do not speak.
    """
    settings.language = _language_of_the_machine()
    ours = words[: words.index("--")] if "--" in words else words
    settings.as_json = "--json" in ours or tuple(_without_language(ours)[:2]) in ALWAYS_JSON
    left: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            left += [word, *rest]
            break
        name, equals, value = word.partition("=")
        if name == "--lang":
            settings.language = _known_language(value if equals else next(rest, ""))
        elif word != "--json":
            left.append(word)
    return left


def _without_language(words: Sequence[str]) -> list[str]:
    return [
        word
        for before, word in zip(("", *words), words, strict=False)
        if "--lang" not in (before, word.partition("=")[0])
    ]


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
    raise refusals.unknown_language(value, LANGUAGES)
