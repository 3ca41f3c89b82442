"""Templates are compiled once, not by every process that shows pages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment

from floorjudge.web.common import templating
from floorjudge.web.common.templating import Compiled, templates

NAME = "any_format/path.html"


def test_a_compiled_template_is_kept_where_that_is_possible_and_wished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, missing = tmp_path, tmp_path / "missing"
    for folder, keeps_none, kept in ((here, True, 0), (here, False, 1), (missing, False, 0)):
        monkeypatch.setattr(sys, "dont_write_bytecode", keeps_none)
        for _ in range(2):
            made = templates().overlay(bytecode_cache=Compiled(str(folder)))
            assert made.get_template(NAME).name == NAME
            assert len([*folder.glob("*.cache")]) == kept


def test_a_kept_template_is_used_only_with_the_settings_that_it_was_compiled_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compiled = Compiled(str(tmp_path))
    for settings in ("before", "after"):
        monkeypatch.setattr(templating, "_settings", lambda settings=settings: settings)
        bucket = compiled.get_bucket(templates(), "name", None, "the same source")
        assert bucket.code is None
        bucket.code = compile("1", "template", "eval")
        compiled.set_bucket(bucket)
        assert compiled.get_bucket(templates(), "name", None, "the same source").code is not None


def test_what_our_filters_give_is_not_compiled_into_a_template() -> None:
    own = templates().filters.items() - Environment(autoescape=True).filters.items()
    assert own
    assert all(hasattr(written, "jinja_pass_arg") for _, written in own)
