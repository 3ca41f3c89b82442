"""The web application for a venue: pages, JSON API, live updates, printing.

The public face: `floorjudge.web.app` makes the application; pages/ has a module for each kind of reader, templates/ what
they show. Looking goes through `visits.Here`, changing through `commands.do`: the same commands for pages and programs.
"""
