"""The web application for a venue: pages, JSON API, live updates, printing.

The public face: `floorjudge.web.app` makes the application. There is a folder or a module for each kind of reader (public,
player, organiser, judge), for the loop desk, the API, live updates and printing; `templates/` has the same folders. Looking
goes through `asking.Here`, changing through `commands.do`: the same commands for pages and programs.
"""
