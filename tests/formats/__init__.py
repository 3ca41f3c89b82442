"""Deck lists: what is read, and what the rules say about it."""
