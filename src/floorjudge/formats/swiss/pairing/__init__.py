"""The best pairing of a Swiss round, exact for any number of players, with its reasons."""
