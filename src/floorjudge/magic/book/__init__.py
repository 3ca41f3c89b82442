"""Combinations that are known without a search: the book of certified loops, or an imported collection.

`entries` are the loops of the book and its packed file, `lookup` finds them by their cards, `opening` proves one again.
`combinations` reads a collection, `meanings` its phrases, `rows` what a verification has written of it; `known` keeps
what was imported and compares decks with it.
"""
