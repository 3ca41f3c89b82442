"""A line between a phone and the server that can be cut at each step of a request."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import Literal

Moment = Literal["before the request", "in the request", "before the answer", "in the answer"]
MOMENTS: tuple[Moment, ...] = ("before the request", "in the request", "before the answer", "in the answer")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class PhoneLine:
    """Listens at a port of its own and passes each request on, until it is told to cut one."""

    def __init__(self, port: int) -> None:
        self.cuts = 0
        self._server = port
        self._moment: Moment | None = None
        self._down = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._let_in)
        self._thread.start()
        self._lines: list[threading.Thread] = []

    @property
    def port(self) -> int:
        """Where the phone reaches it."""
        return int(self._door.getsockname()[1])

    def cut(self, moment: Moment) -> None:
        """Cut the next request at a moment of it; those after it pass."""
        self._moment = moment

    def close(self) -> None:
        """Let nobody in any more."""
        self._down = True
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in (self._thread, *self._lines):
            thread.join()

    def _let_in(self) -> None:
        while not self._down:
            try:
                phone, _ = self._door.accept()
            except OSError:
                return
            moment, self._moment = self._moment, None
            line = threading.Thread(target=self._serve, args=(phone, moment))
            self._lines.append(line)
            line.start()

    def _serve(self, phone: socket.socket, moment: Moment | None) -> None:
        """Pass one request on, and the answer to it back."""
        self.cuts += moment is not None
        with phone, suppress(OSError):
            if moment == "before the request":
                return
            request = _whole_message(phone)
            with socket.create_connection(("127.0.0.1", self._server)) as server:
                if moment == "in the request":
                    server.sendall(request[: -len(request) // 3])
                    return
                server.sendall(request)
                # The server is always heard to the end: only the phone does not know what came of it.
                answer = _whole_message(server)
            if moment != "before the answer":
                phone.sendall(answer if moment is None else _half(answer))


def _half(answer: bytes) -> bytes:
    """Return the head and half of the body, or where there is no body, half of the first line."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return head + b"\r\n\r\n" + body[: len(body) // 2] if body else head[:10]


def _whole_message(sender: socket.socket) -> bytes:
    """Return a request or an answer: its head and as much body as that says."""
    read = b""
    while b"\r\n\r\n" not in read:
        read += _more(sender)
    head, _, body = read.partition(b"\r\n\r\n")
    said = _LENGTH.search(head)
    while said is not None and len(body) < int(said[1]):
        body += _more(sender)
    return head + b"\r\n\r\n" + body


def _more(sender: socket.socket) -> bytes:
    more = sender.recv(2**16)
    if not more:
        raise ConnectionError
    return more
