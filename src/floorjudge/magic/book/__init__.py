"""Combinations that are known without a search: the famous loops, or an imported collection.

`combinations` reads a collection, `meanings` its phrases, `rows` what a verification has written of it; `known` keeps
what was imported and compares decks with it.
"""
