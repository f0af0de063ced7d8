"""The options of writes to Cassandra."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError


class ConsistencyLevel(Enum):
    """How many replicas must acknowledge a write."""

    ANY = 0
    ONE = 1
    TWO = 2
    THREE = 3
    QUORUM = 4
    ALL = 5
    LOCAL_QUORUM = 6
    EACH_QUORUM = 7
    SERIAL = 8
    LOCAL_SERIAL = 9
    LOCAL_ONE = 10


@dataclass(frozen=True)
class WriteSettings:
    """The combined settings of MapperOptions and the builder."""

    ttl_s: Optional[int] = None
    timestamp_us: Optional[int] = None
    consistency_level: Optional[ConsistencyLevel] = None
    tracing: bool = False
    saves_nulls: bool = True
    if_not_exists: bool = False
    max_concurrent_requests: int = 128

    def __post_init__(self) -> None:
        if self.max_concurrent_requests < 1:
            raise InvalidProgramError(f"max_concurrent_requests must be at least 1, not {self.max_concurrent_requests}")


class MapperOptions:
    """Options of writes. TTL (in seconds), timestamp (in microseconds) and IF NOT EXISTS apply to INSERTs."""

    def __init__(self) -> None:
        self.settings = WriteSettings()

    def ttl(self, ttl: int) -> MapperOptions:
        """Sets the time to live of rows, in seconds."""
        return self._with(ttl_s=ttl)

    def timestamp(self, timestamp: int) -> MapperOptions:
        """Sets the timestamp of writes, in microseconds."""
        return self._with(timestamp_us=timestamp)

    def consistency_level(self, cl: ConsistencyLevel) -> MapperOptions:
        """Sets how many replicas must acknowledge a write."""
        if not isinstance(cl, ConsistencyLevel):
            raise InvalidProgramError(
                f"consistency_level must be one of {[one.name for one in ConsistencyLevel]}, not {cl!r}"
            )
        return self._with(consistency_level=cl)

    def tracing(self, enabled: bool) -> MapperOptions:
        """Whether the cluster traces the writes."""
        return self._with(tracing=enabled)

    def save_null_fields(self, enabled: bool) -> MapperOptions:
        """Whether None is written as null. With False, such columns are left unchanged."""
        return self._with(saves_nulls=enabled)

    def if_not_exists(self, enabled: bool) -> MapperOptions:
        """Whether existing rows are left unchanged."""
        return self._with(if_not_exists=enabled)

    def _with(self, **changed: Any) -> MapperOptions:
        self.settings = replace(self.settings, **changed)
        return self


class CassandraFailureHandler:
    """Handles rows that could not be written. Subclass it to ignore some errors; their rows are lost."""

    @staticmethod
    def no_op() -> CassandraFailureHandler:
        """Fails the job, whose next attempt writes the rows again. This is the default."""
        return CassandraFailureHandler()

    def on_failure(self, failure: Exception) -> None:
        """Raises an error, or returns to ignore the failure."""
        raise failure
