"""What is public, at every stage of an event and in every language."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from starlette.testclient import TestClient

from floorjudge.events import view
from floorjudge.events.service import EventService
from floorjudge.events.service.log.records import seal
from floorjudge.events.standings import standings
from floorjudge.formats.on_the_edge.rules.event import final_table
from floorjudge.formats.on_the_edge.rules.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import Result, Score
from floorjudge.formats.players import Player, players_of
from floorjudge.store.opening import VenueStore
from floorjudge.texts import LANGUAGES
from floorjudge.web.app import make_app
from floorjudge.web.common.languages import fits, looked_for, plain
from floorjudge.web.common.settings import Settings
from floorjudge.web.print import documents
from tests.events.floor.small_event import NAMES, finished, opened, report_all, started, steps_to_the_end
from tests.web.desk_of_tests import ADDRESS, open_event, serving
from tests.web.pages_read import Page, findings
from tests.web.stages import STAGES
from tests.web.test_printing import job_of, printed

PATHS = ("", "/log", "/draw", "/screen", "/screen?sheet=1", "/find?name=zz", "/places", "/me", "/player/1", "/player/5")


@pytest.mark.server
@pytest.mark.parametrize("stage", STAGES)
def test_every_page_can_be_read(stage: str, store: VenueStore, client: TestClient) -> None:
    desk = STAGES[stage](store.log)
    wrong = []
    for path in ("/", *(f"/e/{desk.event_id}{path}" for path in PATHS)):
        number = path.rpartition("/player/")[2]
        there = not number.isdecimal() or int(number) <= desk.state.registered
        for language in LANGUAGES:
            answer = client.get(path, headers={"accept-language": language})
            assert answer.status_code == (200 if there else 404), path
            assert f'<html lang="{language}"' in answer.text
            wrong += [f"{language} {path}: {finding}" for finding in findings(answer.text)]
    assert wrong == []


def test_the_live_page_shows_what_the_view_says(
    store: VenueStore, client: TestClient, subtests: pytest.Subtests
) -> None:
    for stage, make in STAGES.items():
        desk = make(store.log)
        page = Page(client.get(f"/e/{desk.event_id}").text)
        everything: dict[str, Any] = view(desk.state, "en")
        with subtests.test(stage=stage):
            for table in everything["tables"]:
                assert f"t-{table['table']}" in page.ids
                assert all(name in page.text for name in table["players"])
                points = (table["result"] or {}).get("points", {})
                assert all(f"+{each}" in page.text for each in points.values())
            for number, player in enumerate(everything["players"], 1):
                assert f"p-{number}" in page.ids
                if everything["stage"] != "registration":
                    assert player["score"].replace("-", "−") in page.text or "/" in player["score"]
            podiums = [tag for tag, given in page.attributes if (given.get("class") or "").startswith("podium")]
            assert ("ol" in podiums) == (stage in {"published", "archived"})


@pytest.mark.server
@pytest.mark.clauses("OTE 2.10")
def test_the_places_are_a_page_a_picture_and_a_table(store: VenueStore, client: TestClient) -> None:
    hidden, files = f"/e/{finished(store.log).event_id}/places", ("png", "svg", "pdf", "csv")
    assert [client.get(f"{hidden}.{kind}").status_code for kind in files] == [404] * 4
    assert "podium" not in client.get(hidden).text
    desk = STAGES["published"](store.log)
    at = f"/e/{desk.event_id}/places"
    png, svg, pdf, table = (client.get(f"{at}.{kind}").content for kind in files)
    assert (png[1:4], svg[:4], pdf[:4]) == (b"PNG", b"<svg", b"%PDF")
    _, *lines = csv.reader(io.StringIO(table.decode("utf-8-sig")))
    assert {name: int(place) for place, name, *_ in lines if place} == desk.state.places()
    assert [int(place) for place, *_ in lines if place] == sorted(desk.state.places().values())
    assert {name: float(score) for _, name, _, _, score in lines} == {
        player.name: doubled_score(player) / 2 for player in desk.state.all_players()
    }
    page = Page(client.get(at).text)
    assert page.text.index("Final places") < page.text.index(lines[0][1])


def test_no_spreadsheet_computes_a_name(store: VenueStore, client: TestClient) -> None:
    desk = STAGES["published"](store.log)
    wide = "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
    names = [f"{sign}{number}+1" for number, sign in enumerate(f"=+-@{wide}")]
    for player, name in zip(desk.state.all_players(), names, strict=True):
        desk.take({"do": "rename", "player": player.name, "name": name}, "en")
    _, *lines = csv.reader(io.StringIO(client.get(f"/e/{desk.event_id}/places.csv").content.decode("utf-8-sig")))
    assert {name for _, name, *_ in lines} == {f"'{name}" for name in names}


def test_a_spreadsheet_in_each_language_reads_the_places(store: VenueStore, client: TestClient) -> None:
    desk = STAGES["published"](store.log)
    for language, separator, point in (("en", ",", "."), ("es", ";", ","), ("fr", ";", ","), ("pt", ";", ",")):
        answer = client.get(f"/e/{desk.event_id}/places.csv", headers={"accept-language": language})
        assert answer.content.startswith("\N{BYTE ORDER MARK}".encode())
        _, *lines = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=separator)
        scores = {name: score for _, name, _, _, score in lines}
        assert any(point in score for score in scores.values())
        assert {name: float(score.replace(point, ".")) for name, score in scores.items()} == {
            player.name: doubled_score(player) / 2 for player in desk.state.all_players()
        }


@given(points=st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 6), st.booleans()), min_size=1, max_size=12))
def test_the_standings_are_in_the_order_of_scores(points: list[tuple[int, int, bool]]) -> None:
    players = {
        f"P{number}": Player(f"P{number}", number, present=not left, score=Score(victory_points=won, influence=seen))
        for number, (won, seen, left) in enumerate(points, 1)
    }
    waiting = replace(opened().state, players=players_of(list(players.values())), registered=len(players))
    assert {row.rank for row in standings(waiting, with_places=False)} == {None}
    state = replace(waiting, results=waiting.results.insert(1, Result("P1", (8,))))
    listed = standings(state, with_places=False)
    assert {row.player.name for row in listed} == set(players)
    present = [player for player in players.values() if player.present]
    for above, row in zip([None, *listed], listed, strict=False):
        higher = sum(doubled_score(other) > doubled_score(row.player) for other in present)
        assert row.rank == (None if not row.player.present else 1 + higher)
        assert row.level == (row.rank is not None and above is not None and above.rank == row.rank)
        assert above is None or above.rank is not None or row.rank is None


def test_who_left_before_the_start_stands_nowhere_among_those_who_played(store: VenueStore, client: TestClient) -> None:
    desk = opened(store.log)
    for name in (*NAMES, "Early", "Zoe"):
        desk.take({"do": "register", "player": name}, "en")
    desk.take({"do": "leave", "player": "Early"}, "en")
    assert "Early" in {row.player.name for row in standings(desk.state, with_places=True)}
    desk.take({"do": "start", "public": "three words, said"}, "en")
    report_all(desk)
    desk.take({"do": "leave", "player": "Zoe"}, "en")
    for _ in steps_to_the_end(desk):
        pass
    desk.take({"do": "publish", "places": True, "decks": False}, "en")
    at = f"/e/{desk.event_id}"
    for address in (at, f"{at}/places", f"{at}/places.csv"):
        answer = client.get(address).text
        assert "Zoe" in answer
        assert "Early" not in answer
    shown = printed(documents.final_places(job_of(desk)))
    assert "Zoe" in shown
    assert "Early" not in shown


def test_until_the_places_are_published_the_finalists_are_marked_and_nobody_is_active(
    store: VenueStore, client: TestClient
) -> None:
    desk = finished(store.log)
    final = final_table(desk.state)
    assert final is not None
    html = client.get(f"/e/{desk.event_id}").text
    assert html.count('<span class="tag on">in the final</span>') == len(final.players)
    assert '<span class="tag on">active</span>' not in html
    published = STAGES["published"](store.log)
    assert "in the final</span>" not in client.get(f"/e/{published.event_id}").text


def test_the_last_games_are_called_the_same_before_and_after_the_end(store: VenueStore, client: TestClient) -> None:
    for stage in ("final", "published"):
        desk = STAGES[stage](store.log)
        report_all(desk)
        for table in desk.state.tables:
            number = desk.state.players[table.players[0]].number
            words = Page(client.get(f"/e/{desk.event_id}/player/{number}").text).text
            assert f"Round {desk.state.round}, the final" in words


def test_nobody_has_a_rank_before_something_was_played(store: VenueStore, client: TestClient) -> None:
    for stage, ranked in {"registration": True, "lively": False, "paused": True}.items():
        page = client.get(f"/e/{STAGES[stage](store.log).event_id}").text
        assert ("The standings begin with the first result." not in page) is ranked


def test_the_demonstration_says_where_its_link_is() -> None:
    for demonstration in (False, True):
        with TestClient(make_app(Settings(demonstration=demonstration)), base_url=ADDRESS) as client:
            assert ("printed in the terminal" in client.get("/").text) == demonstration


@pytest.mark.server
def test_the_draw_is_proved_and_its_seed_kept_until_the_end(store: VenueStore, client: TestClient) -> None:
    playing, over = started(store.log), finished(store.log)
    seed = over.state.seed
    assert seed is not None
    for path in ("", "/draw", "/draw.json", "/log"):
        assert seed not in client.get(f"/e/{playing.event_id}{path}").text
    assert seed in client.get(f"/e/{over.event_id}/draw").text
    proof = client.get(f"/e/{over.event_id}/draw.json").json()
    assert proof["seed"] == seed
    assert [event for event in proof["events"] if event["event"] == "RoundGrouped"]


@pytest.mark.server
def test_nobody_reads_deck_lists_or_notes_of_judges(store: VenueStore, client: TestClient) -> None:
    desk = opened(store.log)
    for name in ("Ana", "Bo", "Cy"):
        desk.take({"do": "register", "player": name}, "en")
    for command in ("deck", "undo", "deck"):
        about = {"player": "Ana", "list": "40 Astral Wisdom [28]"} if command == "deck" else {}
        desk.take({"do": command, **about}, "en")
    # No list leaves a trace in the proof, whether it stands or was taken back.
    proof = client.get(f"/e/{desk.event_id}/draw.json").json()
    assert [event["event"] for event in proof["events"]] == ["EventOpened", *["PlayerRegistered"] * 3]
    desk.take({"do": "start"}, "en")
    desk.take({"do": "call", "table": 1, "player": "Ana", "about": "Bo shuffles oddly"}, "en")
    desk.take({"do": "note", "call": 1, "text": "second time today"}, "en", by="judge Bo")
    for path in ("", "/log", "/draw", "/draw.json", "/player/1", "/screen", "/me"):
        answer = client.get(f"/e/{desk.event_id}{path}").text
        for secret in ("Astral Wisdom", "shuffles oddly", "second time"):
            assert secret not in answer, path


def test_the_log_goes_back_to_its_beginning(store: VenueStore, client: TestClient) -> None:
    desk = opened(store.log)
    for number in range(130):
        desk.take({"do": "register", "player": f"Player {number}"}, "en")
    newest = client.get(f"/e/{desk.event_id}/log").text
    assert "Player 129 was registered" in newest
    assert "“Friday” was opened" not in newest
    assert f"/e/{desk.event_id}/log?before=32" in newest
    assert "“Friday” was opened" in client.get(f"/e/{desk.event_id}/log?before=32").text


def test_one_player_that_is_found_is_shown_at_once(store: VenueStore, client: TestClient) -> None:
    desk = started(store.log)
    answer = client.get(f"/e/{desk.event_id}/find?name=ANA")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/e/{desk.event_id}/player/1")
    assert "No player has that name" in client.get(f"/e/{desk.event_id}/find?name=zzz").text


def test_what_is_not_there_is_said_plainly(store: VenueStore, client: TestClient, subtests: pytest.Subtests) -> None:
    EventService(store.log).take({"do": "open", "name": "Friday"}, "en")
    for path, status in [
        *(("/e/none", 404), ("/e/none/log", 404), ("/nothing", 404), ("/static/none.css", 404)),
        *(("/e/friday/player/99", 404), ("/e/friday/player/0", 404), ("/e/friday/log?before=x", 400)),
        *(("/in/none", 403), ("/p/none", 403)),
    ]:
        with subtests.test(path=path):
            for language in LANGUAGES:
                answer = client.get(path, headers={"accept-language": language})
                assert answer.status_code == status
                assert findings(answer.text) == []


def test_a_damaged_log_hides_no_other_event(store: VenueStore, client: TestClient) -> None:
    started(store.log)
    saturday = EventService(store.log)
    saturday.take({"do": "open", "name": "Saturday"}, "en")
    newest = store.log.read("saturday")[-1]
    store.log.append("saturday", seal(newest, at=newest.at, event='{"event":"Nonsense"}'))
    html = client.get("/").text
    assert "The log of this event is damaged." in html
    assert "/e/friday" in html
    assert client.get("/e/saturday").status_code == 500


def test_words_are_compared_without_what_makes_them_hard_to_type() -> None:
    assert [plain(name) for name in ("Łukasz  Müller", "Søren", "Þóra", "İpek")] == [
        *map(plain, ("lukasz muller", "soren", "thora", "ipek"))
    ]
    assert plain("STRASSE") == plain("straße")


def test_a_name_is_found_in_any_order_and_whatever_is_left_out_between_its_words(subtests: pytest.Subtests) -> None:
    for typed in ["obrien", "O’BRIEN", "ana o'brien", "nunez o brien", "Núñez, Ana"]:
        with subtests.test(typed=typed):
            assert fits("Ana O'Brien-Núñez", looked_for(typed))
            assert not fits("Ana Oblian-Núñez", looked_for(f"{typed} brien"))
            assert looked_for("!!!") == ("!!!",)


def test_both_searches_find_a_name_that_is_typed_plainly() -> None:
    with serving() as floor:
        owner = floor.owner()
        event = open_event(owner, players=("Łukasz Żółć", "Bo"))
        assert "Łukasz Żółć" in owner.get(f"/e/{event}/find?name=lukasz")
        listed = owner.get(f"/e/{event}/desk/players?find=ZOLC lukasz")
    assert "Łukasz Żółć" in listed
    assert ">Bo<" not in listed
