"""TypeSerializer: writes values of a type as bytes, and reads them."""

from pyrite.core.types.serializer import (
    TypeSerializer,
)

__all__ = [
    "TypeSerializer",
]
