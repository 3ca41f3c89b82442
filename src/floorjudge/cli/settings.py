"""The settings of a whole run of the command line: the language, and whether a machine reads the answer.

`--lang` and `--json` may stand anywhere in the command line, so they are removed from it before a command is looked up.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from floorjudge.cli.errors import UnknownLanguage
from floorjudge.texts import LANGUAGES, Language, Text, render

# Commands for programs: they always answer in JSON, errors too.
ALWAYS_JSON = {("event", "stdio"), ("loop", "rule"), ("loop", "sheet"), ("loop", "watch"), ("shortcut", "settle")}


class Settings:
    """The settings of this run."""

    def __init__(self) -> None:
        self.language: Language = "en"
        self.as_json = False


settings = Settings()


def take_settings(words: Sequence[str], spoken: tuple[Language, ...] = LANGUAGES) -> list[str]:
    """Set `settings` from the environment and the command line; return the words that are left.

    `spoken` are the languages of the program. Raises UnknownLanguage for another one on the command line.
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
    settings.language = _language_of_the_machine(spoken)
    for language in languages:
        settings.language = _known_language(language, spoken)
    return left


def say(sentence: Text | str) -> str:
    """Return a text in the language of this run; a plain string is returned unchanged."""
    return sentence if isinstance(sentence, str) else render(sentence, settings.language)


def _language_of_the_machine(spoken: tuple[Language, ...]) -> Language:
    """Return the language of the first variable that is set, in POSIX's order; English if it is not translated."""
    variables = ("FLOORJUDGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((value for name in variables if (value := os.environ.get(name))), "")
    return next((known for known in spoken if wanted.lower().startswith(known)), "en")


def _known_language(value: str, spoken: tuple[Language, ...]) -> Language:
    for known in spoken:
        if value.lower() == known:
            return known
    raise UnknownLanguage(value, spoken)
