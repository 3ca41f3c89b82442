"""Playing by names on a live game, and recording what was played."""
