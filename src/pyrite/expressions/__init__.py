"""Expressions: the unresolved trees that SQL text and the Table API share."""
