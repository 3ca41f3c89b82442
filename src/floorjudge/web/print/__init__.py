"""Sheets for the wall and the tables, as PDF; pure functions from a state to bytes."""
