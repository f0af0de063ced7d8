"""Delta Lake tables. PyFlink has no such connector."""

from pyrite.connectors.delta.delta_sink import DeltaSink

__all__ = ["DeltaSink"]
