"""Sentences are collected from code and from templates, and what cannot be collected is found; the threat model names tests that there are."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

from floorjudge import texts
from tests.support import messages


def test_sentences_are_collected_wherever_they_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "code.py").write_text('text("In code, {name}", name=1)\ncounted("one", "many", count=2)\n', "utf-8")
    page = """{% macro a(x) %}<p title="{{ say('In an attribute') }}">{% if x %}{{ say("Fünf {gap}", gap=x) }}{% endif %}</p>
    {% endmacro %}{% set title = say("In a set") %}{{ counted("{count} page", "{count} pages", count=x | length) }}"""
    (tmp_path / "page.html").write_text(page, "utf-8")
    monkeypatch.setattr(messages, "SOURCE", tmp_path)
    found = {message.id for message in messages.texts_of_the_source() if message.id}
    assert found == {
        "In code, {name}",
        ("one", "many"),
        "In an attribute",
        "Fünf {gap}",
        "In a set",
        ("{count} page", "{count} pages"),
    }
    assert messages.out_of_reach() == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("code.py", "said = 'x'\ntext(said)\n"),
        ("code.py", "text(f'{1}')\n"),
        ("page.html", "<p>\n{{ say(name) }}</p>"),
        ("page.html", "<p>\n{{ say('a' ~ 'b') }}</p>"),
        ("page.html", "<p>\n{{ counted(one, 'many', count=2) }}</p>"),
    ],
)
def test_what_cannot_be_collected_is_found(
    name: str, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.setattr(messages, "SOURCE", tmp_path)
    (finding,) = messages.out_of_reach()
    assert finding.startswith((f"{name}:2: cannot be collected", f"{name}:1: cannot be collected"))


def test_a_new_language_is_english_until_its_catalogue_is_collected_and_then_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "code.py").write_text('text("{player} left.", player="Ana")\n', "utf-8")
    monkeypatch.setattr(messages, "SOURCE", tmp_path)
    monkeypatch.setattr(messages, "TRANSLATED", ("de",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "_CATALOGUES", tmp_path / "locale")
        patch.setattr(texts, "_catalogue", texts._catalogue.__wrapped__)
        left = texts.text("{player} left.", player="Ana")
        assert texts.render(left, "de") == "Ana left."  # type: ignore[arg-type]
        messages.collect()
        assert texts.render(left, "de") == "Ana left."  # type: ignore[arg-type]
        catalogue = messages.read_catalogue("de")
        catalogue["{player} left."].string = "{player} ist gegangen."
        with messages.catalogue_path("de").open("wb") as lines:
            write_po(lines, catalogue)
        messages.collect()
        gettext._translations.clear()  # type: ignore[attr-defined]
        assert texts.render(left, "de") == "Ana ist gegangen."  # type: ignore[arg-type]


@pytest.mark.parametrize("folder", ["loops", "magic"])
def test_a_drawn_game_is_no_drawn_match_in_spanish(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the Spanish rules a game is a *juego* and a match a *partida*: by a loop the game is a draw (MTR 2.1, MTR 4.4.2)."""
    translations = {form[0]: form[1] for message in messages.read_catalogue("es") for form in messages.forms(message)}
    monkeypatch.setattr(messages, "SOURCE", messages.SOURCE / folder)
    about_games = {
        english
        for message in messages.texts_of_the_source()
        if message.id
        for english, _ in messages.forms(message)
        if "game" in english
    }
    assert len(about_games) > 5
    assert {english for english in about_games if "partida" in translations[english]} == set()
