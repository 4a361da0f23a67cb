"""The reader without networks: round blobs, laid into the lattices of dice faces. It knows pips only.

It shares nothing with the networks, so that where both read the same, a doubt of theirs is settled.
"""
