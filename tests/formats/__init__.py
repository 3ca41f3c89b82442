"""How events are played: groups, pairings, scores, and deck lists."""
