"""The engine phase, and everything that knows its JSON."""
