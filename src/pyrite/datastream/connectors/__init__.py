"""Sources and sinks, under PyFlink's module name."""

from pyrite.connectors.number_sequence import DataGeneratorSource, NumberSequenceSource, RateLimiterStrategy
from pyrite.connectors.terminal import DiscardingSink, PrintSink

__all__ = ["DataGeneratorSource", "DiscardingSink", "NumberSequenceSource", "PrintSink", "RateLimiterStrategy"]
