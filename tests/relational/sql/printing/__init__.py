"""The text of statements, to compare what the parser makes of it with what it was made of."""
