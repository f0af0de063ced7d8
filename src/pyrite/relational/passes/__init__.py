"""Passes over relational nodes: one file, one function each; `PASSES` is their order."""
