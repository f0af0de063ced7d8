"""Trees as SQL text."""
