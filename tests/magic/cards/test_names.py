"""Completing names of cards: against a model that looks at every name by itself, and as people type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic.cards.names import CardNames, words_of
from floorjudge.magic.cards.sides import names_of

NAMES = (
    "Intruder Alarm",
    "Kiki-Jiki, Mirror Breaker",
    "Fable of the Mirror-Breaker // Reflection of Kiki-Jiki",
    "Lim-Dûl's Vault",
    "Thassa's Oracle",
    "Æther Vial",
    "Exquisite Blood",
    "Lightning Bolt",
    "Light of a Bolt",
    "Godo, Bandit Warlord",
    "Godo's Irregulars",
    "Krenko, Mob Boss",
    "Krenko, Tin Street Kingpin",
)


def test_what_people_type(subtests: pytest.Subtests) -> None:
    """How names are compared is decided by the slow model; these have accents, signs and letters that nobody types, or nothing at all."""
    for typed, names in [
        ("kikijiki", ["Kiki-Jiki, Mirror Breaker", "Fable of the Mirror-Breaker // Reflection of Kiki-Jiki"]),
        ("LIM-DUL’S", ["Lim-Dûl's Vault"]),
        ("thassas", ["Thassa's Oracle"]),
        ("aether vial", ["Æther Vial"]),
        ("the intruder alarm", ["Intruder Alarm"]),
        ("exqisit blod", ["Exquisite Blood"]),
        ("  ", []),
        ("—!", []),
        ("resence f gund", []),
    ]:
        with subtests.test(typed=typed):
            assert CardNames(NAMES).complete(typed) == names


def fits(typed: Sequence[str], words: Sequence[str]) -> int | None:
    """Say, by the book, in which of the first five ways typed words fit the words of a name."""
    joined, wanted = "".join(words), "".join(typed)
    if joined == wanted:
        return 1
    if joined.startswith(wanted):
        return 2
    in_order = (zip(typed, chosen, strict=True) for chosen in combinations(words, len(typed)))
    if any(all(word.startswith(part) for part, word in pairs) for pairs in in_order):
        return 3
    if all(any(word.startswith(part) for word in words) for part in typed):
        return 4
    return 5 if all(part in joined for part in typed) else None


@cache
def distance(one: str, other: str) -> int:
    """Return how many letters are wrong, missing, too many, or in their neighbour's place."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        distance(one[1:], other[1:]) + (one[0] != other[0]),
        distance(one[1:], other) + 1,
        distance(one, other[1:]) + 1,
    ]
    if len(one) > 1 and len(other) > 1 and one[:2] == other[1::-1]:
        ways.append(distance(one[2:], other[2:]) + 1)
    return min(ways)


def wrong_letters(typed: Sequence[str], words: Sequence[str]) -> int | None:
    total = 0
    for part in typed:
        beginnings = [word[1:length] for word in words if word[0] == part[0] for length in range(1, len(word) + 1)]
        least = min((distance(part[1:], beginning) for beginning in beginnings), default=99)
        if least > (2 if len(part) >= 8 else 1 if len(part) >= 4 else 0):
            return None
        total += least
    return total


def slowly_completed(names: Sequence[str], typed: str) -> list[str]:
    wanted = words_of(typed)
    sides = [(words_of(side), name) for name in names for side in names_of(name, ())] if wanted else []

    def ranked(way: Callable[[Sequence[str], Sequence[str]], int | None], words_typed: Sequence[str]) -> list[str]:
        fitting = sorted(
            (fit, len("".join(words)), "".join(words), len(name), name)
            for words, name in sides
            if words and (fit := way(words_typed, words)) is not None
        )
        return list(dict.fromkeys(name for *_, name in fitting))

    shorter_first = sorted(range(len(wanted)), key=lambda place: len(wanted[place])) if len(wanted) > 1 else []
    but_one = [[part for place, part in enumerate(wanted) if place != left_out] for left_out in shorter_first]
    return (
        ranked(fits, wanted)
        or ranked(wrong_letters, wanted)
        or list(dict.fromkeys(name for rest in but_one for name in ranked(wrong_letters, rest)))
    )


WORDS = st.one_of(
    st.text(alphabet="ab", min_size=1, max_size=5), st.sampled_from(["abababab", "aabbaabb", "babbab", "Ab-ba", "á'b"])
)
LINES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@given(
    st.lists(st.one_of(LINES, st.tuples(LINES, LINES).map(" // ".join)), max_size=8, unique=True),
    LINES,
    st.integers(1, 9),
)
def test_the_answer_is_that_of_a_look_at_every_name(names: list[str], typed: str, limit: int) -> None:
    assert CardNames(names).complete(typed, limit) == slowly_completed(names, typed)[:limit]


def slowly_best(names: Sequence[str], typed: str) -> str | None:
    wanted = words_of(typed)
    sides = [(words_of(side), name) for name in names for side in names_of(name, ())] if wanted else []
    fitting: list[tuple[int, Sequence[str], str]] = []
    for words, name in sides:
        way = fits(wanted, words) if words else None
        if way is not None and way < 5:
            fitting.append((max(way, 2), words, name))
    if not fitting:
        for words, name in sides:
            letters = wrong_letters(wanted, words) if words else None
            if letters is not None:
                fitting.append((letters, words, name))
    best = [each for each in fitting if each[0] == min(way for way, *_ in fitting)]
    called = [each for each in best if "".join(each[1]) == "".join(wanted)]
    complete = [each for each in best if len(each[1]) == len(wanted) > 1]
    short = [each for each in best if words_of(each[2].partition(",")[0]) == wanted]
    best = called or complete or short or best
    if len({"".join(words) for _, words, _ in best}) != 1 != len({name for *_, name in best}):
        return None
    return min((len(name), name) for *_, name in best)[1]


@given(
    st.lists(
        st.one_of(LINES, st.tuples(LINES, LINES).map(" // ".join), st.tuples(LINES, LINES).map(", ".join)),
        max_size=8,
        unique=True,
    ),
    LINES,
)
def test_the_one_that_is_clearly_meant_is_that_of_a_look_at_every_name(names: list[str], typed: str) -> None:
    assert CardNames(names).best(typed) == slowly_best(names, typed)


def test_what_is_clearly_meant(subtests: pytest.Subtests) -> None:
    for typed, name in [
        ("lightnin bolt", "Lightning Bolt"),
        ("light bolt", "Lightning Bolt"),
        ("exqisit blod", "Exquisite Blood"),
        ("mob krenko", "Krenko, Mob Boss"),
        ("godo", "Godo, Bandit Warlord"),
        ("krenko", None),
        ("", None),
        ("ruder", None),
    ]:
        with subtests.test(typed=typed):
            assert CardNames(NAMES).best(typed) == name


def test_a_card_is_found_by_what_it_is_called_in_other_languages() -> None:
    names = CardNames(["Intruder Alarm", "Alarm Clock"], [("Alarma de intrusos", "Intruder Alarm")])
    assert names.complete("alarm") == ["Alarm Clock", "Intruder Alarm"]
    assert names.best("alarma de intr") == "Intruder Alarm"
