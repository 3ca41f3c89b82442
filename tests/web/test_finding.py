"""Names are found without accents, in any case, and without letters that a keyboard may not have."""

from __future__ import annotations

import pytest

from floorjudge.web.common.languages import fits, looked_for, plain
from tests.web.desk_of_tests import open_event, serving


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łukasz  Müller", "lukasz muller"),
        ("Søren", "soren"),
        ("STRASSE", "straße"),
        ("Þóra", "thora"),
        ("İpek", "ipek"),
    ],
)
def test_words_are_compared_without_what_makes_them_hard_to_type(name: str, typed: str) -> None:
    assert plain(name) == plain(typed)


@pytest.mark.parametrize("typed", ["obrien", "O’BRIEN", "ana o'brien", "nunez o brien", "Núñez, Ana"])
def test_a_name_is_found_in_any_order_and_whatever_is_left_out_between_its_words(typed: str) -> None:
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
