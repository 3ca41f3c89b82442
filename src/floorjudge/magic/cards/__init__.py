"""Card texts: imported once, stored in one file, read by the engine's own parser when a position names a card.

`CardLibrary` returns these cards for the engine; `import_cards` writes the file; `understanding_of` returns how
much of a card the engine has understood.
"""

from floorjudge.magic.cards.importing import import_cards
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.readings.faces import Understanding, understanding_of

__all__ = ["CardLibrary", "Understanding", "import_cards", "understanding_of"]
