"""Type lines and the names of tokens in the reader's language: the usual types and subtypes, as printed on cards."""

from __future__ import annotations

from floorjudge.texts import Text, text

_TYPES = {
    each.message: each
    for each in (
        text("Artifact"),
        text("Artifact Creature"),
        text("Artifact Land"),
        text("Basic Land"),
        text("Basic Land Creature"),
        text("Basic Snow Land"),
        text("Battle"),
        text("Creature"),
        text("Enchantment"),
        text("Enchantment Artifact"),
        text("Enchantment Creature"),
        text("Instant"),
        text("Land"),
        text("Land Creature"),
        text("Legendary Artifact"),
        text("Legendary Artifact Creature"),
        text("Legendary Creature"),
        text("Legendary Enchantment"),
        text("Legendary Enchantment Artifact"),
        text("Legendary Enchantment Creature"),
        text("Legendary Land"),
        text("Legendary Planeswalker"),
        text("Planeswalker"),
        text("Snow Creature"),
        text("Snow Land"),
        text("Sorcery"),
    )
}
_SUBTYPES = {
    each.message: each
    for each in (
        text("Advisor"), text("Angel"), text("Ape"), text("Artificer"), text("Assassin"), text("Aura"),
        text("Avatar"), text("Bat"), text("Bear"), text("Beast"),
        text("Bird"), text("Blood"), text("Cat"), text("Centaur"), text("Citizen"), text("Cleric"), text("Clue"),
        text("Construct"), text("Demon"), text("Devil"), text("Dinosaur"), text("Dog"), text("Dragon"),
        text("Drake"), text("Druid"), text("Dryad"), text("Dwarf"), text("Eldrazi"), text("Elemental"),
        text("Elephant"), text("Elf"), text("Equipment"), text("Faerie"), text("Food"), text("Forest"),
        text("Fox"), text("Fungus"), text("Giant"), text("Gnome"), text("Goat"), text("Goblin"),
        text("God"), text("Gold"), text("Golem"), text("Griffin"), text("Horror"), text("Horse"),
        text("Human"), text("Hydra"), text("Illusion"), text("Imp"), text("Insect"), text("Island"),
        text("Kithkin"), text("Knight"), text("Kor"), text("Kraken"), text("Lizard"), text("Map"),
        text("Merfolk"), text("Minotaur"), text("Monk"), text("Mountain"), text("Myr"), text("Ninja"),
        text("Noble"), text("Nomad"), text("Octopus"), text("Ogre"), text("Orc"), text("Ox"), text("Phoenix"), text("Phyrexian"),
        text("Pirate"), text("Plains"), text("Plant"), text("Rat"), text("Rebel"),
        text("Rogue"), text("Samurai"), text("Saproling"), text("Scarecrow"), text("Scout"), text("Serpent"), text("Servo"),
        text("Shaman"), text("Shapeshifter"), text("Skeleton"), text("Sliver"), text("Snake"),
        text("Soldier"), text("Sphinx"), text("Spider"), text("Spirit"), text("Squirrel"), text("Swamp"),
        text("Thopter"), text("Treasure"), text("Troll"), text("Unicorn"), text("Vampire"),
        text("Vehicle"), text("Wall"), text("Warrior"), text("Werewolf"), text("Wizard"),
        text("Wolf"), text("Wurm"), text("Zombie"),
    )
}  # fmt: skip

# The engine writes types in any order; in the table above these come last, in this order.
_LAST = ("Enchantment", "Artifact", "Land", "Creature")


def type_line(written: str) -> Text | str:
    """Return a type line for readers of any language; what is not known of it stays English."""
    types, _, subtypes = written.partition(" — ")
    ordered = " ".join(sorted(types.split(), key=lambda word: _LAST.index(word) if word in _LAST else -1))
    said: Text | str = _TYPES.get(ordered, types)
    if not subtypes:
        return said
    return text("{types} — {subtypes}", types=said, subtypes=_subtypes(subtypes))


def token_name(name: str) -> Text | str:
    """Return the name of a token for readers of any language: its subtypes, or the name of a card, which stays."""
    return _subtypes(name) if all(word in _SUBTYPES for word in name.split()) else name


def _subtypes(written: str) -> Text | str:
    words: list[Text | str] = [_SUBTYPES.get(word, word) for word in written.split()]
    if len(words) == 2:
        return text("{people} {profession}", people=words[0], profession=words[1])
    if len(words) == 1:
        return words[0]
    return Text(" ".join(f"{{{index}}}" for index in range(len(words))), {str(n): each for n, each in enumerate(words)})
