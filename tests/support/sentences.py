"""Sentences that code can say: which there are in modules, and that each can be said in every language."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from types import ModuleType

import pytest

from floorjudge.errors import BadInput
from floorjudge.texts import LANGUAGES, Text, render


def findings_written_in(*modules: ModuleType) -> set[str]:
    """Return the English of every sentence in the source of modules but those of errors, which are tried together."""
    nodes = [node for module in modules for node in ast.walk(ast.parse(inspect.getsource(module)))]
    written = {
        ast.literal_eval(node.args[0])
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("text", "counted")
    }
    things = [thing for module in modules for thing in vars(module).values() if inspect.isclass(thing)]
    return written - {each.sentence.message for each in things if issubclass(each, BadInput) and each is not BadInput}


def plain_english(said: Text) -> str:
    """Return a text in English, without the marks that keep a name apart from the direction of what is around it."""
    return render(said, "en").translate({0x2068: None, 0x2069: None})


def check_every_language(texts: Iterable[Text], subtests: pytest.Subtests) -> None:
    """Check that each text is a whole sentence in every language, and is translated."""
    for said in texts:
        for language in LANGUAGES:
            with subtests.test(said=said.message, language=language):
                sentence = render(said, language)
                assert sentence.strip()
                assert not set("{}") & set(sentence)
                assert language == "en" or sentence != render(said, "en") or " " not in said.message
