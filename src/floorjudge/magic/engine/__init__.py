"""The rules engine phase; only these modules know its JSON."""
