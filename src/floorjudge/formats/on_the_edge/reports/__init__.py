"""How people report a game of On the Edge: in a form, in typed words, at the command line."""
