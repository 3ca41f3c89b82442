"""A second opinion: another program plays the same case, and what it changes is compared with what the engine does.

`opinions` are the values, `program` talks to the other program, `amounts` names what changes as both sides do, `asking` compares,
`judgements` are what people have said of disagreements.
"""
