"""Whether a position has come before: exactly, or within bounded memory."""
