"""A stream of positions as lines of JSON, each answered with a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Protocol

from floorjudge.errors import FloorjudgeError
from floorjudge.loops.repetition.exact import Repetition
from floorjudge.loops.repetition.keys import json_line_key
from floorjudge.texts import Language

_NEW = '{"seen": false}\n'


class Watch(Protocol):
    """What says of a position whether it has been there before: `RepetitionWatch` or `CheckpointWatch`."""

    def see(self, position: bytes, /) -> Repetition | None:
        """Return where the position was seen; None when it is new."""
        ...


def watch_answers(lines: Iterable[bytes], watch: Watch, language: Language) -> Iterator[str]:
    """Yield the answer to each line, with its line break; a line that is no JSON is answered with an error and not counted."""
    see = watch.see
    for number, line in enumerate(lines, 1):
        try:
            seen = see(json_line_key(line))
        except FloorjudgeError as error:
            yield json.dumps({"error": error.at(f"line {number}").as_json(language)}, ensure_ascii=False) + "\n"
            continue
        yield _NEW if seen is None else f'{{"seen": true, "first": {seen.first}, "now": {seen.now}}}\n'
