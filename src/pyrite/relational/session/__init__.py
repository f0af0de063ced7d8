"""A session of SQL: its catalogs, functions and settings, and what its statements do."""
