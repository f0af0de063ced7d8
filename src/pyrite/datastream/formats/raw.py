"""Single values as their bytes."""

from pyrite.formats.raw.schema import RawSchema

__all__ = ["RawSchema"]
