"""The command line: one module a command group, imported only when it is named.

The public face is `main`. Answers go to standard output, as readable tables or with `--json` as one JSON value; an
error goes out in one shape and ends with exit code 2.
"""

import sys

if not {"msgspec", "typing_extensions"} & sys.modules.keys():
    # msgspec takes from typing_extensions what typing has, too, and importing that takes longer than all of msgspec.
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    import msgspec  # noqa: F401

    del sys.modules["typing_extensions"]

from floorjudge.cli.main import main

__all__ = ["main"]
