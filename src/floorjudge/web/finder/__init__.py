"""Loops of real cards for pages: questions that become jobs, workers' answers, and their form on a page."""
