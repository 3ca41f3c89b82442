"""Every public class says what it is: in a docstring, or an error in its sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "src" / "floorjudge", ROOT / "lab" / "src" / "floorjudge_lab")


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Yield the public classes of a module that say nothing of what they are."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            names = {target.id for part in node.body for target in assigned(part)}
            if not ast.get_docstring(node) and "sentence" not in names:
                yield node.name


def assigned(part: ast.stmt) -> list[ast.Name]:
    targets = part.targets if isinstance(part, ast.Assign) else []
    return [target for target in targets if isinstance(target, ast.Name)]


def test_every_public_class_says_what_it_is() -> None:
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for source in SOURCES
        for file in source.rglob("*.py")
        for name in undocumented(ast.parse(file.read_text("utf-8")))
    }
    assert found == set()


def test_a_class_that_says_nothing_is_found() -> None:
    said = 'class NoCard(BadInput):\n    sentence = text("No.")\n\nclass Plain:\n    pass\n\nclass _Own:\n    pass\n'
    assert list(undocumented(ast.parse(said))) == ["Plain"]
