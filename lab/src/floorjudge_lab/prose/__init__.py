"""From the prose of a combination to positions in which its loop is looked for, and hints that order the search."""
