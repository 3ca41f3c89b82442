"""The book: certified loops that are known without a search.

`entries` are its loops and its packed file, `lookup` finds them by their cards, `opening` proves one again, `claimed`
answers as its facts claim meanwhile; `known` compares decks with it, `meanings` has words for what its loops give.
"""
