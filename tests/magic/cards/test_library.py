"""Cards by name: found however they are typed, parsed when they are named, kept, and how much of them is understood."""

import json
import resource
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary, CardText
from floorjudge.magic.cards import import_cards, understanding_of
from floorjudge.magic.cards.sides import folded, mana_value
from floorjudge.magic.engine.readings.faces import Understanding
from floorjudge.magic.errors import DamagedCardTexts, NoCardTexts, NoMagicEngine, UnknownCard, UnwritableCardTexts


@pytest.mark.parametrize("typed", ["Lim-Dûl's Vault", "lim-dul’s  vault", "LIM-DÛL'S VAULT"])
def test_a_name_is_found_however_it_is_typed(library: CardLibrary, typed: str) -> None:
    assert library.card(typed).name == "Lim-Dûl's Vault"


def test_a_side_of_a_card_is_found(library: CardLibrary) -> None:
    card = library.card("Insectile Aberration")
    assert card.name == "Delver of Secrets // Insectile Aberration"
    assert list(card.faces) == ["delver of secrets", "insectile aberration"]


def test_an_unknown_name_is_answered_with_similar_ones(library: CardLibrary) -> None:
    with pytest.raises(UnknownCard, match="Grizzly Bears"):
        library.card("Grizzly Beers")
    with pytest.raises(BadInput, match="under “cards”"):
        library.card("Xyzzyq Vvvvvvvvvvvv")


def test_only_named_cards_are_parsed_and_only_once(card_file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with sqlite3.connect(card_file) as source, sqlite3.connect(copy) as target:
        source.backup(target)
        target.execute("DELETE FROM faces")
    target.close()
    source.close()
    first = CardLibrary.open(copy)
    parsed = [first.card(name).front.raw for name in ("Grizzly Bears", "Intruder Alarm", "Grizzly Bears")]
    first.close()
    with sqlite3.connect(copy) as store:
        assert store.execute("SELECT count(*) FROM faces").fetchone() == (2,)
        # What is kept is what is handed out the next time: the text is not parsed again.
        store.execute("UPDATE cards SET sides = 'no longer a text'")
    store.close()
    second = CardLibrary.open(copy)
    assert [second.card(name).front.raw for name in ("Grizzly Bears", "Intruder Alarm")] == parsed[:2]
    second.close()


def test_cards_that_cannot_be_kept_can_still_be_read(card_file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(card_file.read_bytes())
    with sqlite3.connect(copy) as store:
        store.execute("DROP TABLE faces")
        store.execute("CREATE VIEW faces AS SELECT 0 AS card, '' AS engine, '' AS faces LIMIT 0")
    store.close()
    library = CardLibrary.open(copy)
    assert library.card("Grizzly Bears").front.raw["power"] == {"type": "Fixed", "value": 2}
    library.close()


def test_a_given_text_is_a_card_and_comes_before_an_imported_one(library: CardLibrary) -> None:
    given = CardText(
        "Grizzly Bears", "Creature — Bear", mana_cost="{G}", text="Flying, trample", power="7", toughness="7"
    )
    face = library.with_texts([given.side()]).card("grizzly bears").front
    assert (face.raw["power"], face.raw["keywords"]) == ({"type": "Fixed", "value": 7}, ["Flying", "Trample"])
    assert library.card("Grizzly Bears").front.raw["power"] == {"type": "Fixed", "value": 2}


def test_a_library_of_texts_knows_nothing_else() -> None:
    library = CardLibrary.of_texts([CardText("Foo", "Artifact", text="{T}: Add {G}.").side()])
    assert list(library.names()) == ["Foo"]
    assert len(library.card("foo").front.raw["abilities"]) == 1
    with pytest.raises(BadInput, match="magic cards import"):
        library.card("Grizzly Bears")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put two cards into the place of those of the installed package; return the folder where they will be kept."""
    source = tmp_path / "package.json"
    fields = {"type": "Artifact", "types": ["Artifact"], "layout": "normal", "text": ""}
    source.write_text(json.dumps([{"name": name, **fields} for name in ("Cog", "Brass Wheel")]), "utf-8")
    monkeypatch.setattr("floorjudge.magic.cards.importing.installed_source", lambda: source)
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_cards_of_the_package_are_prepared_once_when_one_is_asked_for(package: Path) -> None:
    watched: list[tuple[int, int]] = []
    library = CardLibrary.open(watched=lambda: nullcontext(lambda done, size: watched.append((done, size))))
    of_text = library.with_texts([CardText("Foo", "Artifact").side()])
    assert of_text.card("foo").name == "Foo"
    assert not package.exists()
    assert of_text.card("cog").name == "Cog"
    assert watched
    watched.clear()
    assert library.card("brass wheel").name == "Brass Wheel"
    library.close()
    with closing(CardLibrary.open(watched=lambda: pytest.fail("they are there"))) as again:
        assert list(again.names()) == ["Cog", "Brass Wheel"]
    assert not watched


def test_a_damaged_file_of_the_package_is_prepared_again(package: Path) -> None:
    with closing(CardLibrary.open()) as library:
        assert library.card("cog").name == "Cog"
    (kept,) = package.iterdir()
    kept.write_bytes(b"half of it")
    with closing(CardLibrary.open()) as library:
        assert library.card("cog").name == "Cog"


@pytest.mark.usefixtures("package")
def test_imported_cards_come_before_those_of_the_package_until_these_are_wanted_back(tmp_path: Path) -> None:
    newer = tmp_path / "newer.json"
    newer.write_text('[{"name": "Newer", "type": "Artifact", "types": ["Artifact"], "text": ""}]', "utf-8")
    import_cards(newer)
    with closing(CardLibrary.open()) as library:
        assert list(library.names()) == ["Newer"]
    assert import_cards() == 2
    with closing(CardLibrary.open()) as library:
        assert list(library.names()) == ["Cog", "Brass Wheel"]


def test_processes_that_prepare_at_once_all_have_their_cards(package: Path) -> None:
    def names() -> list[str]:
        with closing(CardLibrary.open()) as library:
            return list(library.names())

    with ThreadPoolExecutor(8) as threads:
        found = [each.result() for each in [threads.submit(names) for _ in range(8)]]
    assert found == [["Cog", "Brass Wheel"]] * 8
    assert len(list(package.iterdir())) == 1


def test_a_folder_that_cannot_be_written_is_named(package: Path) -> None:
    package.write_text("a file where the folder should be", "utf-8")
    with pytest.raises(UnwritableCardTexts, match="FLOORJUDGE_CACHE"):
        CardLibrary.open().card("Cog")


def test_a_full_disk_is_said_and_leaves_nothing_behind(package: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(BadInput) as raised:
            CardLibrary.open().card("Cog")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert raised.value.code == "unwritable_card_texts"
    assert list(package.iterdir()) == []


def test_without_import_and_package_both_ways_to_cards_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoCardTexts, match="floorjudge magic cards import AtomicCards"):
        CardLibrary.open().card("Grizzly Bears")
    with pytest.raises(NoCardTexts):
        import_cards()


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\x00 and then nothing"])
def test_damaged_card_texts_are_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path))
    (tmp_path / "magic-cards.sqlite3").write_bytes(content)
    with pytest.raises(DamagedCardTexts):
        CardLibrary.open()


def test_without_the_engine_its_absence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "phase", None)
    library = CardLibrary.of_texts([CardText("Foo", "Artifact").side()])
    with pytest.raises(NoMagicEngine, match=r"floorjudge\[magic\]"):
        library.card("Foo")


def test_folding_loses_what_people_do_not_type() -> None:
    assert folded("  Æther   Vial ") == folded("aether vial")
    assert folded("Jötun Grunt") == "jotun grunt"


def test_mana_values(subtests: pytest.Subtests) -> None:
    for cost, value in [("", 0), ("{0}", 0), ("{X}{R}", 1), ("{2/W}{2/U}", 4), ("{10}{G}{G/P}", 12)]:
        with subtests.test(cost=cost, value=value):
            assert mana_value(cost) == value


def understanding(text: str) -> Understanding:
    card = CardText("Foo", "Creature — Bar", text=text, power="1", toughness="1")
    return understanding_of(CardLibrary.of_texts([card.side()]).card("Foo").faces)


@pytest.mark.parametrize("name", ["Grizzly Bears", "Intruder Alarm", "Presence of Gond", "Island", "Chain of Smog"])
def test_ordinary_cards_are_understood(library: CardLibrary, name: str) -> None:
    assert understanding_of(library.card(name).faces) == ("fully", ())


def test_what_makes_no_sense_is_named() -> None:
    level, reasons = understanding("Frobnicate the nearest gizmo twice.")
    assert level == "not at all"
    assert any("frobnicate" in reason.lower() for reason in reasons)


def test_sense_beside_nonsense_is_understood_partly() -> None:
    level, reasons = understanding("Flying\n{T}: Draw a card.\n{2}: Frobnicate the nearest gizmo twice.")
    assert level == "partly"
    assert len(reasons) == 1


def test_reminders_and_empty_texts_need_no_understanding() -> None:
    assert understanding("").level == "fully"
    assert understanding("(This is only a reminder.)").level == "fully"
