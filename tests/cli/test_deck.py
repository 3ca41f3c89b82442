import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from floorjudge.cli.deck import complete_format, summary
from floorjudge.cli.files import LARGEST_FILE
from floorjudge.formats.on_the_edge.decks import check_deck
from floorjudge.texts import LANGUAGES, render
from tests.cli.conftest import CommandLine
from tests.support.few_cards import few_cards

LEGAL = "40 Barber Hammock [112]\n"
ILLEGAL = "# mine\n39 Barber Hammock [112]\n2 Astral Wisdom [S1]\n"
UNSURE = "40 Barber Hammok\n"


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    return CommandLine(capsys, monkeypatch, "deck", "check")


def file_of(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.clauses("OTE 1.3")
def test_a_deck_is_answered_as_json(check: CommandLine, tmp_path: Path) -> None:
    assert check.line(file_of(tmp_path, "deck.txt", ILLEGAL), "--json") == {
        "verdict": "illegal",
        "cards": 41,
        "findings": [
            {
                "line": 3,
                "written": "2 Astral Wisdom [S1]",
                "reason": "Astral Wisdom [S1] is a sample card: its number begins with S.",
                "clauses": ["OTE 1.3"],
                "verdict": "illegal",
            }
        ],
    }
    assert check.line(file_of(tmp_path, "deck.txt", LEGAL), "--json") == {
        "verdict": "legal",
        "cards": 40,
        "findings": [],
    }


@pytest.mark.clauses("OTE 1.1")
def test_a_finding_about_the_whole_deck_has_no_line(check: CommandLine, tmp_path: Path) -> None:
    (finding,) = check.line(file_of(tmp_path, "deck.txt", "3 Barber Hammock"), "--json")["findings"]
    assert (finding["line"], finding["written"], finding["clauses"]) == (None, None, ["OTE 1.1"])
    _, out, _ = check(tmp_path / "deck.txt")
    assert "The deck has 3 cards; it needs at least 40." in out


def test_people_get_a_sentence_and_a_table(check: CommandLine, tmp_path: Path) -> None:
    deck = file_of(tmp_path, "deck.txt", ILLEGAL)
    out = check.done(deck)
    assert out.startswith(f"{deck} is illegal: 41 cards.\n")
    assert "2 Astral Wisdom [S1]" in out
    assert check.done("-", piped=LEGAL.encode()) == "- is legal: 40 cards.\n"


def test_several_decks_are_answered_with_their_files(check: CommandLine, tmp_path: Path) -> None:
    files = [file_of(tmp_path, f"{at}.txt", deck) for at, deck in enumerate((LEGAL, ILLEGAL, UNSURE))]
    answers = check.line(*files, "--json")["decks"]
    assert [(answer["file"], answer["verdict"]) for answer in answers] == list(
        zip(map(str, files), ("legal", "illegal", "to be checked"), strict=True)
    )
    out = check.done(*files)
    assert all(f"{file} is" in out for file in files)


@pytest.mark.clauses("OTE 1.6", "OTE 1.7")
def test_further_cards(check: CommandLine, tmp_path: Path) -> None:
    cards = file_of(tmp_path, "cards.csv", "number,name,clause\nD48,Barber Hammock,1.6\n")
    answer = check.line(file_of(tmp_path, "deck.txt", LEGAL), "--cards", cards, "--json")
    assert [finding["clauses"] for finding in answer["findings"]] == [["OTE 1.6"]]


def test_a_file_that_cannot_be_read(check: CommandLine, tmp_path: Path) -> None:
    good, folder = file_of(tmp_path, "good.txt", LEGAL), tmp_path / "folder"
    folder.mkdir()
    for deck, code in (
        (file_of(tmp_path, "picture.txt", b"\x89PNG\0"), "not_a_text"),
        (file_of(tmp_path, "long.txt", "\n" * 6_000), "deck_too_long"),
        (tmp_path / "nowhere.txt", "unreadable_file"),
        (folder, "unreadable_file"),
    ):
        error = check.line(good, deck, "--json")["error"]
        assert (error["code"], error["where"]) == (code, str(deck))
        exit_code, out, err = check(deck)
        assert (exit_code, out, str(deck) in err) == (2, "", True)


def test_a_file_without_end_is_not_read_to_its_end(check: CommandLine, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    with deck.open("wb") as sparse:
        sparse.truncate(LARGEST_FILE + 1)
    assert check.line(deck, "--json")["error"]["code"] == "file_too_large"


def test_a_card_file_that_cannot_be_read(check: CommandLine, tmp_path: Path) -> None:
    deck = file_of(tmp_path, "deck.txt", LEGAL)
    cards = file_of(tmp_path, "cards.csv", "number,name\n112,Lope\n")
    error = check.line(deck, "--cards", cards, "--json")["error"]
    assert (error["code"], error["where"]) == ("card_file_contradicts", str(cards))
    cards = file_of(tmp_path, "cards.csv", "number,name\n112,Barber Hammock\n?,Lope\n")
    assert check.line(deck, "--cards", cards, "--json")["error"]["where"] == f"{cards}:3"


def test_the_answer_speaks_every_language(check: CommandLine, tmp_path: Path) -> None:
    deck = file_of(tmp_path, "deck.txt", ILLEGAL)
    (finding,) = check_deck(ILLEGAL).findings
    for language in LANGUAGES:
        assert render(summary(str(deck), check_deck(ILLEGAL)), language) in check.done(deck, "--lang", language)
        (said,) = check.line(deck, "--lang", language, "--json")["findings"]
        assert said["reason"] == render(finding.reason, language)


def test_a_deck_is_summed_up_by_its_verdict_and_its_cards() -> None:
    for listing, verdict in ((LEGAL, "legal"), (ILLEGAL, "illegal"), (UNSURE, "to be checked")):
        report = check_deck(listing)
        assert render(summary("a", report), "en") == f"a is {verdict}: {report.cards} cards."
        assert render(summary("a", replace(report, cards=1)), "en") == f"a is {verdict}: 1 card."


EXAMPLES = Path(__file__).parents[2] / "examples" / "decks"


def test_the_examples(check: CommandLine) -> None:
    verdicts = {"legal.txt": "legal", "illegal.txt": "illegal", "to-be-checked.csv": "to be checked"}
    for name, verdict in verdicts.items():
        answer = check.line(EXAMPLES / name, "--json")
        assert answer["verdict"] == verdict
        assert check.line(EXAMPLES / name, "--format", "ote-1.2", "--json") == answer


@pytest.fixture
def known_cards() -> None:
    """Import a few cards, so that nothing has to be prepared."""
    cache = Path(os.environ["FLOORJUDGE_CACHE"])
    cache.mkdir()
    few_cards(cache)


OF_BEARS = "57 Forest\n3 grizzly bears\n\nSideboard\n1 Grizzly Bears\n1 Intruder Alarm\n"


@pytest.mark.clauses("MTR 6.1")
@pytest.mark.usefixtures("known_cards")
def test_a_magic_deck_is_checked_with_the_card_texts(check: CommandLine, tmp_path: Path) -> None:
    deck = file_of(tmp_path, "deck.txt", OF_BEARS.replace("57 Forest", "59 Intruder Alarm"))
    answer = check.line(deck, "--format", "constructed", "--json")
    assert (answer["verdict"], answer["cards"], answer["sideboard"]) == ("illegal", 62, 2)
    (finding,) = answer["findings"]
    assert (finding["line"], finding["clauses"]) == (1, ["MTR 6.1", "CR 100.2a"])
    assert finding["reason"] == "There are 60 copies of Intruder Alarm; at most 4 are allowed."
    _, out, _ = check(deck, "--format", "constructed")
    assert out.startswith(f"{deck} is illegal: 62 cards.\n")
    assert out.endswith("Banned cards are not checked: no list of them was given.\n")


@pytest.mark.clauses("MTR 6.1")
@pytest.mark.usefixtures("known_cards")
def test_a_list_of_banned_cards_is_given_as_a_file(check: CommandLine, tmp_path: Path) -> None:
    bans = file_of(tmp_path, "bans.txt", "name: Friday\ndate: 2026-11-06\ngrizzly bears\n")
    deck = file_of(tmp_path, "deck.txt", OF_BEARS)
    answer = check.line(deck, "--format", "limited", "--banned", bans, "--json")
    reasons = [finding["reason"] for finding in answer["findings"]]
    assert reasons.count("Grizzly Bears is banned by the list “Friday” of 2026-11-06.") == 2
    assert "Banned cards: the list “Friday” of 2026-11-06." in answer["notes"]
    undated = file_of(tmp_path, "bans.txt", "grizzly bears\n")
    error = check.line(deck, "--format", "limited", "--banned", undated, "--json")["error"]
    assert (error["code"], error["where"]) == ("banned_list_without_date", str(undated))


def test_without_card_texts_a_magic_deck_is_checked_as_far_as_that_goes(
    check: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("floorjudge.magic.cards.importing.folder_of", lambda _module: None)
    answer = check.line(file_of(tmp_path, "deck.txt", OF_BEARS), "--format", "constructed", "--json")
    assert [finding["reason"] for finding in answer["findings"]] == [
        "No card texts are installed: names were not checked."
    ]
    assert answer["verdict"] == "to be checked"


def test_options_that_do_not_go_together(check: CommandLine, tmp_path: Path) -> None:
    deck = file_of(tmp_path, "deck.txt", LEGAL)
    for options, code, where in (
        (("--format", "modern"), "unknown_deck_format", "--format"),
        (("--format", "commander", "--cards", "cards.csv"), "option_of_other_decks", "--cards"),
        (("--banned", "bans.txt"), "option_of_other_decks", "--banned"),
        (("--format", "ote-1.2", "--banned", "bans.txt"), "option_of_other_decks", "--banned"),
    ):
        error = check.line(deck, *options, "--json")["error"]
        assert (error["code"], error["where"]) == (code, where)


def test_the_names_of_formats_are_completed() -> None:
    assert complete_format("", {}) == ["ote-1.2", "constructed", "limited", "commander"]
    assert complete_format("co", {}) == ["constructed", "commander"]
