"""Printers of trees as SQL."""
