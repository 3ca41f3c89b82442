"""Loops of real cards for pages: questions that become jobs, what workers find, and how a page shows it. Knows no requests."""
