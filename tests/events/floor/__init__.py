"""The desk, exports and rosters, from their edges."""
