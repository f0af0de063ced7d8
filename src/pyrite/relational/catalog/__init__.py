"""Catalogs: objects by name, including the session's temporary objects."""
