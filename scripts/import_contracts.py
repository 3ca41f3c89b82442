"""A contract type for import-linter: which third-party packages each package of ours may import, and no others."""

from __future__ import annotations

import sys
from typing import ClassVar

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowedThirdParty(Contract):
    """Keeps packages to the third-party packages that a table allows them.

    `allowed` has a line for each package: its name, a colon, what it may import, with spaces between. The line of an inner
    package holds for it instead of the outer one's.
    """

    type_name = "allowed_third_party"

    allowed = fields.ListField(subfield=fields.StringField())
    _LINES: ClassVar[str] = "{package} may not import {imported} ({module}). Allowed are: {allowed}."

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 (import-linter's own)
        """Look at every module of every package in the table."""
        table = {
            package.strip(): frozenset(names.split())
            for package, _, names in (str(line).partition(":") for line in self.allowed)  # type: ignore[attr-defined]
        }
        broken = [
            self._LINES.format(package=package, imported=name, module=module, allowed=", ".join(sorted(table[package])))
            for module in sorted(graph.modules)
            if (package := _package_of(module, table)) is not None
            for name in sorted(_third_party(graph, module) - table[package])
        ]
        missing = [f"{package} is no module." for package in table if package not in graph.modules]
        return ContractCheck(kept=not broken and not missing, metadata={"lines": broken + missing})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print what is imported without being allowed."""
        for line in check.metadata["lines"]:
            output.print_error(line)
        output.new_line()


def _package_of(module: str, table: dict[str, frozenset[str]]) -> str | None:
    found = [package for package in table if f"{module}.".startswith(f"{package}.")]
    return max(found, key=len, default=None)


def _third_party(graph: ImportGraph, module: str) -> set[str]:
    ours = module.partition(".")[0]
    names = {imported.partition(".")[0] for imported in graph.find_modules_directly_imported_by(module)}
    return names - sys.stdlib_module_names - {ours}
