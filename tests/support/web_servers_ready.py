"""A process that has everything loaded and becomes a server when it is told to: starting one takes a moment, not seconds.

Each line of its input is a JSON list: the file for what the server says, then its words. It answers with the number of
the process, which then is what `floorjudge` with these words is.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import sys


def load() -> None:
    """Load whatever a server loads."""
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.main
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.auto

    import floorjudge.cli.main
    import floorjudge.cli.serve
    import floorjudge.floor.demonstration
    import floorjudge.store.venue
    import floorjudge.web.app
    from floorjudge.web.templating import warm_up

    warm_up()


def become(output: str, words: list[str]) -> None:
    """Be the command line with these words."""
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
    for line in sys.stdin:
        output, *words = json.loads(line)
        process = os.fork()
        if process == 0:
            become(output, words)
            return
        print(process, flush=True)


if __name__ == "__main__":
    main()
