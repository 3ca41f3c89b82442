"""Names are found without accents, in any case, and without letters that a keyboard may not have."""

from __future__ import annotations

import pytest

from floorjudge.web.common.languages import plain
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


def test_both_searches_find_a_name_that_is_typed_plainly() -> None:
    with serving() as floor:
        owner = floor.owner()
        event = open_event(owner, players=("Łukasz Żółć", "Bo"))
        assert "Łukasz Żółć" in owner.get(f"/e/{event}/find?name=lukasz")
        listed = owner.get(f"/e/{event}/desk/players?find=ZOLC")
    assert "Łukasz Żółć" in listed
    assert ">Bo<" not in listed
