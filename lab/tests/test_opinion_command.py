"""`floorjudge-lab opinion`: a second engine is asked about a case and about a certificate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lab.tests.test_second_opinion import CASE, command

from floorjudge.magic.proof.certificates import sealed
from tests.cli.conftest import CommandLine

pytest.importorskip("phase")


@pytest.fixture
def file(tmp_path: Path) -> str:
    written = tmp_path / "case.json"
    written.write_text(json.dumps({**CASE, "times": 3}), "utf-8")
    return str(written)


def test_a_case_is_certified_and_the_second_engine_named(lab: CommandLine, file: str) -> None:
    shown = lab.done("opinion", file, "--second", command(), "--budget", "1")
    assert "Two engines agree (phase" in shown
    doubted = lab.json("opinion", file, "--second", command("twice"), "--budget", "1")
    assert (doubted["evidence"], doubted["second"]["status"]) == ("undecided", "disagree")
    assert doubted["second"]["differences"] == [{"iteration": 1, "name": "life.1", "first": "-2", "second": "-4"}]
    assert "Until a person has judged" in lab.done("opinion", file, "--second", command("twice"), "--budget", "1")
    assert lab.refused("opinion", file, "--second", "/no/such/program") == ("second_engine_cannot_start", "--second")


def test_a_certificate_is_checked_and_what_it_holds_of_the_second_engine_asked_again(
    lab: CommandLine, file: str, tmp_path: Path
) -> None:
    agreed = lab.json("opinion", file, "--second", command(), "--budget", "1")
    written = tmp_path / "certificate.json"
    for changed, holds in (({}, True), ({"iterations": 99}, False), ({"commit": "x"}, False)):
        written.write_text(json.dumps(sealed({**agreed, "second": {**agreed["second"], **changed}})), "utf-8")
        again = lab.json("opinion", str(written), "--second", command())
        assert (again["holds"], [each["where"] for each in again["rejected"]]) == (
            holds,
            [f"second.{name}" for name in changed],
        )
    written.write_text(json.dumps(sealed({**agreed, "second": None})), "utf-8")
    shown = lab.done("opinion", str(written), "--second", command())
    assert "Two engines agree" in shown
    assert not lab.json("opinion", str(written), "--second", command("twice"))["holds"]


def test_a_certificate_that_claims_nothing_is_not_shown_to_the_second_engine(
    lab: CommandLine, file: str, tmp_path: Path
) -> None:
    agreed = lab.json("opinion", file, "--second", command(), "--budget", "1")
    written = tmp_path / "certificate.json"
    written.write_text(json.dumps(sealed({**agreed, "second": None, "evidence": "undecided"})), "utf-8")
    shown = lab.json("opinion", str(written), "--second", command("twice"))
    assert (shown["holds"], shown["second"]) == (False, None)
    assert "Two engines" not in lab.done("opinion", str(written), "--second", command("twice"))
