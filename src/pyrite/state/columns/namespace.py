"""NAMESPACE, for those that have neither numpy nor Arrow at hand."""

from __future__ import annotations

from typing import Final

NAMESPACE: Final = 0
"""Of tables: the one in which the entries of a state in columns are where they are tuples."""
