"""An event as pages show it, kept for all who look at it, and live updates of it."""
