"""Sequences of numbers."""

from pyrite.connectors.number_sequence import NumberSequenceSource

__all__ = ["NumberSequenceSource"]
