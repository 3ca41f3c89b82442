"""The tournament: what its commands do, and how it changes."""
