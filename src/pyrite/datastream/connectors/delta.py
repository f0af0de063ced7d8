"""Delta Lake tables. PyFlink has no such connector."""

from pyrite.connectors.delta.sink import DeltaSink

__all__ = ["DeltaSink"]
