"""Mana symbols on pages: drawn, with words for those who listen."""

from __future__ import annotations

from floorjudge.texts import Language
from floorjudge.web.common.mana import with_drawings


def test_a_row_of_symbols_is_one_picture_with_words() -> None:
    words: dict[Language, str] = {
        "en": "2 colorless mana, one white mana",
        "es": "2 manás incoloros, un maná blanco",
    }
    for language, said in words.items():
        made = with_drawings("Add {C}{C}{W}.", language, "/mana.svg")
        assert f'<span class="mana" role="img" aria-label="{said}">' in made
        assert made.count('aria-hidden="true"') == made.count("<use ") == 3
        assert made.startswith("Add <span")
        assert made.endswith("</span>.")
    # None in French is not one.
    assert 'aria-label="0 manas génériques"' in with_drawings("Equip {0}", "fr", "/mana.svg")


def test_numbers_and_hybrids_are_written_and_everything_else_is_escaped() -> None:
    made = with_drawings("<b> {3}{2/W}{T} {nothing}", "en", "/mana.svg")
    assert made.startswith("&lt;b&gt; ")
    assert 'aria-label="3 generic mana, 2/W mana, tap"' in made
    assert made.endswith(" {nothing}")


def test_a_quotation_mark_stays_with_the_symbol_after_it() -> None:
    for opening in ("“", "« ", "«\u202f"):
        made = with_drawings(f"Own Lamp: {opening}{{T}}: Add {{C}}.", "en", "/mana.svg")
        assert made.startswith(f'Own Lamp: <span class="unbroken">{opening}<span class="mana"')
        assert made.count("unbroken") == 1
        assert made.count("<span") == made.count("</span>")
