"""Swiss rounds and a playoff, by the Magic Tournament Rules: results, standings, pairings, brackets."""
