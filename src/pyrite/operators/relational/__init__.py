"""Operators of SQL and the Table API, which process and emit blocks of columns."""
