"""NAMESPACE, in a module that needs neither numpy nor Arrow."""

from __future__ import annotations

from typing import Final

NAMESPACE: Final = 0
"""The namespace that contains the entries of a state in columns when they are stored as tuples in tables."""
