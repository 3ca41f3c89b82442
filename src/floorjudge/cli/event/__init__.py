"""The command group `event`: a tournament from the command line, from registration to final places."""
