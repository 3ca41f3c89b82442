"""The wheel alone, with and without its extras: what runs, what is said of what is missing, and what a program finds that imports it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from floorjudge.extras import EXTRAS
from floorjudge.texts import LANGUAGES, Language
from tests.cli.conftest import CommandLine
from tests.packaging.conftest import ROOT, Installed, needed


def test_the_readme_on_the_package_index_has_no_links_that_lead_nowhere(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        description = opened.read(name).decode()
    links = re.findall(r"\]\(([^)]*)\)", description)
    assert len(links) > 10
    assert {link for link in links if not link.startswith(("https://", "#"))} == set()
    assert re.search(r"^Project-URL: Source, https://", description, re.MULTILINE)


def test_without_extras_it_is_small() -> None:
    assert len(needed("floorjudge", ("",)) - {"floorjudge"}) <= 10


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("loop", "rule", "examples/loops/cut-in-halfway.json"), ""),
        (("loop", "sheet", "examples/sheets/pingers.json"), ""),
        (("loop", "watch"), "1\n2\n1\n"),
        (("shortcut", "settle", "examples/shortcuts/tokens.json"), ""),
        (("rules", "show", "OTE 2.6.1"), ""),
        (("rules", "list"), ""),
        (("deck", "check", "examples/decks/legal.txt"), ""),
        (("event", "--help"), ""),
        (("--help",), ""),
    ],
    ids=" ".join,
)
def test_what_runs_without_extras(
    bare: Installed, floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], given: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert bare(*words, given=given) == floorjudge(*words, piped=given.splitlines())


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("event", "new", "Friday"), "events"),
        (("event", "stdio"), "events"),
        (("demo",), "events"),
        (("serve",), "web"),
    ],
    ids=" ".join,
)
def test_what_is_missing_is_named(bare: Installed, words: tuple[str, ...], extra: str) -> None:
    ran = bare(*words, "--json")
    error = json.loads(ran.out)["error"]
    assert (ran.code, ran.err, error["code"], error["where"]) == (2, "", "package_not_installed", None)
    assert f"pip install floorjudge[{extra}]" in error["message"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_is_named_in_every_language(bare: Installed, language: Language) -> None:
    ran = bare("event", "new", "Friday", "--lang", language)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "floorjudge[events]" in ran.err


def test_without_the_engine_the_commands_for_magic_say_so(bare: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ran = bare("magic", "certify", "examples/magic/rules/unless-somebody-pays.json", "--json")
    assert (ran.code, json.loads(ran.out)["error"]["code"]) == (2, "no_magic_engine")


def test_an_event_is_kept_with_its_extra(wheel: Path, tmp_path: Path) -> None:
    with_events = Installed(tmp_path, wheel, "events")
    said = [
        json.loads(line)
        for line in with_events("event", "stdio", given='{"do": "open", "name": "Friday"}\n').out.splitlines()
    ]
    assert [answer["ok"] for answer in said] == [True]


def test_every_extra_is_known_by_what_it_brings() -> None:
    """The table in the program and the requirements of the package name the same."""
    modules = {
        module: set(map(canonicalize_name, names)) for module, names in metadata.packages_distributions().items()
    }
    known = {extra: {name for module in brought for name in modules[module]} for extra, brought in EXTRAS.items()}
    requirements = [Requirement(line) for line in metadata.requires("floorjudge") or ()]
    extras = metadata.metadata("floorjudge").get_all("Provides-Extra") or ()
    provided = {
        extra: {
            each.name
            for each in requirements
            if each.name != "floorjudge" and each.marker and each.marker.evaluate({"extra": extra})
        }
        for extra in extras
    }
    for extra, names in known.items():
        assert names <= provided[extra]
    assert set().union(*provided.values()) == set().union(*known.values())


PROGRAM = """if True:
    import sys
    import floorjudge
    assert [name for name in dir(floorjudge) if name[0] != "_"] == ["events", "exact", "formats", "loops", "magic"]
    assert not [name for name in sys.modules if name.startswith("floorjudge.")]
    from floorjudge.exact import read_number
    assert floorjudge.exact.read_number is read_number
    assert floorjudge.loops.game.Judged.__module__.startswith("floorjudge.loops.game")
    for package in (floorjudge.loops.rule, floorjudge.magic.certify, floorjudge.events.decide, floorjudge.formats):
        assert package.__doc__
    try:
        floorjudge.nothing
    except AttributeError as error:
        print(error)
"""


def test_the_packages_are_there_when_they_are_asked_for() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ran.stdout == "module 'floorjudge' has no attribute 'nothing'\n"
