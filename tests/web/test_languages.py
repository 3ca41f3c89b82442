"""Which language somebody reads, and how that language writes numbers and times."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from floorjudge.formats.on_the_edge.display.pages import cells_of
from floorjudge.formats.on_the_edge.tables import Score
from floorjudge.formats.players import Player
from floorjudge.store.opening import VenueStore
from floorjudge.texts import LANGUAGES, Language, render, text
from floorjudge.web.common import languages
from tests.events.floor.small_event import opened


def test_the_browser_asks_for_a_language(client: TestClient, subtests: pytest.Subtests) -> None:
    for header, expected in [
        ("", "en"),
        ("es", "es"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("eo,eo;q=0.9,fr;q=0.5,en;q=0.4", "fr"),
        ("en;q=0.3, es;q=0.7", "es"),
        ("fr;q=0, es;q=0.1", "es"),
        ("FR-ca", "fr"),
        ("ja,*;q=0.5", "en"),
        ("es;q=much, fr;q=0.2", "fr"),
        (",;,=;q==", "en"),
    ]:
        with subtests.test(header=header):
            assert f'<html lang="{expected}"' in client.get("/", headers={"accept-language": header}).text


@given(st.text(alphabet="esfrptn-;q=0.19,* ", max_size=60))
def test_no_header_is_too_odd(header: str) -> None:
    assert languages._wanted(header) in LANGUAGES


def test_a_choice_outweighs_the_browser_and_can_be_taken_back(client: TestClient) -> None:
    spanish = {"accept-language": "es", "sec-fetch-site": "same-origin"}
    chosen = client.post("/language", data={"language": "fr", "back": "/e/x?a=1"}, headers=spanish)
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/e/x?a=1")
    assert '<html lang="fr"' in client.get("/", headers=spanish).text
    client.post("/language", data={"language": "", "back": "/"}, headers=spanish)
    assert '<html lang="es"' in client.get("/", headers=spanish).text


def test_the_way_back_leads_nowhere_else(client: TestClient) -> None:
    for elsewhere in (
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "\\\\evil",
        "evil",
        "",
        "/\nx",
        "/\tx",
    ):
        for form in ("/language", "/theme"):
            data = {"language": "es", "theme": "dark", "back": elsewhere}
            answer = client.post(form, data=data, headers={"sec-fetch-site": "same-origin"})
            assert answer.headers["location"] == "/", elsewhere


def test_light_and_dark_are_kept(client: TestClient) -> None:
    headers = {"sec-fetch-site": "same-origin"}
    assert "data-theme" not in client.get("/").text
    client.post("/theme", data={"theme": "dark"}, headers=headers)
    assert 'data-theme="dark"' in client.get("/").text
    client.post("/theme", data={"theme": "system"}, headers=headers)
    assert "data-theme" not in client.get("/").text


def test_times_and_numbers_are_those_of_the_language() -> None:
    at = "2026-03-06T18:04:31.250+00:00"
    said = {language: languages.moment(at, language, UTC) for language in LANGUAGES}
    assert said["en"].startswith("Mar 6, 2026")
    assert said["es"] == "6 mar 2026, 18:04"
    assert said["fr"] == "6 mars 2026, 18:04"
    assert said["pt"].endswith("18:04")
    assert languages.number(-1234, "en") == "−1,234"
    assert languages.number(12345, "fr") == "12\u202f345"


@given(st.integers(-5, 10**6), st.sampled_from(LANGUAGES))
def test_ages_are_in_whole_minutes_and_never_ahead_of_the_time(seconds: int, language: Language) -> None:
    at = datetime(2026, 3, 6, 18, 4, 31, 250_000, UTC)
    later = int((at + timedelta(seconds=seconds)).timestamp() * 1_000)
    said = languages.ago(at.isoformat(), later, language)
    minutes = seconds // 60
    count, unit = (minutes, "minute") if minutes < 120 else (minutes // 60, "hour")
    if minutes >= 48 * 60:
        count, unit = minutes // (24 * 60), "day"
    assert re.findall(r"\d+", said) == ([str(count)] if minutes >= 1 else [])
    if language == "en":
        assert said == (f"{count} {unit}{'s' if count > 1 else ''} ago" if minutes >= 1 else "just now")


@given(st.integers(-50, 50), st.integers(0, 60))
def test_scores_are_said_exactly(influence: int, points: int) -> None:
    said = languages.written(
        cells_of(Player("Ana", 1, score=Score(victory_points=points, influence=influence)))[-1].shown, "en"
    )
    negative, whole, half = said.startswith("−"), said.lstrip("−").rstrip("½"), said.endswith("½")
    doubled = 2 * int(whole or 0) + half
    assert (-doubled if negative else doubled) == influence + 2 * points
    assert said != "−0"


def test_a_cell_is_written_as_the_language_writes_numbers() -> None:
    cells = {"1234½": "1\u202f234½", "0.3333": "0,3333", "+8": "+8", "-7": "−7", "½": "½", "3-1-0": "3-1-0", "": ""}
    assert {shown: languages.written(shown, "fr") for shown in cells} == cells
    assert languages.written(text("won"), "fr") == render(text("won"), "fr")


def test_events_are_listed_with_their_stage(store: VenueStore, client: TestClient) -> None:
    opened(store.log, "Friday")
    opened(store.log, "Saturday")
    page = client.get("/").text
    assert page.index("Saturday") < page.index("Friday")
    assert 'href="/e/saturday"' in page
