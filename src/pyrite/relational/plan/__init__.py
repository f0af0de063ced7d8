"""Relational nodes, as the binder makes them and passes rewrite them."""
