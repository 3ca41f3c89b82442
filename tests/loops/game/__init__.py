"""Tests of games and the judge's sheet."""
