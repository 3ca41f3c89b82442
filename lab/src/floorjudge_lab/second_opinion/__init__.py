"""Gives a second opinion: another program plays the same case, and its changes are compared with those of the engine.

`opinions` are the values, `program` runs the other program, `asking` compares, and looks up the judgements of people on
disagreements.
"""
