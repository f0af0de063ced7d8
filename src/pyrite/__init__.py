"""Pyrite: Apache Flink's programming model and guarantees, in Python, on Apache Spark."""

__version__ = "0.1.0"

from pyrite.core.persistence.persisted import entry_point as persisted

__all__ = ["persisted"]
