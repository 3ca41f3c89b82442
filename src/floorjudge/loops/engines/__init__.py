"""Adapters for other engines: chess, and the games of OpenSpiel."""
