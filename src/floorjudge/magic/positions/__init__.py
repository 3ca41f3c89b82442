"""Boards of Magic: one schema, two ways to write them, and setting one up on the engine."""
