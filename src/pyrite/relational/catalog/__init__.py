"""Catalogs: the objects that names stand for, and the sessions' temporary ones."""
