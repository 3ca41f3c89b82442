"""An event for pages, shared by all its viewers, and live updates of it."""
