"""Loops: what the rules make of them."""
