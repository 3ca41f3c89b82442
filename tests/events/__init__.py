"""Whole random events, held against a slow model written from the rules alone."""
