"""Importing card texts: every form of file, what is wrong with one, and that nothing is lost when it fails."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.cards import import_cards
from floorjudge.magic.cards.importing import installed_source
from floorjudge.magic.errors import BadCardFile


def side(name: str, type_line: str = "Artifact", **fields: Any) -> dict[str, Any]:
    words = type_line.split(" — ")
    plain = {
        "name": name,
        "layout": "normal",
        "manaCost": "{1}",
        "manaValue": 1.0,
        "colors": [],
        "colorIdentity": [],
        "type": type_line,
        "types": words[0].split(),
        "subtypes": words[1].split() if len(words) > 1 else [],
        "supertypes": [],
        "identifiers": {"scryfallOracleId": f"id of {name}"},
        "legalities": {},
    }
    return plain | fields


ATOMIC: dict[str, Any] = {
    "meta": {"date": "2026-01-01", "version": "5"},
    "data": {
        "Brass Ñandú": [side("Brass Ñandú", "Artifact Creature — Bird", power="1", toughness="1", keywords=["Flying"], text="Flying")],
        "Day // Night": [
            side("Day // Night", "Instant", faceName="Night", side="b", layout="split", manaCost="{B}", text="Target player discards a card."),
            side("Day // Night", "Instant", faceName="Day", side="a", layout="split", manaCost="{W}", text="You gain 3 life."),
        ],
    },
}  # fmt: skip


def written(folder: Path, value: object) -> Path:
    file = folder / "cards.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    return file


def opened(source: Path, folder: Path) -> CardLibrary:
    import_cards(source, into=folder / "kept.sqlite3")
    return CardLibrary.open(folder / "kept.sqlite3")


def test_atomic_cards_plain_packed_and_with_a_mark_of_the_byte_order_are_the_same(tmp_path: Path) -> None:
    plain = written(tmp_path, ATOMIC)
    packed, marked = tmp_path / "cards.json.gz", tmp_path / "marked.json"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    marked.write_text(json.dumps(ATOMIC), "utf-8-sig")
    for source in (plain, packed, marked):
        library = opened(source, tmp_path)
        assert list(library.names()) == ["Brass Ñandú", "Day // Night"]
        bird = library.card("brass  nandu").front
        assert (bird.name, bird.power, bird.raw["keywords"]) == ("Brass Ñandú", 1, ["Flying"])
        library.close()


def test_both_halves_of_a_card_are_found_and_go_together(tmp_path: Path) -> None:
    library = opened(written(tmp_path, ATOMIC), tmp_path)
    for name in ("Day // Night", "Day", "night"):
        card = library.card(name)
        assert card.name == "Day // Night"
        assert list(card.faces) == ["day", "night"]
        assert card.front.name == "Day"
        assert [face.raw["layout"] for face in card.faces.values()] == ["split", "split"]
        assert len({face.raw["scryfall_oracle_id"] for face in card.faces.values()}) == 1
    library.close()


def test_a_plain_list_joins_sides_that_stand_apart(tmp_path: Path) -> None:
    back = side(
        "Risen",
        "Creature — Horror",
        face="back",
        front="Sleeper",
        manaCost=None,
        power="4",
        toughness="4",
        layout="transform",
    )
    front = side("Sleeper // Risen", "Creature — Human", back="Risen", power="1", toughness="1", layout="transform")
    del back["colors"], back["identifiers"], back["manaValue"]
    back["colorIdentity"] = ["B"]
    library = opened(written(tmp_path, [back, side("Cog"), front]), tmp_path)
    assert sorted(library.names()) == ["Cog", "Sleeper // Risen"]
    faces = library.card("Risen").faces
    assert list(faces) == ["sleeper", "risen"]
    assert faces["risen"].raw["color_override"] == ["Black"]
    library.close()


def test_of_two_cards_with_one_name_the_playable_one_is_taken(tmp_path: Path) -> None:
    joke = side("Twin", "Creature — Joke", power="9", toughness="9")
    card = side("Twin", "Creature — Elf", power="1", toughness="1", legalities={"vintage": "Legal"})
    library = opened(written(tmp_path, {"data": {"Twin": [joke, card]}}), tmp_path)
    assert library.card("Twin").front.subtypes == ("Elf",)
    library.close()


def test_progress_counts_the_cards(tmp_path: Path) -> None:
    many = {f"Card {number}": [side(f"Card {number}")] for number in range(40)}
    steps: list[tuple[int, int]] = []
    source = written(tmp_path, {"data": many})
    count = import_cards(source, into=tmp_path / "kept.sqlite3", progress=lambda done, of: steps.append((done, of)))
    assert (count, steps) == (40, [(number, 40) for number in range(1, 41)])


def test_a_file_of_something_else_is_refused_and_the_old_cards_stay(tmp_path: Path, subtests: pytest.Subtests) -> None:
    kept, bad = tmp_path / "kept.sqlite3", tmp_path / "bad.json"
    import_cards(written(tmp_path, ATOMIC), into=kept)
    for content in (
        b"",
        b"no json",
        b"[]",
        b'"a text"',
        b'{"data": []}',
        b'{"data": {}}',
        b'{"data": {"A": 3}}',
        b'{"data": {"A": []}}',
        b'[{"no": "name"}]',
        b'[{"name": "A", "type": "Artifact"}',
        b'{"data": {"A": [{"name": "A"}]',
        b"\xff\xfe\x00",
        b"\x1f\x8b half a packed file",
        b"[1e999",
        b"[1e999]",
        b'[{"name": "\\ud800"}]',
        b'[{"name": "\xff"}]',
        b'{"data" {',
        b"[" * 5000,
    ):
        with subtests.test(content=content[:40]):
            bad.write_bytes(content)
            with pytest.raises(BadCardFile):
                import_cards(bad, into=kept)
            library = CardLibrary.open(kept)
            assert len(list(library.names())) == 2
            library.close()
            assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.json", "cards.json", "kept.sqlite3"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        import_cards(tmp_path / "none.json", into=tmp_path / "kept.sqlite3")


def test_the_installed_collection_is_found_without_importing_it() -> None:
    source = installed_source()
    assert source is not None
    assert source.name == "oracle_corpus.json"


@pytest.mark.skipif(os.name != "posix", reason="asks for processes as POSIX does")
def test_what_an_import_that_was_killed_has_left_goes_with_the_next_one(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left, written_now = (tmp_path / f".cards.sqlite3.{pid}-1.partial" for pid in (ended.pid, os.getpid()))
    for file in (left, written_now):
        file.touch()
    import_cards(written(tmp_path, ATOMIC), into=tmp_path / "cards.sqlite3")
    assert [left.exists(), written_now.exists()] == [False, True]


def translated(name: str, language: str, **more: str) -> dict[str, str]:
    return {"name": name, "language": language, **more}


def in_spanish(*names: tuple[str, str]) -> dict[str, Any]:
    return {"data": {card: [side(card, foreignData=[translated(name, "Spanish")])] for card, name in names}}


def test_names_in_other_languages_find_their_card(tmp_path: Path) -> None:
    atomic: dict[str, Any] = {
        "data": {
            "Heart": [
                side(
                    "Heart",
                    foreignData=[
                        translated("Corazón", "Spanish"),
                        translated("Cœur", "French"),
                        translated("Coração", "Portuguese (Brazil)"),
                        translated("Herz", "German"),
                        {"language": "French"},
                        "nonsense",
                    ],
                )
            ],
            "Day // Night": [
                side("Day // Night", faceName="Day", side="a", layout="split"),
                side(
                    "Day // Night",
                    faceName="Night",
                    side="b",
                    layout="split",
                    foreignData=[translated("Día // Noche", "Spanish", faceName="Noche")],
                ),
            ],
            "Odd": [side("Odd", foreignData=7)],
        }
    }
    library = opened(written(tmp_path, atomic), tmp_path)
    for name in ("Heart", "corazon", "Cœur", "coeur", "CORAÇÃO"):
        assert library.whole_name(name) == "Heart"
    for name in ("noche", "día", "Dia // Noche", "dia/noche", "night"):
        assert library.whole_name(name) == "Day // Night"
    assert library.whole_name("Herz") is None
    assert library.completion.complete("cora") == ["Heart"]
    assert list(library.names()) == ["Heart", "Day // Night", "Odd"]
    library.close()


def test_a_name_in_english_goes_before_one_in_another_language(tmp_path: Path) -> None:
    library = opened(written(tmp_path, in_spanish(("Once", "Una vez"), ("Eleven", "Once"))), tmp_path)
    assert library.whole_name("once") == "Once"
    library.close()


def test_a_name_that_two_cards_have_in_other_languages_is_of_neither(tmp_path: Path) -> None:
    library = opened(written(tmp_path, in_spanish(("Shock", "Choque"), ("Clash", "Choque"))), tmp_path)
    assert library.whole_name("choque") is None
    assert library.completion.best("choque") in {"Shock", "Clash"}
    library.close()


def test_cards_that_were_imported_by_an_older_version_are_read_on(tmp_path: Path) -> None:
    library = opened(written(tmp_path, ATOMIC), tmp_path)
    library.close()
    with closing(sqlite3.connect(tmp_path / "kept.sqlite3")) as store:
        store.execute("DROP TABLE translations")
        store.commit()
    library = CardLibrary.open(tmp_path / "kept.sqlite3")
    assert library.whole_name("brass nandu") == "Brass Ñandú"
    assert library.whole_name("no such card") is None
    assert library.completion.complete("brass") == ["Brass Ñandú"]
    library.close()
