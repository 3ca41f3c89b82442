"""Processes that work for servers of tests, from a process that has everything loaded: starting one takes a moment, not a second.

`python -m tests.support.workers_ready SOCKET` becomes a worker for each message at a socket: a JSON list of its variables
and words, with the files for its input and output. It answers with the number of the process.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

from floorjudge.web.jobs import worker
from floorjudge.web.jobs.pool import _Worker
from tests.support.known_formats import know_formats_of_variables

ROOT = Path(__file__).parents[2]
# Whatever tasks are in; the rest comes with these.
LOADED = ("floorjudge.web.app", "typst")
LARGEST = 1 << 20
# Several servers of a test run in threads of one process.
_TURN = threading.Lock()


def become(variables: dict[str, str], words: list[str], files: list[int]) -> None:
    """Be a worker with these variables, words and files."""
    os.environ.clear()
    os.environ.update(variables)
    know_formats_of_variables()
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.argv[1:] = words
    worker.main()


def main(asked: socket.socket) -> None:
    """Become workers until the other end is closed."""
    for name in LOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()
    # Nobody waits for those that end.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while (message := socket.recv_fds(asked, LARGEST, 2))[0]:
        content, files, *_ = message
        process = os.fork()
        if process == 0:
            asked.close()
            variables, words = json.loads(content)
            become(variables, words, files)
            return
        for file in files:
            os.close(file)
        asked.send(str(process).encode())


@cache
def _ready() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.support.workers_ready", str(theirs.fileno())]
    # As a server starts its workers: sets of words always have the same order.
    variables = os.environ | {"PYTHONHASHSEED": "0"}
    process = subprocess.Popen(command, cwd=ROOT, env=variables, pass_fds=[theirs.fileno()])
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


class Forked:
    """A worker's process, as far as a pool asks anything of it. How it ended is not known."""

    def __init__(self, process: int, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader) -> None:
        self.stdin, self.stdout = stdin, stdout
        self._process, self._ended = process, asyncio.Event()
        self._watched = os.pidfd_open(process)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._watched, self._has_ended)

    def _has_ended(self) -> None:
        self._loop.remove_reader(self._watched)
        os.close(self._watched)
        self.stdin.close()
        self._ended.set()

    @property
    def returncode(self) -> int | None:
        """As if it had been killed, once it has ended."""
        return -signal.SIGKILL if self._ended.is_set() else None

    def kill(self) -> None:
        """Kill it."""
        if not self._ended.is_set():
            signal.pidfd_send_signal(self._watched, signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until it has ended."""
        await self._ended.wait()
        return -signal.SIGKILL


async def started(cls: type[_Worker], *, gives_way: bool) -> _Worker:
    """Return a new worker, in place of `_Worker.started`."""
    loop = asyncio.get_running_loop()
    words = [worker.GIVES_WAY] if gives_way else []
    with ExitStack() as theirs:
        (input_, to_it), (from_it, output) = os.pipe(), os.pipe()
        for file in (input_, output):
            theirs.callback(os.close, file)
        with _TURN:
            asked = _ready()
            socket.send_fds(asked, [json.dumps([dict(os.environ), words]).encode()], [input_, output])
            process = int(asked.recv(LARGEST))
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(from_it, "rb", 0))
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.streams.FlowControlMixin(loop), os.fdopen(to_it, "wb", 0)
    )
    made: Any = Forked(process, asyncio.StreamWriter(transport, protocol, None, loop), reader)
    return cls(made)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
