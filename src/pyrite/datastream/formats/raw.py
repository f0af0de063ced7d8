"""Single values as their bytes."""

from pyrite.connectors.formats.raw import RawSchema

__all__ = ["RawSchema"]
