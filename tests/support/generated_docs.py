"""Write the pages of docs/ that are made from code.

`python -m tests.support.generated_docs` writes them all; with `--check` it changes nothing and fails for every page that
is not what the code would write now. To add a page, add it to PAGES.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts.picture import picture

from tests.magic.loops_page import loops_page
from tests.rulebook.coverage_page import coverage_page

ROOT = Path(__file__).parents[2]

# Where a page lies, and the function that returns its text.
PAGES: tuple[tuple[str, Callable[[], str]], ...] = (
    ("docs/rulebook-coverage.md", coverage_page),
    ("docs/magic-loops.md", loops_page),
    ("docs/images/round.svg", picture),
)


def write(root: Path) -> None:
    """Write every page below a folder."""
    for name, page in PAGES:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(), "utf-8")


def out_of_date(root: Path) -> list[str]:
    """Return the names of the pages below a folder that are missing or not what the code would write now."""
    return [name for name, page in PAGES if not (root / name).is_file() or (root / name).read_text("utf-8") != page()]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the pages, or only look when asked with --check; return the exit code."""
    if "--check" not in arguments:
        write(root)
        return 0
    stale = out_of_date(root)
    for name in stale:
        print(f"{name} is out of date: run python3 dev.py docs")  # noqa: T201 (a command's answer)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
