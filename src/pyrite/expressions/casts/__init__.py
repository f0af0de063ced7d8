"""Casts between all pairs of types that CAST supports."""
