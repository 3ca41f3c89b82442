"""The reference of the documentation site: what it shows of each package."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
site = pytest.importorskip("scripts.site", reason="the documentation site is built with the group docs")


def test_a_name_that_a_module_of_the_same_name_hides_is_linked() -> None:
    page = site.reference()["reference/floorjudge.loops.game.md"]
    assert "[`fast_forward`][floorjudge.loops.game.fast_forward.fast_forward]" in page
    assert "\n::: floorjudge.loops.game.fast_forward\n" in page
    assert "Also imported" not in site.reference()["reference/floorjudge.loops.md"]


def test_the_reference_shows_types_fields_and_what_is_inherited() -> None:
    options = (ROOT / "mkdocs.yml").read_text("utf-8").partition("options:")[2].partition("markdown_extensions")[0]
    shown = ("show_signature_annotations", "show_if_no_docstring", "inherited_members")
    assert all(f" {name}: true\n" in options for name in shown)
