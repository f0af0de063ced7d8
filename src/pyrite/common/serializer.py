"""TypeSerializer: how a type of values is written to bytes and read back."""

from pyrite.core.types.serializer import (
    TypeSerializer,
)

__all__ = [
    "TypeSerializer",
]
