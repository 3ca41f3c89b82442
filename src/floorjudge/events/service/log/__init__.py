"""The log of an event: its records, the names and texts beside their chain, and what readers learn from it."""
