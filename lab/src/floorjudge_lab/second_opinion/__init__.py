"""A second opinion: another program plays the same case, and what it changes is compared with what the engine does.

`opinions` are the values, `program` runs the other program, `asking` compares, and looks up the judgements of people on
disagreements.
"""
