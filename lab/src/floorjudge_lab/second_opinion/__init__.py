"""A second opinion: another program plays the same case, and what it changes is compared with what the engine does.

`opinions` are the values, `program` talks to the other program, `asking` compares, and looks up what people have said
of disagreements.
"""
