"""Certify the famous loops of examples/magic and write what the gallery shows: `python -m scripts.famous_loops`."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import msgspec

from floorjudge import __version__
from floorjudge.web.finder import work
from floorjudge.web.finder.famous import FILE, Famous

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "magic"
# Little is enough to look at, and the file is made in minutes.
BUDGET = 1.0
WRITTEN = ROOT / "src" / "floorjudge" / "web" / "finder" / FILE


def question_of(given: dict[str, object]) -> dict[str, object]:
    """Return what is asked of a loop: the case without what is for readers, and how many times."""
    case = {name: value for name, value in given.items() if name not in {"about", "expected", "times"}}
    times = str(given.get("times", "10^100"))
    base, _, power = times.partition("^")
    return {"case": case, "times": str(int(base) ** int(power)) if power else times}


def famous(file: Path) -> Famous:
    """Certify one."""
    given = json.loads(file.read_text("utf-8"))
    question = question_of(given)
    answer = work.certify(lambda _: None, question, BUDGET)
    about = given["about"]
    return Famous(file.stem, about["title"], about["kind"], __version__, question, answer)


def main() -> None:
    """Write them all."""
    lines = []
    for file in sorted(EXAMPLES.glob("*.json")):
        lines.append(msgspec.json.encode(famous(file)))
        sys.stderr.write(f"{file.stem}\n")
    WRITTEN.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", 9, mtime=0))


if __name__ == "__main__":
    main()
