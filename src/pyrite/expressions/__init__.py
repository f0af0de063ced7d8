"""Expressions of SQL and the Table API: the tree, the functions, and how a resolved tree is computed over columns."""
