"""Players without names, as each language calls them in sentences and alone."""

from __future__ import annotations

import pytest

from floorjudge.magic.answer import numbered
from floorjudge.texts import Language, render, text

WINS, LIFE = text("{player} wins.", player="Player 1"), text("life of {player}", player="Player 2")
ABILITY = text("ability of {card}", card="Intruder Alarm")


def test_a_numbered_player_has_an_article_within_a_sentence(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Language, str, str, str]] = [
        ("en", "Player 1 wins.", "life of Player 2", "Player 1"),
        ("es", "El jugador 1 gana el juego.", "vidas del jugador 2", "Jugador 1"),
        ("fr", "Le joueur 1 gagne la partie.", "points de vie du joueur 2", "Joueur 1"),
        ("pt", "O jogador 1 vence o jogo.", "pontos de vida do jogador 2", "Jogador 1"),
    ]
    for language, wins, life, alone in cases:
        with subtests.test(language=language, wins=wins):
            assert [render(each, language) for each in numbered((WINS, LIFE), language)] == [wins, life]
            assert numbered("Player 1", language) == alone


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt"])
def test_a_name_stays_as_it_is(language: Language) -> None:
    assert "Ana" in render(numbered(WINS, language, ("Ana", "Bo")), language)
    assert render(text("{player} wins.", player="ana"), language).startswith("ana ")


def test_french_words_lose_a_letter_before_a_vowel_and_keep_it_before_others() -> None:
    assert render(ABILITY, "fr") == "capacité d’Intruder Alarm"
    assert render(text("life of {player}", player="Élodie"), "fr") == "points de vie d’Élodie"
    assert render(text("life of {player}", player="Bo"), "fr") == "points de vie de Bo"
    assert render(text("ability of {card}", card="Intruder Alarm"), "es") == "habilidad de Intruder Alarm"


def test_a_name_that_looks_like_an_article_is_no_article() -> None:
    assert render(text("life of {player}", player="el Greco"), "es") == "vidas de el Greco"
