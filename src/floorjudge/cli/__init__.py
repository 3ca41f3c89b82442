"""The command line: one module a command group, imported only when it is named.

The public face is `main`. Answers go to standard output, as readable tables or with `--json` as one JSON value; an
error goes out in one shape and ends with exit code 2.
"""

from floorjudge.cli.main import main

__all__ = ["main"]
