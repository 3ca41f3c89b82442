"""The table of words and forms: what its rows look at, and that each of them finds a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic import CardLibrary
from floorjudge.magic.doubt.words_and_forms import ROWS, Row, form_of
from floorjudge.magic.engine.readings.faces import ABILITIES, Face

# Of each row, in the order of the table, a card that it finds.
FOUND = (
    "Cat Collector", "Ghastly Demise", "Port Razer",
    "Gaea's Revenge", "Pir, Imaginative Rascal", "Force Bubble", "Immortal Coil", "Panacea",
    "Godsire", "Nim Deathmantle",
    "Haunting Wind", "Naban, Dean of Iteration", "Tephraderm", "Nacatl War-Pride", "Dearly Departed", "Izzet Chemister", "Anafenza, the Foremost", "Fecundity", "Charisma", "Adarkar Valkyrie", "Archon of Coronation",
    "Gideon, Martial Paragon", "Exquisite Archangel",
    "Earnest Fellowship", "Domineering Will", "Faceless Butcher", "Lich",
    "Worship", "Sword of the Paruns", "Boonweaver Giant", "Cavalier of Flame", "Vanish into Memory", "Chromatic Sphere",
    "Argentum Masticore", "Rod of Absorption", "Fork", "Kianne, Dean of Substance", "Ground Seal", "Ironclaw Curse", "Forbidden Crypt", "Ragged Veins",
    "Vorinclex, Monstrous Raider", "Mimic Vat",
)  # fmt: skip


def test_each_row_finds_a_card(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for row, name in zip(ROWS, FOUND, strict=True):
        with subtests.test(mistake=row.mistake, name=name):
            assert any(is_found(row, face) for face in library.card(name).faces.values())


def is_found(row: Row, face: Face) -> bool:
    """Return whether a row finds an ability of a face, or a part of one, where the words are those of the ability or the card."""
    types = "".join(f"on {each}\n" for each in face.raw["card_type"]["core_types"])
    kinds = ABILITIES if row.kinds == "parts" else row.kinds.split()
    for ability in (each for kind in kinds for each in face.raw.get(kind) or ()):
        parts = inner(ability) if row.kinds == "parts" else [ability]
        words = ability.get("description") or face.text
        if row.is_about(words) and any(row.is_wrong(types + form_of(part)) for part in parts):
            return True
    return False


def inner(value: object) -> list[dict[str, object]]:
    """Return the objects of JSON in a value."""
    if isinstance(value, dict):
        return [value, *(each for part in value.values() for each in inner(part))]
    return [each for part in value for each in inner(part)] if isinstance(value, list) else []


def test_a_form_is_written_without_what_is_empty_and_without_words() -> None:
    part = {
        "type": "Typed",
        "filters": [{"type": "Any"}, {"controller": None}],
        "amount": 0,
        "description": "Words.",
        "all": True,
    }
    assert form_of(part) == "type Typed\nfilters.type Any\nall True"


NAMES = st.sampled_from(["type", "effect", "target", "count"])
PARTS = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "Draw", "SelfRef"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
)


@given(st.dictionaries(NAMES, PARTS, max_size=4))
def test_a_form_has_a_line_for_each_value(part: dict[str, object]) -> None:
    found: list[str] = []
    left: list[tuple[tuple[str, ...], object]] = [((), part)]
    while left:
        path, value = left.pop()
        if isinstance(value, dict):
            left += [((*path, name), inner) for name, inner in reversed(value.items()) if inner]
        elif isinstance(value, list):
            left += [(path, inner) for inner in reversed(value)]
        else:
            found.append(f"{'.'.join(path)} {value}")
    assert form_of(part).splitlines() == found


@given(st.dictionaries(NAMES, PARTS, max_size=4), st.sampled_from([None, [], {}, "", 0, False]))
def test_what_is_empty_and_words_change_no_form(part: dict[str, object], empty: object) -> None:
    assert form_of({**part, "amount": empty, "description": "Draw a card."}) == form_of(part)


def test_words_that_are_ignored_are_cut_out() -> None:
    row = Row("no_limit", "triggers", r"\bif\b", lacks="^condition", without="^CR ", ignoring=r"\bif able\b")
    assert [row.is_about(words) for words in ("If it dies", "attacks if able", "CR 702: if it dies")] == [
        True,
        False,
        False,
    ]
    assert [row.is_wrong(form) for form in ("mode Attacks", "condition.type Any")] == [True, False]
