"""Expressions of SQL and the Table API: trees, functions, and the computation of resolved trees over columns."""
