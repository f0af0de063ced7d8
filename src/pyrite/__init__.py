"""Pyrite: Apache Flink's programming model and guarantees, in Python, on Apache Spark."""

__version__ = "0.1.0"

from pyrite import _modules_to_come
from pyrite.core.persistence.persisted import entry_point as persisted

_modules_to_come.install()

__all__ = ["persisted"]
