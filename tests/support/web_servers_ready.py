"""A process that has everything loaded and becomes a server when it is told to: starting one takes a moment, not seconds.

Each line of its input is a JSON list: the file for what the server says, its variables, then its words. It answers with
the number of the process, which then is what `floorjudge` with these words is.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import signal
import sys
from contextlib import suppress

from floorjudge.web.app import prepare_pages
from tests.support.known_formats import know_formats_of_variables

# Whatever a server loads; the rest comes with these.
LOADED = (
    "floorjudge.cli.main floorjudge.cli.serve floorjudge.events.service.demonstration floorjudge.store.opening "
    "anyio._backends._asyncio uvicorn.lifespan.on uvicorn.loops.auto uvicorn.protocols.http.auto "
    "uvicorn.protocols.websockets.auto"
).split()


def load() -> None:
    """Load whatever a server loads."""
    for name in LOADED:
        importlib.import_module(name)
    prepare_pages()
    # What servers share is not looked through for garbage in each of them.
    gc.collect()
    gc.freeze()


def become(output: str, variables: dict[str, str], words: list[str]) -> None:
    """Be the command line with these variables and words."""
    os.environ.clear()
    os.environ.update(variables)
    know_formats_of_variables()
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(old, new)
    sys.argv = ["floorjudge", *words]
    runpy.run_module("floorjudge", run_name="__main__")


def main() -> None:
    """Become servers until the input ends."""
    load()
    # Nobody waits for those that were killed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    started = []
    for line in sys.stdin:
        output, variables, *words = json.loads(line)
        process = os.fork()
        if process == 0:
            become(output, variables, words)
            return
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()
        started.append(process)
    # Whoever had them started is gone, however that came: nobody else would end what still runs.
    for process in started:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)


if __name__ == "__main__":
    main()
