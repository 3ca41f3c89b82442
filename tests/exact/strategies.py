"""Random maps and expressions of every kind: translations, damage that grows, swaps, doubling, anything."""

from __future__ import annotations

from hypothesis import strategies as st

from floorjudge.exact import AffineMap, Linear, affine, linear

NAMES = ("a", "b", "c", "d", "e")


@st.composite
def maps(draw: st.DrawFn) -> AffineMap:
    """Return an affine map of one kind."""
    names = NAMES[: draw(st.integers(1, 5))]
    kind = draw(st.sampled_from(["translation", "triangular", "swaps", "growing", "anything"]))
    order = draw(st.permutations(names))
    rows = []
    for index, name in enumerate(names):
        if kind == "translation":
            terms = {name: 1}
        elif kind == "triangular":
            terms = {name: 1} | {below: draw(st.integers(-2, 2)) for below in names[:index]}
        elif kind == "swaps":
            terms = {order[index]: draw(st.sampled_from([1, 1, -1]))}
        elif kind == "growing":
            terms = {other: draw(st.sampled_from([0, 0, 1, 1, 2])) for other in names}
        else:
            terms = {other: draw(st.sampled_from([0, 0, 0, 1, -1, 2, -2])) for other in names}
        rows.append((name, linear(terms, draw(st.integers(-3, 3)))))
    return affine(rows)


def starts() -> st.SearchStrategy[dict[str, int]]:
    """Return amounts to start with."""
    return st.fixed_dictionaries({name: st.integers(-20, 60) for name in NAMES})


def expressions() -> st.SearchStrategy[Linear]:
    """Return a linear expression."""
    return st.builds(linear, st.dictionaries(st.sampled_from(NAMES), st.integers(-2, 2)), st.integers(-200, 200))
