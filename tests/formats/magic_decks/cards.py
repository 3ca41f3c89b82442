"""A few cards as card texts have them, for deck lists of tests; what stands on them is shortened to what decks are built by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from floorjudge.deck_lists.names import fold_name


class Card(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ("Sorcery",)
    subtypes: tuple[str, ...] = ()
    identity: str = ""
    words: str = ""
    cost: str | None = "{1}"
    mana_value: int | None = 1
    has_size: bool = False


class Cards:
    """Knows some cards by their names and by those of their sides."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards: dict[str, Card] = {}
        for card in cards:
            for name in (*card.name.split(" // "), card.name):
                self._cards[fold_name(name)] = card

    def named(self, name: str) -> Card | None:
        return self._cards.get(fold_name(name))

    def similar(self, name: str) -> Sequence[str]:
        return [card.name for key, card in self._cards.items() if key[:4] == fold_name(name)[:4]]


def basic(name: str, colour: str, *subtypes: str) -> Card:
    return Card(
        name=name, supertypes=("Basic",), types=("Land",), subtypes=subtypes, identity=colour, cost="", mana_value=0
    )


def legend(
    name: str,
    identity: str = "",
    words: str = "",
    types: tuple[str, ...] = ("Creature",),
    subtypes: tuple[str, ...] = (),
) -> Card:
    return Card(
        name=name,
        supertypes=("Legendary",),
        types=types,
        subtypes=subtypes,
        identity=identity,
        words=words,
        has_size=True,
    )


PARTNER = "Partner (You can have two commanders if both have partner.)"
FRIENDS = "Partner—Friends forever (You can have two commanders if both have this ability.)"
BACKGROUND = "Choose a Background (You can have a Background as a second commander.)"
COMPANION = "Doctor's companion (You can have two commanders if the other is the Doctor.)"
CHOOSES = "If {} is your commander, choose a color before the game begins. {} is the chosen color.\n" + PARTNER

CARDS = (
    basic("Plains", "W", "Plains"),
    basic("Island", "U", "Island"),
    basic("Mountain", "R", "Mountain"),
    basic("Forest", "G", "Forest"),
    basic("Snow-Covered Mountain", "R", "Mountain"),
    basic("Wastes", ""),
    Card(name="Lightning Bolt", types=("Instant",), identity="R", cost="{R}"),
    Card(name="Path to Exile", types=("Instant",), identity="W", cost="{W}"),
    Card(name="Pyroblast", types=("Instant",), identity="R", cost="{R}"),
    Card(name="Fire // Ice", types=("Instant",), identity="UR", cost=None, mana_value=None),
    Card(name="Lim-Dûl's Vault", types=("Instant",), identity="UB", cost="{U}{B}", mana_value=2),
    Card(name="Jace, Vryn's Prodigy // Jace, Telepath Unbound", types=("Creature",), identity="U"),
    Card(name="Erase (Not the Urza's Legacy One)"),
    Card(name="Hazmat Suit (Used)"),
    Card(name="1996 World Champion"),
    Card(name="+2 Mace", types=("Artifact",)),
    Card(name="X Marks the Spot"),
    Card(name="Circle of Protection: Red", types=("Enchantment",), identity="W"),
    Card(name="Borrowing 100,000 Arrows", identity="U"),
    Card(name="_____", types=("Creature",), identity="U"),
    Card(name="Sol Ring", types=("Artifact",), cost="{1}"),
    Card(
        name="Stomping Ground", types=("Land",), subtypes=("Mountain", "Forest"), identity="RG", cost="", mana_value=0
    ),
    Card(
        name="Relentless Rats",
        types=("Creature",),
        identity="B",
        words="This creature gets +1/+1 for each other one.\nA deck can have any number of cards named Relentless Rats.",
    ),
    Card(name="Seven Dwarves", types=("Creature",), words="A deck can have up to seven cards named Seven Dwarves."),
    Card(
        name="Once More with Feeling", words="DCI ruling — A deck can have only one card named Once More with Feeling."
    ),
    Card(name="The Academy", types=("Plane",), subtypes=("Dominaria",)),
    Card(name="Power Play", types=("Conspiracy",)),
    Card(name="Balloon Stand", types=("Artifact",), subtypes=("Attraction",)),
    legend("Krenko, Mob Boss", "R"),
    legend("Tana", "RG", PARTNER),
    legend("Tymna", "WB", "Lifelink\n" + PARTNER),
    legend(
        "Pir", "G", "Partner with Toothy (When this creature enters, target player may put Toothy into their hand.)"
    ),
    legend("Toothy", "U", "Partner with Pir (When this creature enters, target player may put Pir into their hand.)"),
    legend("Bjorna", "UR", FRIENDS),
    legend("Wernog", "WB", FRIENDS),
    legend("Sophina", "R", "Friends forever (You can have two commanders if both have friends forever.)"),
    legend("Abby", "R", "Partner—Survivors (You can have two commanders if both have this ability.)"),
    legend("Gut", "R", BACKGROUND),
    legend("Guild Artisan", "R", types=("Enchantment",), subtypes=("Background",)),
    legend("Rose", "R", COMPANION),
    legend("The Doctor", "U", subtypes=("Time Lord", "Doctor")),
    legend("The Rogue", "U", subtypes=("Time Lord", "Rogue", "Doctor")),
    legend("The Piper", "", CHOOSES),
    legend("Runner", "G", "Ready to run (You can have two commanders if both have ready to run.)"),
    legend("The Chariot", "G", types=("Artifact",), subtypes=("Vehicle",)),
    legend("The Seriema", "W", types=("Artifact",), subtypes=("Spacecraft",)),
    legend(
        "Grist",
        "BG",
        "As long as Grist isn't on the battlefield, it's a 1/1 Insect creature in addition.",
        types=("Planeswalker",),
    ),
    legend("Teferi", "U", "Teferi can be your commander.", types=("Planeswalker",)),
    legend("Urborg", "", types=("Land",)),
    Card(
        name="Esper Probe",
        types=("Artifact",),
        words="A thing that is not legendary can be your commander. (Not this one.)",
    ),
    Card(name="Reminded", types=("Creature",), words="Promote. (This card can be your commander.)"),
)
KNOWN = Cards(CARDS)
