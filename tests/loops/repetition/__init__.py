"""Watching for repetition."""
