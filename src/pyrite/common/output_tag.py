"""OutputTag: the name of a side output."""

from pyrite.core.functions.output_tag import (
    OutputTag,
)

__all__ = [
    "OutputTag",
]
