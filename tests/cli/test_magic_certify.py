"""`floorjudge magic certify`: the certificate of a loop, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from floorjudge.magic.engine.engine import engine_version
from floorjudge.magic.proof.certificates import question_hash, sealed
from tests.cli.conftest import CommandLine

pytest.importorskip("phase")

# Cards of our own: the loop makes a point of damage a time, and is kept going by its owner.
CASE: dict[str, Any] = {
    "names": ["Ana", "Bo"],
    "life": [20, 9],
    "battlefield": [[{"card": "Own Pinger", "as": "ping"}], []],
    "cards": [
        {
            "name": "Own Pinger",
            "type": "Artifact",
            "text": "{0}: This artifact deals 1 damage to target player or planeswalker.",
        }
    ],
    "body": [{"by": "Ana", "do": "activate", "source": "ping", "targets": ["Bo"]}, {"do": "resolve all"}],
    "times": 4,
}


@pytest.fixture
def file(tmp_path: Path, card_file: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))
    written = tmp_path / "case.json"
    written.write_text(json.dumps(CASE), "utf-8")
    return str(written)


def changed(file: str, **fields: object) -> str:
    """Write the case with other fields, and return its file."""
    Path(file).write_text(json.dumps({**CASE, **fields}), "utf-8")
    return file


@pytest.mark.engine
def test_nothing_is_said_to_follow_the_last_card_but_the_end(floorjudge: CommandLine, file: str) -> None:
    """With the sixtieth card the library is empty; iteration 61 ends the game with its last step, and changes something before."""
    text = "{0}: You gain 1 life. Draw a card."
    library = [[{"card": "Island", "copies": 60}], []]
    body = [{"by": "Ana", "do": "activate", "source": "ping"}, {"do": "resolve"}]
    cards = [{**CASE["cards"][0], "text": text}]
    shown = floorjudge.done("magic", "certify", changed(file, cards=cards, library=library, body=body, times=100))
    assert "It goes on for 61 whole iterations and stops there." in shown
    assert "From iteration" not in shown


@pytest.mark.clauses("MTR 4.4.3")
def test_people_get_a_ruling_and_a_table(floorjudge: CommandLine, file: str) -> None:
    shown = floorjudge.done("magic", "certify", file)
    assert "Ana stops the loop after 4 iterations." in shown
    heads, life = (line for line in shown.splitlines() if line.startswith((" What  ", " life of Bo")))
    assert (heads.partition("Each time")[2].strip(), life.split()[-2:]) == ("After 4 times", ["-1", "5"])
    assert "Ana keeps it going." in shown
    over = floorjudge.done("magic", "certify", file, "--times", "9")
    assert "In the end" in over


@pytest.mark.engine
def test_iterations_that_begin_otherwise_are_said(floorjudge: CommandLine, file: str) -> None:
    """The card deals two damage as long as Bo has more than 5 life."""
    text = "{0}: This artifact deals 1 damage to each opponent. If an opponent has 6 or more life, it deals 1 damage to each opponent."
    pinger = {**CASE["cards"][0], "text": text}
    body = [{"by": "Ana", "do": "activate", "source": "ping"}, {"do": "resolve all"}]
    shown = floorjudge.done("magic", "certify", changed(file, cards=[pinger], body=body))
    after = shown.partition("The first 2 iterations differ in what follows; everything else changes in them as above.")[
        2
    ].splitlines()
    assert [line.split() for line in after if "life of Bo" in line] == [["life", "of", "Bo", "-2", "-2"]]


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.4")
def test_what_lies_where_in_a_draw_is_only_so_if_somebody_breaks_the_loop(floorjudge: CommandLine, file: str) -> None:
    texts = {"Hope": "Whenever a creature you control enters, you gain 1 life."}
    texts["Seeds"] = "Whenever you gain life, create a 1/1 green Saproling creature token."
    cards = [{"name": name, "type": "Enchantment", "text": said} for name, said in texts.items()]
    cards.append({"name": "Start", "type": "Artifact", "text": "{T}: You gain 1 life."})
    given = {
        "cards": cards,
        "battlefield": [["Hope", "Seeds", "Start"], []],
        "before": [{"by": 0, "do": "activate", "source": "Start"}, {"do": "resolve"}],
        "body": [{"do": "resolve"}, {"do": "resolve"}],
        "times": "10^100",
    }
    Path(file).write_text(json.dumps(given), "utf-8")
    shown = floorjudge.done("magic", "certify", file)
    assert "Unless a player acts to break it, the game is a draw." in shown
    assert "(CR 732.4, MTR 4.4.2)" in shown
    once = "Once, to begin with\n  1–2. Player 1 activates Start: “{T}: You gain 1 life”. The ability resolves.\n"
    assert once in shown
    assert "       life of Player 1: +1\nThe loop\n  1. The ability of Seeds resolves." in shown.partition(once)[2]
    assert "If broken after 10^100 times" in shown
    assert " After 10^100 times" not in shown


@pytest.mark.engine
def test_what_the_engine_alone_sees_to_begin_otherwise_is_not_said_and_how_mana_is_split_is(
    floorjudge: CommandLine, file: str
) -> None:
    """Generic mana is paid with other colours in the first two iterations; what there is of each changes as later from the second on."""
    weaver = "{T}: Add X mana of any one color, where X is the number of enchantments you control."
    cards = [
        {"name": "Weaver", "type": "Enchantment Creature — Dryad", "text": weaver, "power": "0", "toughness": "4"},
        {"name": "Alert", "type": "Enchantment", "text": "{2}{W}{U}: Untap target creature."},
        {"name": "Plain", "type": "Enchantment"},
    ]
    tapped = [
        [{"do": "activate", "source": "Weaver"}, {"do": "choose", "answer": colour}] for colour in ("White", "Blue")
    ]
    body = [
        {"by": 0, **step}
        for half in tapped
        for step in (*half, {"do": "activate", "source": "Alert"}, {"do": "resolve"})
    ]
    for step in body:
        if step["do"] == "resolve":
            del step["by"]
    board = ["Weaver", "Alert", {"card": "Plain", "copies": 3}]
    given = {"cards": cards, "battlefield": [board, []], "mana": ["U", ""], "body": body, "times": "10^100"}
    Path(file).write_text(json.dumps(given), "utf-8")
    assert json.loads(floorjudge.done("magic", "certify", file, "--json"))["warm_up"] == 2
    shown = floorjudge.done("magic", "certify", file)
    after = shown.partition("Iteration 1 differs in what follows; everything else changes in it as above.\n")[2]
    assert [line.split()[-1] for line in after.splitlines() if "mana of" in line] == ["+2", "0"]
    assert "In step 3, this mana is spent: 3 × {U}, {W}.\n" in after
    assert "In iteration 1, in step 3, this mana is spent: {U}, 3 × {W}.\n" in after


@pytest.mark.engine
def test_what_is_paid_before_the_loop_and_what_the_legend_rule_does_is_written_out(
    floorjudge: CommandLine, file: str
) -> None:
    makes = "Create Voja, a legendary 2/2 green and white Wolf creature token."
    cards = [
        {"name": "Den", "type": "Artifact", "text": f"{{0}}: {makes}"},
        {"name": "Rite", "type": "Sorcery", "mana_cost": "{1}", "text": "You gain 1 life."},
    ]
    begins = [{"by": 0, "do": "cast", "source": "Rite"}, {"do": "resolve"}]
    body = [{"by": 0, "do": "activate", "source": "Den"}, {"do": "resolve"}]
    given = {
        "cards": cards,
        "battlefield": [["Den", "Forest"], []],
        "hand": [["Rite"], []],
        "before": begins,
        "body": body,
    }
    Path(file).write_text(json.dumps({**given, "times": "10^100"}), "utf-8")
    shown = floorjudge.done("magic", "certify", file)
    assert "Before the loop, in step 1, the rules engine pays by itself with mana from: Forest.\n" in shown
    after = shown.partition("Iteration 1 differs in what follows; everything else changes in it as above.\n")[2]
    assert [line.split()[-1] for line in after.splitlines() if "Voja tokens" in line] == ["+1"]
    assert "In step 2, the legend rule puts one Voja into the graveyard.\n" in after
    assert "In iteration 1, in step 2, no Voja goes to the graveyard.\n" in after


@pytest.mark.engine
def test_what_becomes_tapped_in_the_first_iteration_alone_is_told(floorjudge: CommandLine, file: str) -> None:
    """The clock taps itself first, and later the tokens that it has made."""
    clock = "Tap an untapped artifact you control: Create a Treasure token."
    cards = [{"name": "Clock", "type": "Artifact", "text": clock}]
    body = [{"by": 0, "do": "activate", "source": "Clock"}, {"do": "resolve"}]
    given = {"cards": cards, "battlefield": [["Clock"], []], "body": body, "times": "10^100"}
    Path(file).write_text(json.dumps(given), "utf-8")
    shown = floorjudge.done("magic", "certify", file)
    after = shown.partition("Iteration 1 differs in what follows; everything else changes in it as above.\n")[2]
    assert [line.split()[-1] for line in after.splitlines() if "tapped" in line] == ["+1", "0"]


def test_programs_get_json_with_numbers_as_digits(floorjudge: CommandLine, file: str) -> None:
    found = json.loads(floorjudge.done("magic", "certify", file, "--times", "10^100", "--json"))
    assert found["per_iteration"] == {"life.1": "-1"}
    assert (found["verdict"], found["stopped_by"]["kind"], found["after"]["life.1"]) == ("ends", "life", "0")
    assert (found["evidence"], found["maintained_by"], found["mandatory"], found["draw"]) == (
        "certified",
        [0],
        False,
        False,
    )


def test_what_lies_where_in_an_iteration_is_a_part_of_a_certificate_that_holds(
    floorjudge: CommandLine, file: str, tmp_path: Path
) -> None:
    written = tmp_path / "certificate.json"
    written.write_text(floorjudge.done("magic", "certify", file, "--answer-in", "3", "--json"), "utf-8")
    assert json.loads(written.read_text("utf-8"))["moments"][0]["amounts"]["life.1"] == "7"
    assert "The certificate holds" in floorjudge.done("magic", "check", str(written))


def test_a_case_without_a_body_is_told_so(floorjudge: CommandLine, tmp_path: Path) -> None:
    written = tmp_path / "case.json"
    written.write_text('{"life": [20, 9]}', "utf-8")
    assert floorjudge.refused("magic", "certify", str(written)) == ("no_body", "body")


def test_a_body_that_cannot_be_played_once_is_no_loop(floorjudge: CommandLine, file: str) -> None:
    typed = [{"by": "Ana", "do": "activate", "source": "pong"}]
    ran = floorjudge("magic", "certify", changed(file, body=typed))
    assert ran.code == 2
    assert "Not done. body[0]: Step 1 of the body" in ran.err
    assert "“pong” is not possible here. Ana can choose: ping." in ran.err
    unclear = [CASE["body"][0], {"do": "resolve", "choose": ["yes"]}]
    assert floorjudge.refused("magic", "certify", changed(file, body=unclear)) == ("body_not_played", "body[1]")


def test_what_ends_it_later_is_said_to_rest_on_the_typing(floorjudge: CommandLine, file: str) -> None:
    once = {"name": "Own Pinger", "type": "Artifact", "text": "{T}: This artifact deals 1 damage to target player."}
    found = json.loads(floorjudge.done("magic", "certify", changed(file, cards=[once]), "--json"))
    assert (found["stopped_by"]["kind"], found["iterations"]) == ("step", "1")
    assert any(sentence.startswith("Beware: it is because of the cards that step 1") for sentence in found["assumes"])


def test_a_card_that_is_not_all_understood_is_named_first(floorjudge: CommandLine, file: str) -> None:
    odd = {"name": "Own Riddle", "type": "Enchantment", "text": "Whistle three blue tunes backwards."}
    board = [[{"card": "Own Pinger", "as": "ping"}, "Own Riddle"], []]
    case = changed(file, cards=[*CASE["cards"], odd], battlefield=board)
    assert "Beware: the rules engine is not sure that it has read these words of Own Riddle" in floorjudge.done(
        "magic", "certify", case
    )
    assert "Own Riddle" in json.loads(floorjudge.done("magic", "certify", case, "--json"))["assumes"][0]
    assert "Whistle three blue tunes backwards." in floorjudge.done("magic", "show", case)
    assert "Beware: the rules engine is not sure that it has read these words of Own Riddle" in floorjudge.done(
        "magic", "play", case, typed=["q"]
    )


def test_mistakes_in_a_file_are_told_with_their_line(
    floorjudge: CommandLine, file: str, subtests: pytest.Subtests
) -> None:
    for content, code, where in [
        (b'{"life": [20, 20],\n "times": 3,\n}', "broken_json", ":3:1"),
        (b'{"life": [20, 20]\n "times": 3}', "broken_json", ":2:2"),
        (b"", "broken_json", ":1:1"),
        (b'{"battlefield": [[', "broken_json", ":1:19"),
        ("{“life”: [20, 20]}".encode(), "broken_json", ":1:2"),
        (b'{"times": NaN}', "no_number_of_json", ""),
        (b"[" * 100_000, "too_deep_json", ""),
        (b'{"names": ["\\ud800", "Bo"]}', "half_a_character", ""),
        (b"Ana: Forest\nBo:\n", "board_without_steps", ""),
    ]:
        with subtests.test(content=content[:40]):
            Path(file).write_bytes(content)
            assert floorjudge.refused("magic", "certify", file) == (code, f"{file}{where}")
            assert floorjudge.refused("magic", "shortcut", file) == (code, f"{file}{where}")


def test_a_number_of_any_length_is_read(floorjudge: CommandLine, file: str) -> None:
    written = json.dumps({**CASE, "times": 4}).replace('"times": 4', '"times": ' + 5_000 * "9")
    Path(file).write_text(written, "utf-8")
    assert json.loads(floorjudge.done("magic", "certify", file, "--json"))["after"]["life.1"] == "0"
    Path(file).write_text(written.replace("9" * 5_000, "9" * 200_000), "utf-8")
    assert floorjudge.refused("magic", "certify", file)[1] == file


def test_files_of_any_program_are_read(floorjudge: CommandLine, file: str) -> None:
    body = [{"do": "activate", "source": "ping", "targets": [1]}, CASE["body"][1]]
    case = json.dumps({**CASE, "names": ["Zoë", "Bo"], "body": body}, ensure_ascii=False)
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        Path(file).write_bytes(case.encode(encoding))
        assert "Zoë stops the loop after 4 iterations." in floorjudge.done("magic", "certify", file)


def test_what_does_not_hold_is_named_in_the_language_of_the_reader(
    floorjudge: CommandLine, file: str, tmp_path: Path
) -> None:
    plain = tmp_path / "certificate.json"
    given = json.loads(floorjudge.done("magic", "certify", file, "--json"))
    plain.write_text(json.dumps(sealed({**given, "assumes": []})), "utf-8")
    assert "El motor de reglas juega" in floorjudge.done("magic", "check", str(plain), "--lang", "es")


def test_what_a_second_engine_said_is_said_not_to_be_asked_again(
    floorjudge: CommandLine, file: str, tmp_path: Path
) -> None:
    given = json.loads(floorjudge.done("magic", "certify", file, "--json"))
    case = question_hash(given["case"])
    opinion = {"status": "agree", "case": case, "first": f"phase {engine_version()}", "iterations": 3}
    written = tmp_path / "certificate.json"
    written.write_text(json.dumps(sealed({**given, "second": opinion})), "utf-8")
    assert "holds, but for what it says" in floorjudge.done("magic", "check", str(written))
