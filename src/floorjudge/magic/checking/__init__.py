"""Checking a certificate: it is taken for a claim, and everything that it states is established again on the engine.

Nothing here knows how certificates are made; what is shared is the engine, how positions are set up and compared, and how steps are
played. The form of a certificate is described in docs/magic-certificates.md.
"""
