"""Compile the translations when the package is built, so that a wheel and a checkout carry the same catalogues."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileMessages(BuildHookInterface[Any]):
    """Write a .mo beside each .po of the package."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        """Compile every catalogue below src/floorjudge/locale.

        `version` and `build_data` are hatchling's and not used.
        Raises what babel raises for a catalogue that cannot be read.
        """
        for source in sorted(Path(self.root, "src", "floorjudge", "locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(lines))
