"""The service, exports and rosters, from their edges."""
