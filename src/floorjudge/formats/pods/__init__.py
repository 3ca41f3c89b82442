"""Pods of a multiplayer event and a cut, by the Multiplayer Supplemental Tournament Rules: results, standings, pods, seats."""
