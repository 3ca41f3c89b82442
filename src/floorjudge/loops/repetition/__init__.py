"""Detecting whether a position has occurred before: exactly, or within bounded memory."""
