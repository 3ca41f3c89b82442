"""The loop finder's pages: names of cards to a loop, and everything that can be done with it. No scripts here."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.answer import NotFound, Uncertain
from floorjudge.magic.answer.verdicts import VerdictKind
from floorjudge.magic.book.lookup import lookup
from floorjudge.magic.errors import NoCardTexts
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import digest_of
from floorjudge.magic.proof.certifying import certify
from floorjudge.store import open_venue_store
from floorjudge.store.jobs import KeptJob
from floorjudge.texts import LANGUAGES, render, text
from floorjudge.web import shared
from floorjudge.web.api import shapes
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.finder import known as known_cards
from floorjudge.web.finder import work
from floorjudge.web.finder.results import Found, loop_of
from floorjudge.web.loops import finder as finder_module
from floorjudge.web.loops.setup import begun_from
from floorjudge.web.sessions import Session
from floorjudge.web.shared import Application
from tests.magic.book.made_up_book import book_of, pinger
from tests.magic.made_up import watched
from tests.support.few_cards import CARDS, few_cards
from tests.support.waiting import PATIENCE, wait_until
from tests.web.pages_read import Page, findings

pytest.importorskip("phase")

FAILURES = ("memory", "time", "crash", "mistake")


THEN, FUTURE = "2026-11-22T12:00:00+00:00", "2999-01-01T00:00:00+00:00"


def searched(*names: str, **more: Any) -> dict[str, Any]:
    """Return what a search is asked for."""
    return {"names": list(names), "helpers": [], "position": None, "seconds": 10, **more}


def kept(
    name: str, kind: str, question: dict[str, Any], answer: Any, state: Literal["done", "failed"] = "done"
) -> KeptJob:
    """Return a job that is over; its name is made of one letter."""
    written = json.dumps(msgspec.to_builtins(answer))
    return KeptJob(name * 16, kind, json.dumps(question), state, "1", THEN, THEN, "other", None, written)


def running(name: str, kind: str, question: dict[str, Any], progress: str | None = None) -> KeptJob:
    """Return a job on which another process works."""
    return KeptJob(name * 16, kind, json.dumps(question), "running", "1", THEN, FUTURE, "other", progress)


def failed(reason: str) -> KeptJob:
    """Return a search whose process has failed."""
    return kept(str(FAILURES.index(reason) + 1), "search", searched(*GOND), {"reason": reason}, "failed")


RIDDLE = {
    "name": "Own Riddle",
    "type": "Artifact",
    "types": ["Artifact"],
    "text": "{T}: Frobnicate target creature you control.",
}
GOND = ("Presence of Gond", "Intruder Alarm")


def in_vain(**more: Any) -> Found:
    """Return the answer of a search that has found nothing."""
    ran_out = text("There may be one: the work that this search may do ran out.")
    return Found(None, NotFound(text("No loop was found."), ran_out, **more))


def searched_in_vain() -> KeptJob:
    """Return a search among the cards of a famous loop, and another one, that has found nothing."""
    return kept("f", "search", searched(*GOND, "Grizzly Bears"), in_vain(can_go_on=True))


def begun_otherwise() -> KeptJob:
    """Return a loop of which the first iteration does something else: from the second on the legend rule takes the token back."""
    library = CardLibrary.of_texts([])
    given = watched("{0}: Create Voja, a legendary 2/2 green and white Wolf creature token.", times="10^100")
    case = read_loop_case({**given, "body": [given["body"][0], {"do": "resolve"}]})
    return kept("d", "search", searched("Engine"), Found(loop_of(case, certify(case, library), library)))


def still_searching() -> KeptJob:
    """Return a search for a loop of a creature without a text, on which another process works."""
    question = searched("Grizzly Bears", seconds=15.0)
    told: list[dict[str, Any]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(work, "_library", lambda: CardLibrary.of_texts([CardText("Grizzly Bears", "Creature").side()]))
        work.search(told.append, question | {"seconds": 0.1})
    return running("e", "search", question, json.dumps(told[1]))


def about_to_search() -> KeptJob:
    """Return a search for a loop of a card that the engine cannot read, of which nothing has been reported yet."""
    return running("6", "search", searched("Own Riddle", seconds=15.0))


def proving() -> KeptJob:
    """Return a job that proves a loop of the book again, on which another process works."""
    return running("9", "known", searched(*GOND, known=lookup(GOND).exact[0].digest, seconds=15.0))


def of_an_earlier_form() -> KeptJob:
    """Return a search whose answer an earlier version has stored in a form that is no more read."""
    return kept("8", "search", searched(*GOND), {"loops": []})


def drawn() -> KeptJob:
    """Return a loop that nobody can break, which is a draw."""
    text = "{0}: You gain 1 life.\nWhenever you gain life, you gain 1 life."
    cards = [{"name": "Own Echo", "type": "Artifact", "text": text}]
    case = {"battlefield": [["Own Echo"], []], "cards": cards, "body": [{"do": "resolve"}]}
    case["before"] = [{"by": 0, "do": "activate", "source": "Own Echo"}, {"do": "resolve"}]
    return certified("7", {"case": case, "times": "10^100"})


def certified(name: str, question: dict[str, Any]) -> KeptJob:
    """Return the proof of a loop of cards that it brings along."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(work, "_library", lambda: CardLibrary.of_texts([]))
        return kept(name, "certify", question, work.certify(lambda _: None, question, 0.2))


def ended(name: str, *theirs: str) -> KeptJob:
    """Return a loop that ends a game, of which this permanent is the opponent's: with the last damage it dies, if it is a creature."""
    text = "{0}: This artifact deals 1 damage to each creature and each opponent."
    cards = [{"name": "Own Pinger", "type": "Artifact", "text": text}]
    cards += [{"name": "Own Beast", "type": "Creature — Beast", "power": "2", "toughness": "2"}]
    body = [{"by": 0, "do": "activate", "source": "Own Pinger"}, {"do": "resolve"}]
    case = {"life": [20, 2], "battlefield": [["Own Pinger"], list(theirs)], "cards": cards, "body": body}
    return certified(name, {"case": case, "times": "40"})


@pytest.fixture(scope="module")
def card_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the texts of a few cards."""
    return few_cards(tmp_path_factory.mktemp("few-cards"), [*CARDS, RIDDLE])


@pytest.fixture(autouse=True)
def _these_cards(_home_of_its_own: None, card_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every process of a test know these cards."""
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file))


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Return a browser before an application; one for all tests, so that a loop is searched once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_cards, "card_names", known_cards.card_names.__wrapped__)
        place = str(tmp_path_factory.mktemp("finder") / "finder.db")
        with closing(open_venue_store(place)) as store:
            for job in (
                *map(failed, FAILURES),
                searched_in_vain(),
                came_back_in_vain(),
                still_searching(),
                about_to_search(),
                proving(),
                of_an_earlier_form(),
                begun_otherwise(),
                ended("a"),
                ended("b", "Own Beast"),
                drawn(),
            ):
                store.jobs.put(job)
        with TestClient(make_app(Settings(database=place)), follow_redirects=False) as opened:
            yield opened


def begin(finder: TestClient, **fields: str) -> str:
    """Send the form, and return the address of what comes."""
    answer = finder.post("/loops", data={"do": "search", **fields})
    assert answer.status_code == 303, Page(answer.text).text
    return str(answer.headers["location"])


def read(finder: TestClient, address: str, **headers: str) -> str:
    """Return the words of a page when its job is over; every page on the way is well made."""

    def page() -> str | None:
        answer = finder.get(address, headers=headers)
        assert answer.status_code == 200
        assert findings(answer.text) == []
        if "data-job" not in answer.text:
            return Page(answer.text).text
        assert '<meta http-equiv="refresh"' in answer.text
        wait_for(finder, address)
        return None

    return wait_until(page)


def wait_for(finder: TestClient, address: str) -> None:
    """Wait until the job of a page is over, without looking at the page meanwhile."""
    found = re.search(r"[0-9a-f]{16}", address)
    assert found is not None
    assert finder.portal is not None
    finder.portal.call(application_of(finder).jobs.wait, found[0], PATIENCE)


def application_of(finder: TestClient) -> Application:
    application: Application = finder.app.state.application  # type: ignore[attr-defined]  # it is ours
    return application


def loop(finder: TestClient) -> str:
    """Return the address of the loop that most tests look at."""
    return begin(finder, cards="presence of gond\nIntruder Alarm", helpers="Grizzly Bears")


@pytest.fixture
def address(finder: TestClient) -> str:
    """Return the address of that loop, once it is found."""
    found = loop(finder)
    read(finder, found)
    return found


@pytest.mark.engine
def test_what_is_done_once_before_a_loop_stands_in_steps_as_the_loop_does(finder: TestClient) -> None:
    once, loop = re.findall(r'<ol class="ring-list">.*?</ol>', finder.get(f"/loops/{drawn().id}").text, re.DOTALL)
    assert 'data-number="1–2"' in once
    assert "Player 1 activates Own Echo" in once
    assert 'data-number="1"' in loop
    assert "activates" not in loop


def test_two_names_lead_to_a_loop_in_every_language(finder: TestClient) -> None:
    assert findings(finder.get("/loops").text) == []
    address = loop(finder)
    page = read(finder, address)
    assert "Presence of Gond + Intruder Alarm" in page
    parts = (
        "Any number of Elf Warrior tokens.",
        "Player 1 names a number; Player 2 may name a smaller one.",
        "MTR 4.4.3",
        "Taken for granted: 20 life each, Presence of Gond (on Grizzly Bears).",
        "The loop",
        "What the other players can do",
        "Player 2 can respond",
        "What an iteration changes",
        "Player 1 stops the loop after 10^100 iterations.",
    )
    assert [part for part in parts if part not in page] == []
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)
    assert "+1" in page
    assert begin(finder, cards="\n".join(GOND), helpers="  grizzly bears ") == address
    others = {language: read(finder, address, **{"accept-language": language}) for language in LANGUAGES}
    assert len(set(others.values())) == len(LANGUAGES)


@pytest.mark.engine
def test_the_iteration_moves_by_links_and_marks_what_changes(finder: TestClient, address: str) -> None:
    scenes = [finder.get(f"{address}?scene=0").text]
    while "The iteration is over" not in scenes[-1]:
        assert findings(scenes[-1]) == []
        scenes.append(finder.get(f"{address}?scene={len(scenes)}").text)
        assert len(scenes) < 40
    assert findings(scenes[-1]) == []
    assert scenes[-1].partition("<main")[2] == finder.get(f"{address}?scene={len(scenes)}").text.partition("<main")[2]
    assert '<li class="card-box tapped changed">' in scenes[1]
    assert "token" in scenes[-1]


@pytest.mark.engine
def test_any_number_of_iterations_has_a_page_of_its_own(finder: TestClient, address: str) -> None:
    for typed, there in (("40", "40"), ("1 000", "1,000"), ("0", "After 0 times")):
        answer = finder.post(f"{address}/times", data={"times": typed})
        assert there in read(finder, answer.headers["location"])
    for wrong in ("-1", "10^101", "many", ""):
        refused = finder.post(f"{address}/times", data={"times": wrong})
        assert refused.status_code == 400
        assert 'role="alert"' in refused.text


@pytest.mark.engine
def test_the_certificate_is_a_file(finder: TestClient, address: str) -> None:
    answer = finder.get(f"{address}/certificate")
    assert "attachment" in answer.headers["content-disposition"]
    value = answer.json()
    assert digest_of(value) == value["digest"]
    assert value["per_iteration"] == {"tokens.0.Elf Warrior": "1"}


def test_it_is_settled_at_the_table_with_what_was_found(finder: TestClient, address: str) -> None:
    desk = filled_desk(finder, address)
    assert 'value="Player 1"' in desk
    assert 'value="Elf Warrior tokens of Player 1"' in desk
    assert re.findall(r'name="keeps" value="(\d)" checked', desk) == ["0"]


def test_what_is_typed_wrong_is_explained_and_kept(finder: TestClient) -> None:
    for fields, said in (
        ({"cards": ""}, "Name the cards first"),
        ({"cards": "of er"}, "One card is not clear."),
        ({"cards": "xyzzy"}, "One card is not known."),
        ({"cards": "xyzzy, of er"}, "2 cards are not clear."),
        ({"cards": "5 Intruder Alarm + 6 Grizzly Bears"}, "At most 10 cards"),
        ({"cards": "\n".join(f"Card {number}" for number in range(11))}, "At most 10 cards"),
        ({"cards": GOND[0], "board": "Ana 20: Grizzly Bears"}, "line"),
    ):
        answer = finder.post("/loops", data={"do": "search", **fields})
        assert answer.status_code == 400
        assert findings(answer.text) == []
        assert said in Page(answer.text.partition('role="alert"')[2].partition("</div>")[0]).text
    assert finder.get("/loops/0000000000000000").status_code == 404
    assert finder.get("/loops/elsewhere").status_code == 404


@pytest.mark.engine
def test_a_board_in_words_is_searched_as_it_is(finder: TestClient) -> None:
    answer = finder.post("/loops", data={"do": "board", "cards": "\n".join(GOND)})
    assert findings(answer.text) == []
    assert "Presence of Gond on host" in unescape(answer.text)
    bare = "Ana 20 life: Intruder Alarm\nBo 20 life: Grizzly Bears"
    page = read(finder, begin(finder, cards="", board=bare))
    assert "No loop was found." in page
    assert "Change the position" in page


def tapped(answer: str, name: str) -> dict[str, str]:
    """Return the form of a page as sent by the button that puts a name in the place of an unclear one."""
    form = answer.partition('id="finder-form"')[2].partition("</form>")[0]
    fields = {
        field: unescape(value) for field, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    }
    texts = re.findall(r'<textarea [^>]*name="(\w+)"[^>]*>([^<]*)<', form)
    fields |= {field: unescape(value) for field, value in texts}
    buttons = re.findall(r'name="take" value="([^"]*)">([^<]*)<', form)
    return fields | {"take": next(unescape(value) for value, words in buttons if unescape(words) == name)}


def test_all_unclear_names_are_marked_at_once_and_a_tap_takes_one(finder: TestClient) -> None:
    """What is clear is taken, in whatever way it is typed; the last tap goes on with what was asked for."""
    typed = {"cards": "gond pres + er, 2 grizly bers", "helpers": "bears intruder\nxyzzy"}
    answer = finder.post("/loops", data={"do": "board", **typed})
    said = Page(answer.text).text
    assert "3 cards are not clear." in said
    for words in (
        "“er”: which card is it?",
        "“bears intruder”: which card is it?",
        "“xyzzy”: no card has a name like this.",
    ):
        assert words in said
    assert "Only English names are known here." in said
    sent: dict[str, str] = {}
    for name in ("Intruder Alarm", "Grizzly Bears", "Leave it out"):
        assert answer.status_code == 400
        assert findings(answer.text) == []
        sent = tapped(answer.text, name)
        answer = finder.post("/loops", data=sent)
    assert sent["cards"].split("\n") == ["Presence of Gond", "Intruder Alarm", "2 Grizzly Bears"]
    assert sent["helpers"].split("\n") == ["Grizzly Bears", "xyzzy"]
    assert answer.status_code == 200
    assert "The table" in Page(answer.text).text
    assert 'name="helpers" value="Grizzly Bears"' in answer.text


def test_in_other_languages_names_like_a_typed_one_come_with_the_hint_that_names_are_english(
    finder: TestClient,
) -> None:
    for language, hint in (
        ("es", "Aquí solo se conocen los nombres en inglés."),
        ("en", "Only English names are known here."),
    ):
        said = Page(finder.post("/loops", data={"cards": "er"}, headers={"accept-language": language}).text).text
        assert (hint in said) == (language != "en")


def test_a_line_of_names_is_divided_for_a_page_that_shows_them_one_by_one(finder: TestClient) -> None:
    def divided(typed: str) -> list[tuple[str, str, bool, list[str]]]:
        def answers() -> Response | None:
            answer = finder.get("/loops/cards/typed", params={"q": typed})
            return None if "retry-after" in answer.headers else answer

        answer = wait_until(answers)
        return [(each["written"], each["line"], each["clear"], each["similar"]) for each in answer.json()]

    assert divided("intr al + 2 grizzly bears, er") == [
        ("intr al", "Intruder Alarm", True, []),
        ("grizzly bears", "2 Grizzly Bears", True, []),
        ("er", "er", False, ["Intruder Alarm"]),
    ]
    assert divided(" ") == []
    assert finder.get("/loops/cards/typed", params={"q": "x" * 1_001}).status_code == 400


def test_visitors_are_told_no_commands_where_no_cards_are_known(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_cards(*_: object, **__: object) -> None:
        raise NoCardTexts

    monkeypatch.setattr(Session, "work_out", no_cards)
    for address, fields in (("/loops", {"cards": "Intruder Alarm"}), ("/loops/deck", {"deck": "1 Intruder Alarm"})):
        page = client.post(address, data=fields)
        assert page.status_code == 400
        assert "This server knows no cards yet. The person who runs it can add them." in Page(page.text).text
        assert "pip install" not in page.text
    program = client.post("/api/v1/magic/searches", json={"cards": ["Intruder Alarm"]}).json()
    assert program["error"]["code"] == "no_card_texts"


def test_names_are_completed(finder: TestClient) -> None:
    assert wait_until(lambda: finder.get("/loops/cards", params={"q": "gond pres"}).json()) == ["Presence of Gond"]
    assert finder.get("/loops/cards", params={"q": "xyz"}).json() == []
    assert finder.get("/loops/cards").json() == []


@pytest.mark.engine
def test_a_position_is_played_by_hand_and_certified(finder: TestClient, address: str) -> None:
    """Every moment has an address: reloading and going back need nothing."""

    def moment(did: str, status: int = 200) -> str:
        answer = finder.get(f"{address}/play?did={did}")
        assert answer.status_code == status
        assert findings(answer.text) == []
        return answer.text

    def choice(page: str, words: str) -> str:
        links = re.findall(r'href="\?did=([\w.-]*)#table">([^<]*)<', page)
        return next(str(did) for did, said in links if words in unescape(said))

    begun = moment("")
    activated = choice(begun, "activate Grizzly Bears")
    played = choice(moment(activated), "until the stack is empty")
    over = moment(played)
    assert "Elf Warrior" in over
    assert choice(over, "Take the last step back") == activated
    finder.cookies.clear()  # whoever comes by a link can cancel it, too
    certified = finder.post(f"{address}/play", data={"did": played})
    assert certified.cookies["browser"]
    assert "Player 1 stops the loop after 10^100 iterations." in read(finder, certified.headers["location"])
    wrong = moment(f"{activated}.999")
    assert "This choice cannot be made here" in Page(wrong).text
    assert choice(wrong, "until the stack is empty") == played
    assert "This choice cannot be made here" in Page(moment("<b>")).text


@pytest.mark.engine
def test_what_does_not_end_where_it_began_is_not_certified(finder: TestClient) -> None:
    """The page says what is asked, in the reader's language, and the next choice can be made there."""
    address, spanish, four_passes = loop(finder), {"accept-language": "es"}, ".".join("0" * 4)
    read(finder, address)
    attacking = finder.get(f"{address}/play?did={four_passes}", headers=spanish)
    assert "Grizzly Bears (el jugador 1, 2/2, Presence of Gond)" in Page(attacking.text).text
    refused = finder.post(f"{address}/play", data={"did": four_passes}, headers=spanish)
    assert refused.status_code == 400
    assert findings(refused.text) == []
    said = "Al principio: el jugador 1 tiene la prioridad. Ahora: el jugador 1 declara atacantes."
    assert said in Page(refused.text).text
    assert "Which creatures attack?" in Page(finder.post(f"{address}/play", data={"did": four_passes}).text).text


@pytest.mark.engine
@pytest.mark.parametrize(("keeps", "called"), [("0", "Ana"), ("1", "Player 1")])
def test_the_desk_ends_with_the_exact_position(keeps: str, called: str, finder: TestClient, address: str) -> None:
    """Who keeps it going at the table as in the loop that was found is called by name."""
    fields: dict[str, Any] = {
        "do": "ask",
        "player": ["Ana", "Bo"],
        "keeps": [keeps],
        "found": address.rpartition("/")[2],
    }
    finder.cookies.clear()  # whoever comes by a link can cancel what is begun for them, too
    answer = finder.post("/loop", data=fields, follow_redirects=True)
    assert finder.cookies["browser"]
    for said in ({"says": "40"}, {"word": "agree"}):
        by = unescape(re.findall(r'name="by" value="([^"]*)"', answer.text)[0])
        hidden = re.findall(r'<input type="hidden" name="(case|sheet|found)" value="([^"]*)"', answer.text)
        carried = {name: unescape(value) for name, value in hidden}
        sent = {"do": "answer", "by": by, **carried, **said}
        answer = finder.post("/loop", data=sent, follow_redirects=True)
    assert findings(answer.text) == []
    exact = re.findall(r'href="(/loops/[0-9a-f]{16})"', answer.text)[0]
    assert "After 40 times" in read(finder, exact)
    ruled = Page(finder.get(str(answer.url)).text).text
    assert f"Elf Warrior tokens of {called}" in ruled.partition("What there is then")[2]


@pytest.mark.engine
def test_programs_search_too(finder: TestClient) -> None:
    base = "/api/v1/magic"
    sent = {"cards": list(GOND), "helpers": ["Grizzly Bears"]}
    begun = finder.post(f"{base}/searches", json=sent).json()["job"]

    def ends() -> Response | None:
        answer = finder.get(f"{base}/jobs/{begun}")
        if answer.json()["state"] not in {"waiting", "running"}:
            return answer
        assert int(answer.headers["Retry-After"]) >= 1
        wait_for(finder, begun)
        return None

    answer = wait_until(ends)
    job = answer.json()
    assert job["found"] is True
    assert "Retry-After" not in answer.headers
    assert job["page"] == loop(finder)
    assert job["certificate"]["per_iteration"] == {"tokens.0.Elf Warrior": "1"}
    shapes.LoopJob.model_validate(job)
    assert finder.post(f"{base}/searches", json=sent | {"life": 20}).json()["job"] == job["job"]
    commander = finder.post(f"{base}/searches", json=sent | {"life": 40}).json()
    assert read(finder, commander["page"])
    certificate = finder.get(f"{base}/jobs/{commander['job']}").json()["certificate"]
    assert certificate["case"]["life"] == [40, 40]
    more = finder.post(f"{base}/jobs/{job['job']}/times", json={"times": 7}).json()
    shapes.LoopJob.model_validate(more)
    assert "7" in read(finder, more["page"])
    assert finder.delete(f"{base}/jobs/{job['job']}").json()["state"] == "done"
    for wrong, status, code in (
        ({}, 400, "no_cards_named"),
        ({"cards": ["Presence of Gone"]}, 400, "unknown_card"),
        ({"cards": "Presence of Gond"}, 400, "not_a_list"),
        ({"card": []}, 400, "no_such_field"),
        ({"cards": list(GOND), "life": 0}, 400, "not_a_life"),
        ({"cards": list(GOND), "life": "40"}, 400, "not_a_life"),
        ({"cards": list(GOND), "life": True}, 400, "not_a_life"),
    ):
        refused = finder.post(f"{base}/searches", json=wrong)
        assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    assert finder.get(f"{base}/jobs/0000000000000000").json()["error"]["code"] == "no_such_job"
    assert finder.post(f"{base}/jobs/{job['job']}/times", json={"times": "10^101"}).status_code == 400
    assert finder.post(f"{base}/jobs/{job['job']}/times", json={"times": 0}).status_code == 200


@pytest.mark.engine
def test_a_search_is_cancelled_and_asked_for_again(finder: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    finder.cookies.clear()  # whoever comes by a link, too
    with monkeypatch.context() as patch:
        patch.setattr(application_of(finder).long, "_let_in", lambda: None)  # nobody has their turn
        address = begin(finder, cards="Grizzly Bears", helpers="2 Grizzly Bears", anyway="yes")
        assert "data-job" in finder.get(address).text
        assert finder.post(f"{address}/cancel").status_code == 303
        assert "The search was cancelled." in read(finder, address)
    assert finder.post(f"{address}/again", data={"do": "again"}).headers["location"] == address
    assert "No loop was found." in read(finder, address)


def test_unlikely_is_an_answer_with_the_search_one_tap_away(finder: TestClient) -> None:
    """It is told before anything is played, at an address of its own; what may well be a loop is searched at once."""
    address = begin(finder, cards="grizzly bears", helpers="2 Grizzly Bears")
    assert address == "/loops/unlikely?card=Grizzly+Bears&helper=2+Grizzly+Bears"
    for language in LANGUAGES:
        page = finder.get(address, headers={"accept-language": language})
        assert page.status_code == 200
        assert findings(page.text) == []
    said = Page(finder.get(address).text).text
    assert "A loop of these cards is unlikely. No ability of these cards triggers" in said
    assert "Search anyway" in said
    assert "Jugador 1: Grizzly Bears" in filled_desk(finder, address, "es")
    waits = Page(finder.get("/loops/unlikely?card=Intruder+Alarm").text).text
    assert (
        waits.index("waits for something to enter")
        < waits.index("Intruder Alarm is in ")
        < waits.index("Search anyway")
    )
    likely = finder.get("/loops/unlikely?card=Presence+of+Gond&card=Grizzly+Bears")
    assert "There may be a loop of these cards." in Page(likely.text).text
    for unclear in ("", "?card=er"):
        assert 'id="finder-form"' in finder.get(f"/loops/unlikely{unclear}").text


@pytest.mark.engine
def test_cards_without_an_ability_are_pointed_out_at_once_and_at_the_end(finder: TestClient) -> None:
    hint = "No ability of these cards triggers"
    searching = finder.get(f"/loops/{'e' * 16}").text
    assert findings(searching) == []
    assert hint in Page(searching).text
    assert re.search(r"\d+% of the work that a search may do is done\.", Page(searching).text)
    assert "The table is being set" in Page(searching).text
    assert hint in read(finder, begin(finder, cards="Grizzly Bears", anyway="yes"))
    for fields in ({"cards": "Intruder Alarm"}, {"cards": "Grizzly Bears", "helpers": "Intruder Alarm"}):
        assert hint not in read(finder, begin(finder, **fields, anyway="yes"))


@pytest.mark.engine
def test_a_card_that_the_engine_misreads_is_named_before_anything_is_played(
    finder: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page names it while nothing is reported yet, and so does the first report of the search."""
    page = finder.get(f"/loops/{'6' * 16}").text
    assert findings(page) == []
    assert page.index("a loop of theirs may be missed") < page.index("Frobnicate")
    assert "<progress" not in page
    told: list[dict[str, Any]] = []
    card = CardText("Own Riddle", "Artifact", text="{T}: Frobnicate target creature you control.")
    monkeypatch.setattr(work, "_library", lambda: CardLibrary.of_texts([card.side()]))
    board = {"battlefield": [["Own Riddle"], []]}
    for question in ({"names": ["Own Riddle"], "position": None}, {"names": [], "position": board}):
        told.clear()
        work.search(told.append, question | {"helpers": [], "seconds": 0.01})
        assert "Frobnicate" in str(told[0]["hints"])


def test_each_kind_of_verdict_has_a_sign_of_its_own() -> None:
    """They differ in more than their colour; only what is not known has the usual sign."""
    sheet = (resources.files("floorjudge.web") / "static" / "finder.css").read_text()
    signs = dict(re.findall(r'^\.verdict\[data-kind="(\w+)"\] \{ --sign: ("\S+"); \}', sheet, re.MULTILINE))
    kinds = {*get_args(VerdictKind), NotFound(text("No loop was found."), text("Nothing is left.")).kind}
    assert signs.keys() == kinds - {"not_known"}
    assert len({*signs.values(), '"?"'}) == len(kinds)


def came_back_in_vain() -> KeptJob:
    """Return a search from a position with names of its own, in which a sequence came back and could not be certified."""
    position = {"names": ["Player 1", "Bo", "Cy"], "priority": 1}
    tried = Uncertain({}, (text("{player}: attack", player="Bo"), text("{player}: block", player="Cy")), ())
    return kept("c", "search", searched(*GOND, position=position), in_vain(uncertain=(tried,)))


def filled_desk(finder: TestClient, address: str, language: str = "en") -> str:
    """Return the loop desk that the page of a job leads to with one tap."""
    page = finder.get(address, headers={"accept-language": language}).text
    form = next(form for form in page.split('action="/loop"')[1:]).partition("</form>")[0]
    fields: dict[str, list[str]] = {"do": ["fill"]}
    for name, value in re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">', form):
        fields.setdefault(name, []).append(unescape(value))
    desk = finder.post("/loop", data=fields, follow_redirects=True, headers={"accept-language": language}).text
    assert findings(desk) == []
    return unescape(desk)


@pytest.mark.parametrize(
    ("steps", "keeps"),
    [
        ([{"do": "resolve"}, {"by": 0, "do": "choose", "answer": "Bear"}], set()),
        ([{"by": 1, "do": "activate", "source": "Bear"}, {"do": "resolve"}], {1}),
        (
            [{"do": "resolve"}, {"by": 0, "do": "choose", "answer": "yes"}, {"by": 1, "do": "cast", "source": "Bear"}],
            {0, 1},
        ),
    ],
)
def test_whoever_does_nothing_optional_in_a_sequence_does_not_keep_it_going(
    steps: list[dict[str, Any]], keeps: set[int]
) -> None:
    case = {"battlefield": [["Bear"], []], "body": steps}
    assert begun_from({}, ["Bear"], [text("a step")], "en", case).keeps == keeps


def test_what_is_not_found_is_settled_at_the_loop_desk_with_one_tap(finder: TestClient) -> None:
    """Its players and steps are filled in: the sequence that came back, else a line for each card."""
    for address in (f"/loops/{'f' * 16}", f"/loops/{failed('time').id}"):
        desk = filled_desk(finder, address, "es")
        assert re.findall(r'name="player" value="([^"]+)"', desk) == ["Jugador 1", "Jugador 2"]
        assert re.findall(r'name="keeps" value="(\d)" checked', desk) == ["0"]
        assert "Jugador 1: Presence of Gond\nJugador 1: Intruder Alarm" in desk
    desk = filled_desk(finder, f"/loops/{'c' * 16}")
    assert re.findall(r'name="player" value="([^"]+)"', desk) == ["Player 1", "Bo", "Cy"]
    assert re.findall(r'name="keeps" value="(\d)" checked', desk) == ["1"]
    assert "Bo: attack\nCy: block</textarea>" in desk


def test_an_answer_of_an_earlier_form_is_searched_for_again(finder: TestClient) -> None:
    assert "Search again" in read(finder, f"/loops/{of_an_earlier_form().id}")


def test_a_search_that_broke_down_says_how(finder: TestClient) -> None:
    for reason in FAILURES:
        said = read(finder, f"/loops/{failed(reason).id}")
        assert "Nothing is known about these cards" in said
        assert "Search again" in said
        job = finder.get(f"/api/v1/magic/jobs/{failed(reason).id}").json()
        assert (job["state"], job["error"]["code"]) == ("failed", reason)


def test_who_wants_the_card_texts_too_early_is_told(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "PATIENCE_FOR_CARDS", 0.0)
    monkeypatch.setattr(shared.Application, "prepare_cards", lambda _self: asyncio.get_running_loop().create_future())
    for address, fields in (("/loops", {"cards": "Intruder Alarm"}), ("/loops/deck", {"deck": "1 Intruder Alarm"})):
        answer = client.post(address, data=fields)
        assert answer.status_code == 429
        assert "still being read" in answer.text
        assert "Intruder Alarm" in answer.text  # what was typed
    answer = client.post("/api/v1/magic/searches", json={"cards": ["Intruder Alarm"]})
    assert answer.json()["error"]["code"] == "cards_being_prepared"


def test_a_known_loop_is_proved_again_when_it_is_opened(finder: TestClient) -> None:
    page = finder.get("/loops/famous").text
    assert findings(page) == []
    name = "presence-of-gond-intruder-alarm"
    assert f'href="/loops/known/{name}"' in page
    answer = finder.get(f"/loops/known/{name}")
    assert answer.status_code == 303
    assert finder.get(f"/loops/famous/{name}").headers["location"] == answer.headers["location"]
    shown = Page(read(finder, answer.headers["location"])).text
    assert "was proved again when this page was made" in shown
    assert "Search for another one" in shown
    assert finder.get("/loops/known/nothing").status_code == 404


def test_what_it_costs_is_nothing_that_a_loop_gives() -> None:
    given = {**watched("{0}: Each opponent loses 2 life. You lose 1 life."), "times": 30}
    case, library = read_loop_case(given), CardLibrary.of_texts([])
    loop = loop_of(case, certify(case, library), library)
    assert [render(each, "en") for each in loop.answer.gives] == ["damage to or loss of life for Player 2"]
    assert [render(each, "en") for each in loop.answer.costs] == ["Player 1 loses life"]


def test_a_draw_has_no_position_after_so_many_times_unless_it_is_broken_there(finder: TestClient) -> None:
    page = finder.get(f"/loops/{'7' * 16}").text
    assert "If broken after" in page
    assert not re.search(r"After 10\^100 times|10\^100 times, if no other", Page(page).text)


def test_a_table_says_of_which_moment_the_amounts_of_an_end_are(finder: TestClient) -> None:
    heads = {"a": ("In the end", "0"), "b": ("When a player last had priority", "1")}
    for name, (head, life) in heads.items():
        page = finder.get(f"/loops/{name * 16}").text
        assert findings(page) == []
        assert f'<th scope="col" class="num">{head}</th>' in page
        (row,) = (row for row in page.split("<tr>") if row.startswith('<th scope="row">life of Player 2<'))
        assert f'data-head="{head}">{life}</td>' in row
    page = finder.get(f"/loops/{'b' * 16}", headers={"accept-language": "fr"}).text
    assert "La dernière fois qu’un joueur a eu la priorité" in page


def test_what_the_first_iteration_does_otherwise_and_what_is_automatic_is_shown(finder: TestClient) -> None:
    page = finder.get(f"/loops/{begun_otherwise().id}").text
    assert findings(page) == []
    shown = Page(page).text
    assert "Iteration 1 differs in what follows; everything else changes in it as above." in shown
    assert "What In iteration 1 Voja tokens of Player 1 +1" in shown
    assert "In step 2, the legend rule puts one Voja into the graveyard." in shown


def test_players_without_names_are_numbered_in_the_language_of_the_reader(finder: TestClient) -> None:
    address = f"/loops/{'a' * 16}"
    for language, called in {
        "en": "Player 1",
        "es": "El jugador 1 gana",
        "fr": "Le joueur 1 gagne",
        "pt": "O jogador 1 vence",
    }.items():
        header = {"accept-language": language}
        page = Page(read(finder, address, **header))
        assert called in page.text
        assert language == "en" or "Player 1" not in page.text
    asked = {"do": "board", "cards": "Presence of Gond\nIntruder Alarm"}
    form = finder.post("/loops", data=asked, headers={"accept-language": "fr"}).text
    assert "<legend>Joueur 1</legend>" in form
    assert "Player 1&#34;" in form.partition("<textarea")[2]  # words that can be read again


def test_a_known_loop_of_these_cards_is_named_while_nothing_is_found(finder: TestClient) -> None:
    link = 'href="/loops/known/presence-of-gond-intruder-alarm"'
    for job in (searched_in_vain(), failed("time")):
        page = finder.get(f"/loops/{job.id}").text
        assert findings(page) == []
        assert link in page
    assert link not in finder.get("/loops").text
    job = finder.get(f"/api/v1/magic/jobs/{searched_in_vain().id}").json()
    assert (job["verdict"], job["doubts"]) == ("No loop was found.", [])
    near = job["near"]
    assert [(each["id"], each["missing"]) for each in near] == [("presence-of-gond-intruder-alarm", [])]


def test_a_loop_that_is_not_proved_again_is_searched_for_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    forged = pinger(per_iteration={"life.1": "-7"})
    texts = [CardText("Engine", "Artifact", text="{0}: Each opponent loses 2 life.").side()]
    monkeypatch.setattr(work, "_library", lambda: CardLibrary.of_texts(texts))
    monkeypatch.setattr(work, "installed_book", lambda: book_of(forged))
    question = {"names": ["Engine"], "helpers": [], "position": None, "known": forged.digest, "seconds": 2.0}
    answer = work.known(lambda _: None, question)
    found = msgspec.convert(answer, Found)
    assert not found.known
    assert found.unproved is not None
    assert "per_iteration" in render(found.unproved, "en")
    assert found.looked_at
    monkeypatch.setattr(work, "installed_book", lambda: book_of(pinger()))
    assert (
        msgspec.convert(work.known(lambda _: None, question), Found).unproved is None
    )  # another book has no such entry
    true = pinger()
    proved = msgspec.convert(work.known(lambda _: None, question | {"known": true.digest}), Found)
    assert proved.known
    assert proved.loop is not None
    claimed = work.claimed(question | {"known": true.digest})
    assert claimed is not None
    assert claimed.verdict == proved.loop.answer.verdict
    assert work.claimed(question) is None


def test_the_answer_of_the_book_stands_while_it_is_proved_again(
    finder: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder_module, "A_MOMENT", 600.0)
    for language, verdict, mark in (
        ("en", "Any number of Elf Warrior tokens.", "known, being proved again"),
        ("fr", "Autant de jetons", "connue, nouvelle démonstration en cours"),
    ):
        page = finder.get(f"/loops/{proving().id}", headers={"accept-language": language})
        assert findings(page.text) == []
        shown = Page(page.text).text
        assert shown.index(verdict) < shown.index(mark) < shown.index("Intruder Alarm", shown.index(mark))
        assert "data-job" in page.text
        assert "<progress" not in page.text


def test_the_verdict_of_the_book_stands_while_its_steps_are_played(
    finder: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder_module, "A_MOMENT", 0.0)
    page = finder.get(f"/loops/{proving().id}")
    assert findings(page.text) == []
    shown = Page(page.text).text
    follow = shown.index("The steps of the loop follow in a moment.")
    assert shown.index("Any number of Elf Warrior tokens.") < shown.index("Taken for granted:") < follow
    assert "ring-list" not in page.text
    assert "data-job" in page.text


@pytest.mark.engine
def test_the_table_is_changed_with_a_form(finder: TestClient) -> None:
    board = "Ana 20 life: Intruder Alarm\nBo 20 life:"

    def change(more: dict[str, Any], status: int = 200) -> str:
        fields: dict[str, Any] = {"do": "change", "board": board, "life": ["7", "30"], "mana": ["GG2", ""], **more}
        answer = finder.post("/loops", data=fields)
        assert answer.status_code == status
        assert findings(answer.text) == []
        return unescape(answer.text.partition('name="board"')[2].partition("</textarea>")[0].partition(">")[2])

    more = {"card": "grizzly bears", "copies": "2", "seat": "1", "zone": "battlefield", "tapped": "yes"} | {
        "counters": "2 +1/+1"
    }
    words = change(more)
    assert "Ana 7 life: Intruder Alarm" in words
    assert "mana: GG2" in words
    assert "Bo 30 life: 2 Grizzly Bears [tapped, 2 +1/+1 counters]" in words
    assert "hand: Grizzly Bears" in change({"card": "Grizzly Bears", "zone": "hand"})
    assert "Bo 30 life" in change({})
    untouched = {"life-was": ["7", "30"], "mana-was": ["GG2", ""]}
    assert "Ana 20 life: Intruder Alarm\nBo 20 life" in change(untouched)
    for wrong in (
        {"life": "0"},
        {"card": "of er"},
        {"card": "Grizzly Bears", "counters": "]; x", "zone": "battlefield"},
    ):
        assert change(wrong, 400) == board
