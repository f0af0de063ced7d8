"""Casts: a function from values of one type to values of another, for every pair that CAST allows."""
