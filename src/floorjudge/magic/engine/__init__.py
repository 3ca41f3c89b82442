"""The rules engine phase; only these modules, and `doubt`, know its JSON."""
