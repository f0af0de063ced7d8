"""A session of SQL: its catalogs, functions and options, and the execution of statements on it."""
