"""The engine's readings of cards: the faces that it made of them, and what their words say that matters to a loop."""
