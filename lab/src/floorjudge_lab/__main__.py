"""`python -m floorjudge_lab` is the command line."""

from floorjudge_lab.cli import main

# Worker processes import this module again, under another name.
if __name__ == "__main__":
    main()
