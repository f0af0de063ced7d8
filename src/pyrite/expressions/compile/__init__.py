"""Resolved trees made into what computes them: kernels over columns, and Python text over rows."""
