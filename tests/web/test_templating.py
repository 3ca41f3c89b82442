"""Templates are compiled once, not by every process that shows pages."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment

from floorjudge.web.common.templating import Compiled, templates

NAME = "any_format/path.html"


def test_a_compiled_template_is_kept_where_that_is_possible(tmp_path: Path) -> None:
    for folder, kept in ((tmp_path, 1), (tmp_path / "missing", 0)):
        for _ in range(2):
            made = templates().overlay(bytecode_cache=Compiled(str(folder)))
            assert made.get_template(NAME).name == NAME
            assert len([*folder.glob("*.cache")]) == kept


def test_what_our_filters_give_is_not_compiled_into_a_template() -> None:
    own = templates().filters.items() - Environment(autoescape=True).filters.items()
    assert own
    assert all(hasattr(written, "jinja_pass_arg") for _, written in own)
