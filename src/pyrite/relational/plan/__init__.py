"""Relational nodes, created by the binder and transformed by passes."""
