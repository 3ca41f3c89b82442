"""Lists of banned cards as organisers write them."""

import pytest

from floorjudge.errors import BadInput
from floorjudge.formats.magic_decks.banned import MOST_NAMES, Ban, banned_words, read_banned
from floorjudge.texts import render


def test_a_list_has_a_name_a_date_and_names() -> None:
    banned = read_banned(
        "\ufeff# bans\n\nFormat: Modern\nDate: 2026-11-06\n  Sol   Ring \n---\nFire // Ice\nOpt\n[Restricted]\nÆther Vial",
        "a.txt",
    )
    assert (banned.name, banned.date, banned.names) == (
        "Modern",
        "2026-11-06",
        ("Sol Ring", "Fire // Ice", "Opt", "Æther Vial"),
    )
    assert [banned.of(name) for name in ("sol ring", "Fire // Ice", "Aether Vial", "Fire", "Opt Out")] == [
        Ban.BANNED,
        Ban.BANNED,
        Ban.RESTRICTED,
        None,
        None,
    ]


def test_without_a_name_it_is_called_like_its_file() -> None:
    assert read_banned("2026-11-06", "bans.txt").name == "bans.txt"


def test_its_digest_tells_it_from_lists_that_say_something_else() -> None:
    lists = [
        "2026-11-06\nSol Ring",
        "2026-11-07\nSol Ring",
        "2026-11-06\nSol Ring\nFire",
        "2026-11-06\nrestricted\nSol Ring",
    ]
    assert len({read_banned(each, "a").digest for each in lists}) == len(lists)
    assert read_banned("name: a\n2026-11-06\nFire\nsol ring", "a").digest == read_banned(lists[2], "b").digest


def test_a_list_that_cannot_be_meant_is_refused(subtests: pytest.Subtests) -> None:
    for content, code, where in [
        ("", "banned_list_without_date", "bans.txt"),
        ("Sol Ring", "banned_list_without_date", "bans.txt"),
        ("date: yesterday", "banned_list_date", "bans.txt:1"),
        ("Sol Ring\n2026-13-01", "banned_list_date", "bans.txt:2"),
        ("x" * 300, "banned_list_too_long", "bans.txt:1"),
        ("a\n" * (MOST_NAMES + 1), "banned_list_too_long", f"bans.txt:{MOST_NAMES + 1}"),
        ("a\n" * MOST_NAMES, "banned_list_without_date", "bans.txt"),
    ]:
        with subtests.test(content=content, code=code):
            with pytest.raises(BadInput) as refused:
                read_banned(content, "bans.txt")
            assert (refused.value.code, refused.value.where) == (code, where)
            assert "None" not in refused.value.message("en")


def test_a_list_may_say_where_it_is_from_and_shows_nothing_that_turns_what_stands_beside_it() -> None:
    banned = read_banned("name: Mod\u202eern\nsource: the  board\n2026-11-06\nSol Ring", "a.txt")
    assert (banned.name, banned.source) == ("Modern", "the board")
    assert render(banned_words(banned), "en") == "Banned cards: the list “Modern” of 2026-11-06. From: the board."
    assert (
        render(banned_words(read_banned("name: A\n2026-11-06", "a")), "en")
        == "Banned cards: the list “A” of 2026-11-06."
    )
