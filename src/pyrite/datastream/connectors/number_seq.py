"""Sequences of numbers."""

from pyrite.connectors.builtin.number_sequence import NumberSequenceSource

__all__ = ["NumberSequenceSource"]
