"""SqlDialect: the language of statements."""

from __future__ import annotations

from enum import Enum


class SqlDialect(Enum):
    """Only Flink's own is known; Hive's is refused."""

    DEFAULT = 0
    HIVE = 1
