"""From a position and a body to a certificate."""
