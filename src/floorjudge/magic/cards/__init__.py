"""Card texts: imported once, kept in one file, read by the engine's own parser when a card is named.

The public face: `CardLibrary` hands out what the engine needs of the cards a position names; `import_cards` fills the
file it reads; `understanding_of` says how much of a card the engine has understood.
"""

from floorjudge.magic.cards.importing import import_cards
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.phase.faces import Understanding, understanding_of

__all__ = ["CardLibrary", "Understanding", "import_cards", "understanding_of"]
