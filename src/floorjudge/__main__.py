"""`python -m floorjudge` is the command line."""

from floorjudge.cli import main

main()
