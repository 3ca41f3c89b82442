"""A wire between a program and a PostgreSQL server that can be cut at the worst moment."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Literal

Moment = Literal["before the commit", "after the commit"]
# How the driver asks for it: a message of the kind Q, its length, the statement, a zero.
_COMMIT = b"Q\0\0\0\x0bCOMMIT\0"


class Wire:
    """Listens at a port of its own and passes everything on to a server's socket, until it is cut."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._moment: Moment | None = None
        self._down = False
        self._cuts = 0
        self._for_good = False
        self._start(self._let_in)

    @property
    def url(self) -> str:
        """The address of the server at this end of the wire."""
        return f"postgresql://postgres@127.0.0.1:{self._door.getsockname()[1]}/postgres"

    @property
    def cuts(self) -> int:
        """How often the wire has been cut."""
        return self._cuts

    def cut(self, moment: Moment, *, for_good: bool = False) -> None:
        """Cut the connection whose commit is the next one: the server does not hear of it, or nobody hears the answer.

        `for_good`: no other connection is let through after that until `mend`.
        """
        self._moment = moment
        self._for_good = for_good

    def mend(self) -> None:
        """Let connections through again."""
        self._down = False

    def close(self) -> None:
        """Cut everything and end."""
        self._down = True
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for end in list(self._open):
            self._hang_up(end)
        for thread in self._threads:
            thread.join()

    def _start(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._open |= {near, far}
            try:
                if self._down:
                    raise ConnectionError
                far.connect(str(self._server))
            except OSError:
                self._hang_up(near)
                self._hang_up(far)
                continue
            self._start(self._pass_on, near, far)
            self._start(self._answer, far, near)

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while sent := near.recv(2**16):
                if self._moment is not None and sent.endswith(_COMMIT):
                    moment, self._moment = self._moment, None
                    self._cuts += 1
                    self._down = self._for_good
                    near.shutdown(socket.SHUT_RDWR)  # before the server has answered
                    if moment == "after the commit":
                        far.sendall(sent)
                    break
                far.sendall(sent)
        self._hang_up(near)
        with suppress(OSError):
            far.shutdown(socket.SHUT_WR)

    def _answer(self, far: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while answer := far.recv(2**16):
                near.sendall(answer)
        self._hang_up(near)
        self._hang_up(far)

    def _hang_up(self, end: socket.socket) -> None:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
        self._open.discard(end)
