"""The command line: one module for each command group, imported only when the command line names it.

`main` runs it. Answers go to standard output, as readable tables or with `--json` as one JSON value; an error has one
shape and ends with exit code 2.
"""

import sys

if not {"msgspec", "typing_extensions"} & sys.modules.keys():
    # msgspec imports from typing_extensions what typing has, too, and that import takes longer than all of msgspec.
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    import msgspec  # noqa: F401 (imported now, for all others)

    del sys.modules["typing_extensions"]

from floorjudge.cli.main import main

__all__ = ["main"]
