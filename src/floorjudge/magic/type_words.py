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
        text("Enchantment Land"),
        text("Instant"),
        text("Kindred Artifact"),
        text("Kindred Enchantment"),
        text("Kindred Instant"),
        text("Kindred Sorcery"),
        text("Land"),
        text("Land Creature"),
        text("Legendary Artifact"),
        text("Legendary Artifact Creature"),
        text("Legendary Artifact Land"),
        text("Legendary Creature"),
        text("Legendary Enchantment"),
        text("Legendary Enchantment Artifact"),
        text("Legendary Enchantment Creature"),
        text("Legendary Instant"),
        text("Legendary Land"),
        text("Legendary Planeswalker"),
        text("Legendary Snow Creature"),
        text("Legendary Snow Land"),
        text("Legendary Sorcery"),
        text("Planeswalker"),
        text("Snow Artifact"),
        text("Snow Artifact Creature"),
        text("Snow Creature"),
        text("Snow Enchantment"),
        text("Snow Instant"),
        text("Snow Land"),
        text("Snow Sorcery"),
        text("Sorcery"),
        text("World Enchantment"),
    )
}
# Their translations are the printed names, compared with the lists of Magic Set Editor's TypesLocalizer
# (github.com/MagicSetEditorPacks/TypesLocalizer, as of September 2024); those that it does not have are our own: Child, Cyborg, Donkey, Flagbearer,
# Hero, Lobster, Moogle, Necron, Possum, Robot, Seal, Sorcerer, Spacecraft, Spy, Symbiote, Town, Tyranid, Villain, and what it marks as unofficial.
_SUBTYPES = {
    each.message: each
    for each in (
        text("Advisor"), text("Alien"), text("Ally"), text("Angel"), text("Antelope"), text("Ape"), text("Arcane"),
        text("Archer"), text("Archon"), text("Armadillo"), text("Army"), text("Artificer"), text("Assassin"),
        text("Atog"), text("Aura"), text("Aurochs"), text("Avatar"), text("Azra"), text("Background"),
        text("Badger"), text("Barbarian"), text("Bard"), text("Basilisk"), text("Bat"), text("Bear"), text("Beast"),
        text("Beaver"), text("Beholder"), text("Berserker"), text("Bird"), text("Blood"), text("Boar"),
        text("Bringer"), text("Camel"), text("Caribou"), text("Carrier"), text("Cartouche"), text("Case"),
        text("Cat"), text("Cave"), text("Centaur"), text("Cephalid"), text("Child"), text("Chimera"),
        text("Citizen"), text("Class"), text("Cleric"), text("Clown"), text("Clue"), text("Cockatrice"),
        text("Construct"), text("Coward"), text("Coyote"), text("Crab"), text("Crocodile"), text("Curse"),
        text("Cyborg"), text("Cyclops"), text("Dauthi"), text("Demigod"), text("Demon"), text("Desert"),
        text("Detective"), text("Devil"), text("Dinosaur"), text("Djinn"), text("Doctor"), text("Dog"),
        text("Donkey"), text("Dragon"), text("Drake"), text("Dreadnought"), text("Drone"), text("Druid"),
        text("Dryad"), text("Dwarf"), text("Efreet"), text("Egg"), text("Elder"), text("Eldrazi"), text("Elemental"),
        text("Elephant"), text("Elf"), text("Elk"), text("Equipment"), text("Eye"), text("Faerie"), text("Ferret"),
        text("Fish"), text("Flagbearer"), text("Food"), text("Forest"), text("Fortification"), text("Fox"),
        text("Fractal"), text("Frog"), text("Fungus"), text("Gargoyle"), text("Gate"), text("Germ"), text("Giant"),
        text("Gith"), text("Gnoll"), text("Gnome"), text("Goat"), text("Goblin"), text("God"), text("Gold"),
        text("Golem"), text("Gorgon"), text("Gremlin"), text("Griffin"), text("Halfling"), text("Hamster"),
        text("Harpy"), text("Hero"), text("Hippo"), text("Hippogriff"), text("Homarid"), text("Homunculus"),
        text("Horror"), text("Horse"), text("Human"), text("Hydra"), text("Hyena"), text("Illusion"), text("Imp"),
        text("Incarnation"), text("Insect"), text("Island"), text("Jackal"), text("Jellyfish"), text("Juggernaut"),
        text("Kavu"), text("Kirin"), text("Kithkin"), text("Knight"), text("Kobold"), text("Kor"), text("Kraken"),
        text("Lair"), text("Lamia"), text("Lammasu"), text("Leech"), text("Lesson"), text("Leviathan"),
        text("Lhurgoyf"), text("Lizard"), text("Lobster"), text("Locus"), text("Manticore"), text("Map"),
        text("Masticore"), text("Mercenary"), text("Merfolk"), text("Metathran"), text("Minion"), text("Minotaur"),
        text("Mole"), text("Mongoose"), text("Monk"), text("Monkey"), text("Moogle"), text("Moonfolk"),
        text("Mount"), text("Mountain"), text("Mouse"), text("Mutant"), text("Myr"), text("Mystic"),
        text("Nautilus"), text("Necron"), text("Nephilim"), text("Nightmare"), text("Ninja"), text("Noble"),
        text("Noggle"), text("Nomad"), text("Nymph"), text("Octopus"), text("Ogre"), text("Ooze"), text("Orc"),
        text("Otter"), text("Ox"), text("Pangolin"), text("Peasant"), text("Pegasus"), text("Pest"), text("Phoenix"),
        text("Phyrexian"), text("Pilot"), text("Pirate"), text("Plains"), text("Plant"), text("Porcupine"),
        text("Possum"), text("Powerstone"), text("Praetor"), text("Processor"), text("Rabbit"), text("Raccoon"),
        text("Ranger"), text("Rat"), text("Rebel"), text("Rhino"), text("Robot"), text("Rogue"), text("Role"),
        text("Room"), text("Rune"), text("Saga"), text("Salamander"), text("Samurai"), text("Saproling"),
        text("Satyr"), text("Scarecrow"), text("Scientist"), text("Scion"), text("Scorpion"), text("Scout"),
        text("Seal"), text("Serf"), text("Serpent"), text("Servo"), text("Shade"), text("Shaman"),
        text("Shapeshifter"), text("Shard"), text("Shark"), text("Sheep"), text("Shrine"), text("Siege"),
        text("Siren"), text("Skeleton"), text("Skunk"), text("Slith"), text("Sliver"), text("Sloth"), text("Slug"),
        text("Snail"), text("Snake"), text("Soldier"), text("Soltari"), text("Sorcerer"), text("Spacecraft"),
        text("Spawn"), text("Specter"), text("Sphere"), text("Sphinx"), text("Spider"), text("Spike"),
        text("Spirit"), text("Sponge"), text("Spy"), text("Squid"), text("Squirrel"), text("Starfish"),
        text("Surrakar"), text("Survivor"), text("Swamp"), text("Symbiote"), text("Synth"), text("Tentacle"),
        text("Thalakos"), text("Thopter"), text("Thrull"), text("Tiefling"), text("Town"), text("Toy"), text("Trap"),
        text("Treasure"), text("Treefolk"), text("Trilobite"), text("Troll"), text("Turtle"), text("Tyranid"),
        text("Unicorn"), text("Vampire"), text("Vedalken"), text("Vehicle"), text("Villain"), text("Wall"),
        text("Walrus"), text("Warlock"), text("Warrior"), text("Weasel"), text("Werewolf"), text("Whale"),
        text("Wizard"), text("Wolf"), text("Wolverine"), text("Wombat"), text("Worm"), text("Wurm"), text("Yeti"),
        text("Zombie"), text("Zubera"),
    )
}  # fmt: skip

# The engine writes types in any order; in the table above these come last, in this order.
_LAST = ("Enchantment", "Artifact", "Land", "Creature")


def type_line(written: str) -> Text | str:
    """Return a type line for readers of any language; what is not known of it stays English."""
    types, _, subtypes = written.partition(" — ")
    ordered = " ".join(sorted(types.split(), key=lambda word: _LAST.index(word) if word in _LAST else -1))
    label: Text | str = _TYPES.get(ordered, types)
    if not subtypes:
        return label
    return text("{types} — {subtypes}", types=label, subtypes=_subtypes(subtypes))


# The kinds of counters that have a word of their own on cards of each language, as it follows “counters” there.
_COUNTERS = {
    each.message: each
    for each in (
        text("age"),
        text("charge"),
        text("loyalty"),
        text("oil"),
        text("quest"),
        text("shield"),
        text("time"),
    )
}


def counter_word(kind: str) -> Text | str:
    """Return the word for a kind of counters, such as loyalty; any other kind, such as +1/+1, unchanged."""
    return _COUNTERS.get(kind.lower(), kind)


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
