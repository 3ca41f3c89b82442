"""A judgement before anything is played: among these cards a loop is unlikely, as nothing on them happens again."""

from __future__ import annotations

from collections.abc import Sequence

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.readings.repeating import happens_once, is_cast_once, waits_for_others
from floorjudge.texts import Text, text


def unlikely(names: Sequence[str], library: CardLibrary) -> Text | None:
    """Return why a loop among cards is unlikely; None where there may well be one.

    It is unlikely only where the engine has understood each side of each card. Raises BadInput for an unknown card.
    """
    cards = [library.card(name) for name in names]
    if any(len(card.faces) < len(card.name.split(" // ")) for card in cards):
        return None
    faces = [face for card in cards for face in card.faces.values()]
    if all(map(happens_once, faces)):
        return text(
            "No ability of these cards triggers, and none untaps, makes, copies or returns something or adds mana: nothing on them "
            "makes anything happen again."
        )
    if all(map(waits_for_others, faces)):
        return text(
            "What triggers on these cards waits for something to enter, a spell, an attack or a step of the turn, and nothing on them makes "
            "one of these happen again."
        )
    if all(map(is_cast_once, faces)):
        return text(
            "These spells are cast once: none of them copies a spell or brings back a card, and there is no permanent with an "
            "ability among them."
        )
    return None
