"""Compilation of resolved trees: to kernels over columns, and to Python code over rows."""
