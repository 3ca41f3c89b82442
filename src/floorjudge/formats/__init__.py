"""How an event is played: a folder for each format."""
