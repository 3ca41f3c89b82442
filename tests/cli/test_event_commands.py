"""Events, players, decks, tables and standings from the command line, and a whole event of 47 players to its end."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.cli.talk import VIEW, check_view
from tests.events.floor.small_event import NAMES, SEED


def test_new(floorjudge: CommandLine) -> None:
    out = floorjudge.done("event", "new", "Café night", "--seed", SEED, "--format", "ote-1.2")
    assert "Café night" in out
    assert "cafe-night" in out
    value = floorjudge.answer("event", "new", "Café night")
    assert value["view"]["name"] == "Café night"
    assert [event["id"] for event in floorjudge.json("event", "list")["events"]] == ["cafe-night", "cafe-night-2"]
    assert floorjudge.refused("event", "new", "") == ("bad_name", "name")
    assert floorjudge.refused("event", "new", "Friday", "--format", "chess") == ("unknown_format", "format")


def test_new_warns_of_a_seed_that_can_be_guessed(floorjudge: CommandLine) -> None:
    assert "guess" in floorjudge.done("event", "new", "Friday", "--seed", "short")
    assert "guess" not in floorjudge.done("event", "new", "Friday")
    assert SEED not in floorjudge.done("event", "new", "Friday", "--seed", SEED)


def test_an_event_is_listed_and_found_by_its_present_name(registered: CommandLine) -> None:
    registered.done("event", "new", "Saturday")
    out = registered.done(
        "event", "describe", "-e", "friday", "--name", "Friday night", "--minutes", "50", "--day", "2026-03-06"
    )
    assert "Friday night" in out
    first, second = registered.json("event", "list")["events"]
    assert (first["id"], first["name"], first["records"], second["name"]) == ("friday", "Friday night", 10, "Saturday")
    assert all(word in registered.done("event", "list") for word in ("friday", first["opened_at"][:10]))
    assert registered.json("event", "standings", "-e", "Friday night")["name"] == "Friday night"
    assert registered.refused("event", "standings", "-e", "Friday nigth") == ("unknown_event", "event")
    # What is not given stays, what is empty goes.
    described = registered.answer("event", "describe", "-e", "friday", "--place", "the hall", "--day", "")["events"][0]
    assert (described["name"], described["minutes"], described["place"]) == ("Friday night", 50, "the hall")
    assert described.get("date") is None
    assert registered.refused("event", "describe", "-e", "friday", "--day", "tomorrow") == ("bad_day", "date")


def test_undo_says_that_a_new_name_stays(registered: CommandLine) -> None:
    registered.done("event", "rename", "Ana", "Anastasia")
    out = registered.done("event", "undo")
    assert "Hal was registered." in out
    assert "Names stay; to give this one back, rename: “Ana is called Anastasia from here on.”" in out
    registered.done("event", "rename", "Anastasia", "Ana")
    assert "Names stay" not in registered.done("event", "undo")


def test_players_are_renamed_come_back_and_get_penalties(started: CommandLine) -> None:
    started.done("event", "rename", "Ana", "Anastasia")
    assert started.refused("event", "rename", "Anastasia", "Bo") == ("name_taken", "name")
    started.done("event", "leave", "Anastasia")
    assert "Anastasia" in started.done("event", "come-back", "Anastasia")
    assert "1" in started.done(
        "event", "penalty", "Anastasia", "Three minutes without an action.", "--kind", "slow_play"
    )
    assert started.refused("event", "penalty", "Nobody", "Late.")[0] == "unknown_player"
    started.done("event", "withdraw-penalty", "1", "--reason", "It was Bo.")
    assert started.refused("event", "withdraw-penalty", "1", "--reason", "Again.")[0] == "penalty_is_withdrawn"
    assert "It was Bo." in started.done("event", "log")


def test_a_person_reads_what_leaving_changes_and_is_asked(started: CommandLine) -> None:
    out = started.done("event", "leave", "Ana", typed=["1"])
    assert "Ana cannot win the game at table" in out
    assert "Ana left." not in out
    assert "Ana left." not in started.done("event", "leave", "Ana", typed=[""])
    assert started.json("event", "leave", "Ana", "--preview")["text"].startswith("Ana leaves the event.\n")
    assert "Ana gives up the seat in the active set." in started.done("event", "leave", "Ana", "--preview")
    sets = {player["player"]: player["set"] for player in started.json("event", "standings")["players"]}
    assert sets["Ana"] == "active"
    assert "Ana left." in started.done("event", "leave", "Ana", typed=["2"])
    assert started.done("event", "leave", "Bo", "--yes", typed=[]) == "Bo left.\n"
    assert started.refused("event", "leave", "Bo", "--preview") == ("has_left", "player")


def test_a_script_is_not_asked_before_a_player_leaves(started: CommandLine) -> None:
    assert started.done("event", "leave", "Ana", piped=["no"]) == "Ana left.\n"
    assert started.answer("event", "leave", "Bo")["events"][0]["event"] == "PlayerLeft"


def test_register(floorjudge: CommandLine) -> None:
    floorjudge.done("event", "new", "Friday")
    out = floorjudge.done("event", "register", "Ana", "Bo the Bear")
    assert "Ana" in out
    assert "2 players are registered." in out
    floorjudge.done("event", "leave", "Ana")
    assert "2 players are registered." in floorjudge.done("event", "register", "Ali")
    floorjudge.done("event", "undo")
    floorjudge.done("event", "undo")
    value = floorjudge.answer("event", "register", "Cy", "Dee")
    assert [event["player"] for event in value["events"]] == ["Cy", "Dee"]
    assert [player["player"] for player in value["view"]["players"]] == ["Ana", "Bo the Bear", "Cy", "Dee"]


def test_register_takes_all_or_none(registered: CommandLine) -> None:
    """An error means that nothing was changed."""
    for players, code in ((["Zoe", "Ana"], "name_taken"), (["Zoe", "Zoe"], "name_taken"), (["Zoe", ""], "bad_name")):
        assert registered.refused("event", "register", *players)[0] == code
    assert len(registered.json("event", "standings")["players"]) == len(NAMES)


def test_import_players(floorjudge: CommandLine, tmp_path: Path) -> None:
    floorjudge.done("event", "new", "Friday")
    file = tmp_path / "players.csv"
    file.write_text("No.;Nome;Clube\n1;Ana;X\n2;Inês;Y\n", "utf-8")
    assert "2 players are registered." in floorjudge.done("event", "import-players", str(file))
    file.write_text("No.;Nome;Clube\n1;Ana;X\n2;Inês;Y\n3;João;Z\n", "latin-1")
    assert floorjudge.refused("event", "import-players", str(file)) == ("encoding_unknown", "--encoding")
    out = floorjudge.done("event", "import-players", str(file), "--encoding", "latin-1")
    assert "3 players are registered." in out
    assert "2 players of the file were registered before: Ana, Inês." in out
    file.write_text("Name\nAna\nZoë\n", "utf-16")
    value = floorjudge.answer("event", "import-players", str(file))
    assert [event["player"] for event in value["events"]] == ["Zoë"]
    assert len(floorjudge.answer("event", "import-players", str(file))["view"]["players"]) == 4
    assert "3 players" not in floorjudge.done("event", "import-players", "-", piped=["Name", "Kofi"])


def test_import_players_registers_nobody_when_something_is_wrong(
    registered: CommandLine, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    file = tmp_path / "players.csv"
    for content, code, where in [
        ("Name\nZoe\nAna\nZoe\n", "doubtful_names", "--doubles"),
        ("Zoe\nYan\n", "heading_unknown", "--skip"),
        ("Name\nSilva, Zoe\n", "columns_unknown", "--columns"),
        ("Name,Status\nZoe,Cancelled\n", "status_unknown", "--status"),
        ("Name\nZoe\n" + "x" * 101, "bad_name", "line 3"),
        ("Name\n", "empty_roster", None),
    ]:
        with subtests.test(content=content):
            file.write_text(content, "utf-8")
            assert registered.refused("event", "import-players", str(file)) == (code, where)
    assert len(registered.json("event", "standings")["players"]) == len(NAMES)


def test_doubles_are_kept_apart_or_left_out(floorjudge: CommandLine, tmp_path: Path, subtests: pytest.Subtests) -> None:
    file = tmp_path / "players.csv"
    file.write_text("Name,Club\nRui,Faro\nRui,Beja\nEva,Faro\neva,Beja\nEnd:,x\nEve,x\n", "utf-8")
    floorjudge.done("event", "new", "Friday")
    said = floorjudge("event", "import-players", str(file)).err
    assert (
        "line 2, Rui, of whom there are several (Rui (Faro)); line 3, Rui, of whom there are several (Rui (Beja))"
        in said
    )
    assert "line 5, eva, who looks like Eva (eva (Beja)); line 6, End:, which may be no name" in said
    for options, players in [
        ("--doubles suffix --leave-out 6", ["Rui (Faro)", "Rui (Beja)", "Eva", "eva (Beja)", "Eve"]),
        ("--doubles leave-out --leave-out 6", ["Rui", "Eva", "Eve"]),
        ("--doubles leave-out --alike --leave-out 6", ["Rui", "Eva", "eva", "Eve"]),
        ("--leave-out '2, 5' --keep 6", ["Rui", "Eva", "End:", "Eve"]),
        ("--leave-out 2,6 --keep 5", ["Rui", "Eva", "eva", "Eve"]),
    ]:
        with subtests.test(options=options):
            floorjudge.done("event", "new", "Friday")
            floorjudge.done("event", "import-players", str(file), *shlex.split(options))
            assert [player["player"] for player in floorjudge.json("event", "standings")["players"]] == players
            assert "were registered before" in floorjudge.done(
                "event", "import-players", str(file), *shlex.split(options)
            )
    assert floorjudge.refused("event", "import-players", str(file), "--keep", "9") == ("no_such_line", "line 9")


def test_the_choices_that_a_file_needs_are_options_and_one_undo_takes_the_file_back(
    floorjudge: CommandLine, tmp_path: Path
) -> None:
    floorjudge.done("event", "new", "Friday")
    floorjudge.done("event", "register", "Zoe")
    file = tmp_path / "players.csv"
    file.write_bytes("Plantel\nSá;Eva;Paga\nPaz;João;Dropped\nGil;Rui;Livre\n".encode("mac-roman"))
    options = "--encoding mac-roman --skip 1 --columns 2,1 --status Paga --status Livre".split()
    assert "3 players are registered." in floorjudge.done("event", "import-players", str(file), *options)
    for left in (["Zoe", "Eva Sá", "Rui Gil"], ["Zoe"], []):
        assert [player["player"] for player in floorjudge.json("event", "standings")["players"]] == left
        floorjudge("event", "undo")


def test_import_players_needs_a_file_of_text(floorjudge: CommandLine, tmp_path: Path) -> None:
    sheet = tmp_path / "players.xls"
    sheet.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    for wrong, code in (
        (tmp_path / "nothing.csv", "unreadable_file"),
        (tmp_path, "unreadable_file"),
        (sheet, "excel_file"),
    ):
        assert floorjudge.refused("event", "import-players", str(wrong)) == (code, str(wrong))


def test_deck(registered: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("40 Astral Wisdom\n", "utf-8")
    assert "Ana" in registered.done("event", "deck", "Ana", str(file))
    file.write_text("3 Astral Wisdom\n", "utf-8")
    out = registered.done("event", "deck", "Bo", str(file))
    assert "OTE 1.1" in out
    registered.answer("event", "deck", "Bo", str(file))
    assert registered.refused("event", "start") == ("illegal_decks", "reason")
    assert "(OTE 1.1)" in registered("event", "start").err
    assert "let in by a judge" in registered.done("event", "start", "--reason", "let in by a judge") + registered.done(
        "event", "log"
    )
    assert registered.refused("event", "deck", "Ana", str(file)) == ("decks_are_closed", None)


def test_start(registered: CommandLine) -> None:
    out = registered.done("event", "start", "--public", "three words")
    for name in NAMES:
        assert name in out
    assert registered.json("event", "standings")["draw"]["public"] == "threewords"
    assert registered.refused("event", "start") == ("already_started", None)
    assert registered.refused("event", "register", "Zoe") == ("no_late_entry", "player")
    assert "--late" in registered("event", "register", "Zoe").err
    assert "let in late" in registered.done("event", "register", "Zoe", "--late")
    assert "Zoe (late)" in registered.done("event", "standings")


def test_tables_and_standings(started: CommandLine) -> None:
    listed = started.json("event", "tables")
    assert set(listed) == {"name", "stage", "round", "tables", "sitting_out"}
    sheet = started.json("event", "standings")
    assert set(sheet) == {"name", "stage", "round", "players", "draw"}
    check_view(listed | sheet)
    assert set(listed | sheet) == VIEW
    started.report(started.tables()[0])
    ranked = sorted(started.json("event", "standings")["players"], key=lambda player: -Fraction(player["score"]))
    lines = started.done("event", "standings").splitlines()
    shown = [next(name for name in NAMES if name in line) for line in lines if any(name in line for name in NAMES)]
    assert shown == [player["player"] for player in ranked]
    out = started.done("event", "tables") + started.done("event", "standings")
    for name in NAMES:
        assert out.count(name) >= 2


def test_tables_before_the_start(registered: CommandLine) -> None:
    assert registered.done("event", "tables") == "No round has been grouped yet.\n"


def test_a_wrong_event_gets_similar_ones(registered: CommandLine) -> None:
    for wrong in ("fridy", "Fridya"):
        ran = registered("event", "standings", "--event", wrong)
        assert (ran.code, "Did you mean: " in ran.err) == (2, True)
    assert registered.refused("event", "standings", "--event", "christmas") == ("unknown_event", "event")


def test_events_are_named_by_id_or_name_and_the_newest_is_meant_without(
    floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Friday", "Saturday", "Friday"):
        floorjudge.done("event", "new", name)

    for words in ([], ["--event", "friday"], ["-e", "Saturday"], ["-e", "Friday"]):
        floorjudge.done("event", "register", "-".join(["x", *words]), *words)
    monkeypatch.setenv("FLOORJUDGE_EVENT", "saturday")
    floorjudge.done("event", "register", "environment")
    registered = {
        event: [player["player"] for player in floorjudge.json("event", "standings", "-e", event)["players"]]
        for event in ("friday", "saturday", "friday-2")
    }
    assert registered == {
        "friday": ["x---event-friday"],
        "saturday": ["x--e-Saturday", "environment"],
        "friday-2": ["x", "x--e-Friday"],
    }


@pytest.mark.exhaustive
def test_a_whole_event_of_47_from_a_file_to_its_end(floorjudge: CommandLine, tmp_path: Path) -> None:
    players = [f"{given} {family}" for given in ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus") for family in NAMES][
        :47
    ]
    file = tmp_path / "players.csv"
    file.write_text("First name,Last name\n" + "".join(f"{player.replace(' ', ',')}\n" for player in players), "utf-8")
    floorjudge.done("event", "new", "Friday", "--seed", SEED)
    assert "47 players are registered." in floorjudge.done("event", "import-players", str(file))
    floorjudge.done("event", "start", "--public", "three words")
    seen = floorjudge.json("event", "standings")
    while seen["stage"] != "finished":
        active = [player for player in seen["players"] if player["set"] == "active"]
        said = [floorjudge.report(table, seats=3 - len(active)) for table in floorjudge.tables()]
        assert "event next" in said[-1]
        floorjudge.done("event", "next")
        seen = floorjudge.json("event", "standings")
    assert seen["round"] == 4
    places = sorted(player["place"] for player in seen["players"])
    assert (places[:2], len(places)) == ([1, 2], 47)
    out = floorjudge.done("event", "standings")
    for player in players:
        assert player in out
    verified = floorjudge.json("event", "verify")
    assert (verified["verified"], verified["draws_waiting"]) == (True, 0)
    assert json.loads(floorjudge.done("event", "export").splitlines()[0])["name"] == "Friday"
