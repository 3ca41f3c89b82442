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
    """Listens at a port of its own and passes requests on, until it is told to cut the next form that is sent.

    While it is `down`, no form passes.
    """

    def __init__(self, port: int) -> None:
        self.cuts = 0
        self.down = False
        self._server = port
        self._moment: Moment | None = None
        self._open: set[socket.socket] = set()
        self._lines: list[threading.Thread] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._let_in)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where the phone reaches it."""
        return int(self._door.getsockname()[1])

    def cut(self, moment: Moment) -> None:
        """Cut the next form at a moment of its way; those after it pass."""
        self._moment = moment

    def close(self) -> None:
        """Hang up, and let nobody in any more."""
        for end in (self._door, *self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        for line in self._lines:
            line.join()
        self._door.close()

    def _let_in(self) -> None:
        while True:
            try:
                phone, _ = self._door.accept()
            except OSError:
                return
            line = threading.Thread(target=self._serve, args=(phone,))
            self._lines.append(line)
            line.start()

    def _serve(self, phone: socket.socket) -> None:
        """Pass one request on, and the answer to it back."""
        with phone, socket.socket() as server, suppress(OSError):
            self._open |= {phone, server}
            request = _whole_message(phone)
            moment = None
            if request.startswith(b"POST"):
                if self.down:
                    return
                moment, self._moment = self._moment, None
            self.cuts += moment is not None
            if moment == "before the request":
                return
            server.connect(("127.0.0.1", self._server))
            if moment == "in the request":
                server.sendall(request[: -len(request) // 3])
                return
            server.sendall(request)
            # The server is always heard to the end: only the phone does not know what came of it.
            answer = _whole_message(server)
            if moment is None:
                phone.sendall(answer)
                _pass_on(server, phone, answer)
            elif moment == "in the answer":
                phone.sendall(_half(answer))
        self._open -= {phone, server}


def _pass_on(server: socket.socket, phone: socket.socket, begin: bytes) -> None:
    """Pass on what comes as it happens, of an answer that does not say how long it is."""
    if _LENGTH.search(begin.partition(b"\r\n\r\n")[0]) is None and not begin.startswith(b"HTTP/1.1 3"):
        while more := server.recv(2**16):
            phone.sendall(more)


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
