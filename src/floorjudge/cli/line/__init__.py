"""The command line: the commands with their parameters, and the two readers of the words that are typed."""
