"""SqlDialect: the dialect of SQL statements."""

from __future__ import annotations

from enum import Enum


class SqlDialect(Enum):
    """Only Flink's default dialect is supported."""

    DEFAULT = 0
    HIVE = 1
