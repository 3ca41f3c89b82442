"""The judge's sheet as a game."""
