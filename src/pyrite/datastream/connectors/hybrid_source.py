"""Several sources, one after another."""

from pyrite.connectors.hybrid.parts import SourceSwitchContext
from pyrite.connectors.hybrid.source import HybridSource, HybridSourceBuilder

__all__ = ["HybridSource", "HybridSourceBuilder", "SourceSwitchContext"]
