"""A package that imports its names late offers what it says it does."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from floorjudge import loops
from floorjudge.late import late


def test_every_name_is_there_and_the_same_that_type_checkers_see() -> None:
    assert loops.__file__ is not None
    seen = {
        (each.module, name.name)
        for each in ast.walk(ast.parse(Path(loops.__file__).read_text(encoding="utf-8")))
        if isinstance(each, ast.ImportFrom) and str(each.module).startswith(f"{loops.__name__}.")
        for name in each.names
    }
    assert {name for _, name in seen} == set(loops.__all__)
    for module, name in seen:
        assert getattr(loops, name) is getattr(import_module(str(module)), name)


def test_no_name_is_that_of_a_module_which_would_take_its_place() -> None:
    assert not {module.name for module in iter_modules(loops.__path__)} & set(loops.__all__)


def test_other_names_are_not_there() -> None:
    find = late("floorjudge.loops", {"mtr.settling": "rule"})
    assert find("rule") is loops.rule
    assert find("mtr") is import_module("floorjudge.loops.mtr")
    with pytest.raises(AttributeError, match=r"'floorjudge.loops' has no attribute 'settle'"):
        find("settle")
