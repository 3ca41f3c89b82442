"""The web application for a venue: pages, JSON API, live updates, printing.

`floorjudge.web.app` makes the application. Each kind of reader (public, player, organiser, judge), the loop desk, the
API, live updates and printing have a folder or a module; `templates/` has the same folders. Routes read through
`asking.Here` and change events through `commands.do`, with the same commands for pages and programs.
"""
