"""The SQL parser: text to trees, and trees to text."""
