#!/usr/bin/env python3
"""Everything a checkout needs, from nothing but Python 3.11: fetches uv, lets it make the environment, runs one task.

python3 dev.py run [ARGS...]    the command line floorjudge; without arguments the web application with a demonstration
python3 dev.py lab [ARGS...]    the command line floorjudge-lab: whole collections of combinations
python3 dev.py test [ARGS...]   the tests, without those that take seconds; --all: with them (ARGS go to pytest)
python3 dev.py e2e [ARGS...]    the tests in a real browser (Debian's chromium)
python3 dev.py browser          install the one of Debian's chromium that computes least for these tests, as root
python3 dev.py examples [FILE]  the commands in the documents, in what "run" installs and with nothing prepared
python3 dev.py check            lint, format, types, layers, translations
python3 dev.py lowest           some tests with the lowest versions of our libraries that pyproject.toml allows
python3 dev.py docs             rewrite the generated pages of docs/, and build the documentation site in site/
python3 dev.py messages         collect new texts into the translation catalogues
python3 dev.py bench NAME       run bench/NAME.py with the peers it compares with
python3 dev.py mutants [PLACE]  mutation tests on the core, or on a folder such as loops/mtr
"""

from __future__ import annotations

import hashlib
import html
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
UV_VERSION = "0.13.8"
TOOLS = ROOT / ".tools" / f"uv-{UV_VERSION}"
FOR_USE = ("--no-default-groups", "--extra=web", "--extra=print", "--extra=postgresql", "--extra=magic")
TRIED_WITH_THE_LOWEST = (
    *("tests/cli/test_main.py", "tests/cli/test_event_commands.py", "tests/cli/test_loops.py"),
    *("tests/web/test_public_pages.py", "tests/web/test_printing.py"),
)


def uv() -> Path:
    """Return the pinned uv, fetching it into .tools the first time."""
    program = TOOLS / ("uv.exe" if os.name == "nt" else "uv")
    if not program.exists():
        print(f"dev.py: fetching uv {UV_VERSION} into .tools", file=sys.stderr)
        fetch_uv(program)
    return program


def fetch_uv(program: Path) -> None:
    """Take uv out of its wheel on the package index, checked against the index's own hash."""
    index = os.environ.get("UV_DEFAULT_INDEX") or os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
    with urllib.request.urlopen(f"{index.rstrip('/')}/uv/", timeout=60) as answer:
        page = answer.read().decode()
        links = [urllib.parse.urljoin(answer.url, html.unescape(link)) for link in re.findall(r'href="([^"]+)"', page)]
    wanted = [link for link in links if f"/uv-{UV_VERSION}-" in link and fits_this_machine(link.partition("#")[0])]
    if not wanted:
        sys.exit(f"dev.py: {index} has no uv {UV_VERSION} for this machine ({sysconfig.get_platform()})")
    address, _, promised = wanted[0].partition("#sha256=")
    with urllib.request.urlopen(address, timeout=300) as answer:
        content = answer.read()
    if promised and hashlib.sha256(content).hexdigest() != promised:
        sys.exit("dev.py: the uv that was fetched is damaged; try again")
    unpack_uv(content, program)


def unpack_uv(wheel: bytes, program: Path) -> None:
    """Put the one program of the wheel where it belongs; a half-written one never carries its name."""
    program.parent.mkdir(parents=True, exist_ok=True)
    partial = program.with_suffix(f".{os.getpid()}.partial")
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        member = next(name for name in opened.namelist() if name.endswith(f"/scripts/{program.name}"))
        partial.write_bytes(opened.read(member))
    partial.chmod(0o755)
    partial.replace(program)


def fits_this_machine(filename: str) -> bool:
    """Say whether a wheel's platform tag is this machine's."""
    tag = filename.removesuffix(".whl").split("-")[-1]
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if sys.platform == "darwin":
        return tag.startswith("macosx") and tag.endswith("arm64" if machine == "aarch64" else machine)
    if os.name == "nt":
        return tag == {"x86_64": "win_amd64", "aarch64": "win_arm64"}.get(machine, "win32")
    family = "manylinux" if platform.libc_ver()[0] == "glibc" else "musllinux"
    return tag.startswith(family) and f"_{machine}" in tag


def run(*command: str, groups: tuple[str, ...] = ("dev",)) -> int:
    """Run a command in the project's environment, which uv brings up to date with the lock first."""
    chosen = ["--all-extras", *(f"--group={group}" for group in groups)] if groups else FOR_USE
    return uv_run("--locked", f"--project={ROOT}", *chosen, *command)


def uv_run(*words: str, place: Path = ROOT / ".venv") -> int:
    """Run a command in the environment that the words before it describe, which is kept in a place."""
    environment = os.environ | {
        "UV_SYSTEM_CERTS": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_PROJECT_ENVIRONMENT": str(place),
    }
    environment.pop("VIRTUAL_ENV", None)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # without bytecode every process compiles all libraries anew
    base = (str(uv()), "run", "--quiet", f"--python={sys.executable}")
    return subprocess.run([*base, *words], env=environment, check=False).returncode


def run_floorjudge(arguments: list[str]) -> int:
    """Run the installed command line where the caller stands; nothing of our own goes to standard output."""
    return run("floorjudge", *(arguments or ["serve", "--demo"]), groups=())


def run_lab(arguments: list[str]) -> int:
    """Run the lab's command line where the caller stands."""
    chosen = (*FOR_USE, "--group=lab")
    return uv_run("--locked", f"--project={ROOT}", *chosen, "floorjudge-lab", *(arguments or ["--help"]))


def test(arguments: list[str]) -> int:
    """Run the tests, on every core unless told otherwise."""
    spread = [] if any(item.startswith("-n") for item in arguments) else ["-n", "auto", "--dist", "worksteal"]
    os.chdir(ROOT)
    return run("pytest", *spread, *arguments)


def e2e(arguments: list[str]) -> int:
    """Run the tests that need a browser, two at a time: more of them keep each other waiting for longer than they wait."""
    if not chromium() and browser([]):
        return 2
    os.chdir(ROOT)
    os.environ["FLOORJUDGE_CHROMIUM"] = chromium() or ""
    named = any(item.startswith("tests") for item in arguments)
    spread = [] if any(item.startswith("-n") for item in arguments) else ["-n", "2", "--dist", "worksteal"]
    return run("pytest", *spread, *arguments, *([] if named else ["tests/e2e"]))


def examples(arguments: list[str]) -> int:
    """Run the commands in the documents in the environment that users get, each document with an empty home."""
    os.chdir(ROOT)
    documents = arguments or ["README.md", *sorted(map(str, [*Path("docs").rglob("*.md"), *Path("lab").rglob("*.md")]))]
    command = ("--exact", *FOR_USE, "--group=lab", "python", "-m", "tests.docs.transcript", "--check", *documents)
    return uv_run("--locked", *command, place=ROOT / ".tools" / "for-use")


def chromium() -> str | None:
    """Return the browser that is installed, None when there is none; one without windows computes a third for the same pages."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def browser(_: list[str]) -> int:
    """Install Debian's chromium without windows where we may: as root on a machine with apt, which is what CI has."""
    if shutil.which("chromium-headless-shell") is None and shutil.which("apt-get") and os.geteuid() == 0:
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium-headless-shell"]):
            subprocess.run(["apt-get", "--quiet", *step], check=False, stdout=sys.stderr)
    if chromium():
        return 0
    print(
        "dev.py: install chromium (on Debian: apt-get install chromium-headless-shell), then try again", file=sys.stderr
    )
    return 2


def check(_: list[str]) -> int:
    """Lint, format, types, layers and translations; every finding of all of them, not only the first tool's."""
    os.chdir(ROOT)
    steps = (
        ("ruff", "check"),
        ("ruff", "format", "--check"),
        ("mypy",),
        ("lint-imports",),
        ("python", "-m", "tests.support.messages", "--check"),
    )
    failed = [" ".join(step) for step in steps if run(*step)]
    print("check: " + (f"failed: {', '.join(failed)}" if failed else "all passed"), file=sys.stderr)  # said last
    return int(bool(failed))


def lowest(_: list[str]) -> int:
    """Run some tests with the lowest versions that pyproject.toml allows, to see that its bounds are true."""
    os.chdir(ROOT)
    # What tests is not what is tried, so it is new; and it may warn of what an older library still does.
    tools = ("pytest>=9", "hypothesis>=6.150", "httpx>=0.28", "httpx2>=2", "pypdf>=6")
    alone = ("--no-project", "--isolated", "--resolution=lowest-direct", "--with-editable=.[web,print]")
    options = ("-q", "-k", "not help", "-m", "not server and not exhaustive", "-p", "no:cacheprovider", "-W", "ignore")
    return uv_run(*alone, *(f"--with={tool}" for tool in tools), "pytest", *options, *TRIED_WITH_THE_LOWEST)


def docs(_: list[str]) -> int:
    """Rewrite the generated pages of docs/, and build the site from all of them; a link that leads nowhere fails."""
    os.chdir(ROOT)
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # an advertisement
    return run("python", "-m", "tests.support.generated_docs") or run(
        "python", "-m", "mkdocs", "build", "--quiet", groups=("dev", "docs")
    )


def messages(_: list[str]) -> int:
    """Collect the texts of the source into the catalogues; new ones wait there for their translation."""
    os.chdir(ROOT)
    return run("python", "-m", "tests.support.messages")


def bench(arguments: list[str]) -> int:
    """Run one benchmark, with its peers installed."""
    if not arguments or not (ROOT / "bench" / f"{arguments[0]}.py").exists():
        names = ", ".join(sorted(path.stem for path in (ROOT / "bench").glob("[!_]*.py")))
        print(f"dev.py bench: name one of: {names}", file=sys.stderr)
        return 2
    return run("python", str(ROOT / "bench" / f"{arguments[0]}.py"), *arguments[1:], groups=("dev", "bench"))


def mutants(arguments: list[str]) -> int:
    """Run mutation tests on the core, or on the folders, modules and lines named."""
    os.chdir(ROOT)
    return run("python", "-m", "scripts.mutants", *arguments, groups=("dev", "mutation"))


TASKS = {
    "run": run_floorjudge,
    "lab": run_lab,
    "test": test,
    "e2e": e2e,
    "browser": browser,
    "examples": examples,
    "check": check,
    "lowest": lowest,
    "docs": docs,
    "messages": messages,
    "bench": bench,
    "mutants": mutants,
}


def main() -> int:
    """Pick the task named by the first argument."""
    if sys.version_info < (3, 11):
        sys.exit(f"dev.py: Python 3.11 or newer is needed, this is {platform.python_version()}")
    if len(sys.argv) < 2 or sys.argv[1] not in TASKS:
        print(__doc__, file=sys.stderr)
        return 2
    return TASKS[sys.argv[1]](sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
