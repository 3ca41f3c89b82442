"""`python -m floorjudge` is the command line."""

from floorjudge.cli import main

# Worker processes import this module again, under another name.
if __name__ == "__main__":
    main()
