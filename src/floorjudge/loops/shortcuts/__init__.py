"""The Comprehensive Rules on shortcuts: sequences and places, settling, fragmented and mandatory loops."""
