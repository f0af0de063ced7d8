"""Translators from nodes to transformations: tables by node class, with a file for each role."""
