"""Python on other systems lacks modules and functions that Linux has: everything is imported and serves without them.

What is taken away comes first of all in each process, those that the server starts too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from tests.support.waiting import PATIENCE
from tests.support.web_server import HERE, free_port

ELSEWHERE = """
import os, signal, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"):
    sys.modules[name] = None
for name in ("killpg", "getpgid", "setsid", "getsid", "sysconf", "getloadavg", "fork", "forkpty"):
    delattr(os, name)
for name in ("SIGXCPU", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGQUIT", "SIGPIPE"):
    delattr(signal, name)
"""
IMPORTING = """
import importlib, pkgutil, sys
import floorjudge
assert sys.modules["fcntl"] is None
names = [found.name for found in pkgutil.walk_packages(floorjudge.__path__, "floorjudge.")]
for name in names:
    if not name.startswith("floorjudge.store.migrations."):  # these only Alembic can run
        importlib.import_module(name)
print(len(names))
"""


@pytest.fixture(name="elsewhere")
def _elsewhere(tmp_path: Path) -> Mapping[str, str]:
    """Return the environment of processes that start as on another system."""
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE, "utf-8")
    ours = Path(__file__).parents[2] / "src"
    return os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ours}", "PYTHONDONTWRITEBYTECODE": "1"}


def test_every_module_is_imported(elsewhere: Mapping[str, str]) -> None:
    run = [sys.executable, "-c", IMPORTING]
    done = subprocess.run(run, env=elsewhere, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 300


@pytest.mark.server
def test_the_application_serves_and_has_its_work_done_by_processes(elsewhere: Mapping[str, str]) -> None:
    port = str(free_port())
    run = [sys.executable, "-m", "floorjudge", "serve", "--demo", "--host", HERE, "--port", port]
    with subprocess.Popen(run, env=elsewhere, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as served:
        assert served.stdout is not None
        try:
            for line in served.stdout:
                if "Ctrl+C" in line:
                    break
            with httpx.Client(base_url=f"http://{HERE}:{port}", timeout=PATIENCE) as browser:
                assert "Round 2" in browser.get("/e/demonstration").text
                case = {"turn_order": ["Ana"], "maintained_by": ["Ana"]}
                assert browser.post("/api/v1/loops/rule", json=case).json()["ask"]["player"] == "Ana"
                deck = browser.post("/api/v1/magic/deck", json={"deck": "1 Presence of Gond\n1 Intruder Alarm"})
                assert deck.status_code < 500
        finally:
            served.terminate()
        assert "Traceback" not in served.stdout.read()
