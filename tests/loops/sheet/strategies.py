"""Random judge's sheets, as JSON: up to 6 resources and 8 steps, needs, ends, doubling, negative factors."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

PLAYERS = ("Ana", "Bo")


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    """Return a sheet without `times`."""
    names = [f"r{index}" for index in range(draw(st.integers(1, 6)))]
    name = st.sampled_from(names)
    terms = st.lists(st.tuples(st.sampled_from(["", "-", "2 * ", "-2 * "]), name), min_size=1, max_size=3)
    sums = st.builds(
        lambda parts, plus: " + ".join([f"{sign}{one}" for sign, one in parts] + [str(plus)]), terms, st.integers(0, 5)
    )
    small = st.builds("{0} {1} {2}".format, st.shared(name, key="changed"), st.sampled_from("+-"), st.integers(0, 3))
    conditions = st.builds(
        "{0} {1} {2}".format, name, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), st.integers(-20, 60)
    )
    change = st.dictionaries(name, st.one_of(small, sums), max_size=2)
    steps = st.fixed_dictionaries(
        {"by": st.sampled_from([None, *PLAYERS]), "change": change},
        optional={"needs": st.lists(conditions, max_size=1), "text": st.just("a step")},
    )
    ends = st.fixed_dictionaries({"when": conditions}, optional={"loses": st.sampled_from(PLAYERS)})
    return {
        "players": list(PLAYERS),
        "resources": draw(st.fixed_dictionaries({one: st.integers(-5, 50) for one in names})),
        "body": draw(st.lists(steps, min_size=1, max_size=8)),
        "ends": draw(st.lists(ends, max_size=3)),
    }
