"""The On the Edge tournament rules 1.2: decks, grouping, scoring, readmission, places."""
