"""Tables of Delta Lake's. Pyrite's own: PyFlink has none."""

from pyrite.connectors.delta.delta_sink import DeltaSink

__all__ = ["DeltaSink"]
