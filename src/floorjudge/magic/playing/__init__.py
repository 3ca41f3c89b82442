"""Plays bodies by the names of things on a live game, and records play."""
