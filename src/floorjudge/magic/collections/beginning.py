"""From a combination to the positions in which its loop is looked for.

Its cards go where its letters say; its sentences are read one by one and change the scene; what they do not understand is told, and
the positions are made without it. Nothing here is believed: a position is only a place to begin looking from.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.understanding import understanding_of
from floorjudge.magic.collections.combinations import Combination
from floorjudge.magic.collections.entering import hasten
from floorjudge.magic.collections.hints import advice_of
from floorjudge.magic.collections.mana_needed import needed
from floorjudge.magic.collections.placing import scenes_of
from floorjudge.magic.collections.requirements import read_requirement
from floorjudge.magic.collections.scene import Scene
from floorjudge.magic.collections.sentences import sentences, short_names, with_numbers
from floorjudge.magic.collections.states import other_side, read_state
from floorjudge.magic.collections.ways import read_way
from floorjudge.magic.collections.zones import scene_of
from floorjudge.magic.searching.hint_cost import Advice
from floorjudge.magic.searching.layouts import Layout


class Unread(msgspec.Struct, frozen=True):
    """A sentence of a combination that nobody here understands: where it stands, such as `prerequisites[1]`, and what it says."""

    where: str
    said: str


class Beginning(msgspec.Struct, frozen=True):
    """Where the search for the loop of a combination begins.

    `layouts` are positions, the likeliest first; `named` the cards that should take part; `advice` what the prose says of the order;
    `unread` the sentences that were not understood; `gaps` the cards that the engine does not understand fully.
    """

    layouts: tuple[Layout, ...]
    named: tuple[str, ...]
    advice: Advice
    unread: tuple[Unread, ...] = ()
    gaps: tuple[str, ...] = ()


def beginning_of(combination: Combination, library: CardLibrary) -> Beginning:
    """Return where to begin with a combination. Raises BadInput for a card that nobody knows."""
    scene = scene_of(combination, library)
    mana = needed(combination.mana_needed)
    scene.said = None if mana is None else mana.mana
    unread = tuple(_read(scene, combination))
    if combination.mana_needed is not None and mana is None:
        unread += (Unread("manaNeeded", combination.mana_needed),)
    hasten(scene)
    _start(scene, combination)
    gaps = tuple(card.card for card in scene.cards if understanding_of(library.card(card.card).faces).level != "fully")
    return Beginning(
        scenes_of(scene, combination, mana, understood=not unread),
        combination.cards,
        advice_of(combination),
        unread,
        gaps,
    )


def _read(scene: Scene, combination: Combination) -> Iterator[Unread]:
    """Read everything that is said into the scene, and yield what was not understood."""
    called = [short_names(scene.library.card(card.card), card.card) for card in scene.cards]
    for index, use in enumerate(combination.uses):
        state = with_numbers(other_side(scene, index, use.card_state), called).strip(" .")
        if state and not read_state(scene, index, state):
            yield Unread(f"uses[{index}].cardState", use.card_state)
    for index, prose in enumerate(combination.prerequisites):
        for sentence in sentences(with_numbers(prose, called)):
            if not read_requirement(scene, sentence):
                yield Unread(f"prerequisites[{index}]", _in_words(sentence, scene))


def _start(scene: Scene, combination: Combination) -> None:
    """Give what the first step does by no card at all, such as “Gain life.”, unless something for it was asked for already."""
    if any(each.zone == "hand" for each in scene.helpers) or not combination.steps:
        return
    called = [short_names(scene.library.card(card.card), card.card) for card in scene.cards]
    for sentence in sentences(with_numbers(combination.steps[0], called)):
        read_way(scene, f"you have a way to {sentence[:1].lower()}{sentence[1:]}")
        return


def _in_words(sentence: str, scene: Scene) -> str:
    for number, card in reversed(list(enumerate(scene.cards))):
        sentence = sentence.replace(f"#{number}", card.card)
    return sentence
