"""The event log on SQLite: the contract, durability, damage, several writers at once."""
