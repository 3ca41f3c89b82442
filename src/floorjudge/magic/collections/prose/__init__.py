"""From the prose of a combination to the positions in which its loop is looked for, and to hints that order the search."""
