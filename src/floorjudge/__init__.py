"""floorjudge: the tournament rules of card games, as software that a venue can run and an engine can import."""

__version__ = "0.1.0"
