"""Pictures: what is in them can be read, takes its colours from the page, and stands alone as a file."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from floorjudge.magic.collections.report import charts
from floorjudge.magic.collections.report.charts import DARK, LIGHT, Bar, Curve, Scales

pytest.importorskip("altair")
pytest.importorskip("vl_convert")

BARS = (
    Bar("certified & sound", 30, "30 (60 %)", 50, "2 cards"),
    Bar("no loop <found>", 20, "20 (40 %)", 50, "2 cards"),
    Bar("certified & sound", 5, "5 (50 %)", 10, "3 cards"),
)
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 (we have drawn it)


def words(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in parsed(svg).iter(f"{SVG}text")]


def scales(most: float) -> Scales:
    return Scales(most, "seconds", lambda value: f"{value:g}".replace(".", ","), lambda value: f"{100 * value:.0f} pct")


def test_words_and_numbers_of_bars_are_in_them() -> None:
    drawn = charts.bars(BARS, 'What is "seen" & how')
    said = words(drawn)
    assert {"2 cards", "3 cards", "30 (60 %)", "5 (50 %)", "no loop <found>"} <= {*said}
    assert said.count("certified & sound") == 2
    root = parsed(drawn)
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'What is "seen" & how'
    assert not re.search(r'role="graphics|aria-roledescription', drawn)


def test_bars_are_as_long_as_their_numbers() -> None:
    drawn = charts.bars((Bar("whole", 40, "40"), Bar("half", 20, "20")), "two")
    long, short = (float(each) for each in re.findall(r'd="M0,[\d.]+h([\d.]+)v[^"]+" class="f-first"', drawn))
    assert long == pytest.approx(2 * short)
    assert long < charts.WIDTH


def test_long_words_get_a_second_line() -> None:
    label = "something that is rather too long to stand on one line of a phone"
    drawn = charts.bars((Bar(label, 3, "3"), Bar("short", 1, "1")), "long")
    root = parsed(drawn)
    lines = [each.text or "" for each in root.iter(f"{SVG}tspan")]
    assert " ".join(lines) == label
    assert max(map(len, lines)) < len(label)


def test_colours_are_the_pages() -> None:
    drawn = charts.bars(BARS, "x") + charts.curves((Curve("a", ((1, 0.2),)), Curve("b", ((2, 0.1),))), scales(60), "y")
    assert not re.search(r'(?:fill|stroke)="#', drawn)
    used = {*re.findall(r'class="[fs]-(\w+)"', drawn)}
    assert used <= {*LIGHT}
    assert {*LIGHT} == {*DARK}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("colours", "paper"), [(LIGHT, "#ffffff"), (DARK, "#171f1c")])
def test_colours_can_be_read(colours: dict[str, str], paper: str) -> None:
    assert all(contrast(colours[name], paper) >= 4.5 for name in ("ink", "soft", "first", "second"))
    # The full part of a bar stands out from the pale part, also without colours.
    assert contrast(colours["first"], colours["rest"]) >= 3


def test_curves_have_words_at_their_ends_and_ticks_in_the_readers_language() -> None:
    lines = (Curve("2 cards: 40", ((0.5, 0.1), (60, 0.4))), Curve("3 cards: 20", ((2, 0.1), (60, 0.2))))
    drawn = charts.curves(lines, scales(60), "c")
    said = words(drawn)
    assert {"2 cards: 40", "3 cards: 20", "seconds", "0,1", "10", "60", "20 pct"} <= {*said}
    # Without colours they differ by their dashes.
    dashes = re.findall(r'class="s-(?:first|second)"[^>]*stroke-dasharray="([^"]+)"', drawn)
    assert len({*dashes}) == 2


def test_words_of_curves_that_end_together_do_not_lie_on_each_other() -> None:
    lines = [Curve(name, ((1, 0.3), (60, 0.3))) for name in ("one", "two", "three")]
    drawn = charts.curves(lines, scales(60), "c")
    heights = sorted(
        float(height) for height, word in re.findall(r"translate\([\d.]+,([\d.-]+)\)[^>]*>(\w+)</text>", drawn)
        if word in ("one", "two", "three")
    )  # fmt: skip
    assert len(heights) == 3
    assert all(after - before >= 13 for before, after in pairwise(heights))


@pytest.mark.parametrize("most", [1.0, 2.5, 59.0, 4_000.0])
def test_any_time_can_be_drawn(most: float) -> None:
    assert "never" in words(charts.curves((Curve("never", ((most, 0.001),)),), scales(most), "c"))
