"""Operators of SQL and the Table API: they take and emit blocks of columns."""
