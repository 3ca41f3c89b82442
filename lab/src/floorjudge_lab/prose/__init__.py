"""Makes positions, in which its loop is searched for, and hints for the search from the prose of a combination."""
