"""The web application for a venue: pages, JSON API, live updates, printing."""
