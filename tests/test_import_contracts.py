"""The contract that keeps packages to the third-party packages they are allowed."""

from __future__ import annotations

import pytest
from grimp import ImportGraph
from scripts.import_contracts import AllowedThirdParty


@pytest.mark.parametrize(
    ("allowed", "lines"),
    [
        (["ours.core: msgspec", "ours.core.engines: chess"], []),
        (
            ["ours.core:", "ours.core.engines: chess"],
            ["ours.core may not import msgspec (ours.core.values). Allowed are: ."],
        ),
        (
            ["ours.core: msgspec rpds"],
            ["ours.core may not import chess (ours.core.engines). Allowed are: msgspec, rpds."],
        ),
        (["ours.core: msgspec chess", "ours.cor: msgspec"], ["ours.cor is no module."]),
    ],
)
def test_what_is_not_in_the_table_may_not_be_imported(
    allowed: list[str], lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    graph = ImportGraph()
    for module in ("ours", "ours.core", "ours.core.values", "ours.core.engines", "ours.web"):
        graph.add_module(module)
    for module in ("msgspec", "chess", "fastapi", "json"):
        graph.add_module(module, is_squashed=True)
    for importer, imported in (
        ("ours.core.values", "msgspec"),
        ("ours.core.values", "json"),
        ("ours.core.engines", "chess"),
        ("ours.core.engines", "ours.core.values"),
        ("ours.web", "fastapi"),
    ):
        graph.add_import(importer=importer, imported=imported)
    contract = AllowedThirdParty("allowed", {}, {"allowed": allowed})
    check = contract.check(graph, verbose=False)
    assert check.kept is (not lines)
    assert check.metadata["lines"] == lines
    contract.render_broken_contract(check)
    assert capsys.readouterr().out.split() == " ".join(lines).split()
