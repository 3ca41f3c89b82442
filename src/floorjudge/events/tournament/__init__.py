"""The tournament: the decisions on its commands, and its changes."""
