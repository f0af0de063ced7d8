"""Functions for joins, as classes with Flink's names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Optional, TypeAlias

from pyrite.core.functions.functions import Function
from pyrite.core.persistence.persisted import persisted


@persisted("join-function/1")
class JoinFunction(Function):
    """A function for `apply` of joined streams: one record for each pair."""

    @abstractmethod
    def join(self, first: Any, second: Any) -> Any:
        """Combines two records with the same key and window into one."""


@persisted("flat-join-function/1")
class FlatJoinFunction(Function):
    """A function for `apply` of joined streams: any number of records for each pair."""

    @abstractmethod
    def join(self, first: Any, second: Any) -> Optional[Iterable[Any]]:
        """Emits any number of records for two records with the same key and window."""


@persisted("co-group-function/1")
class CoGroupFunction(Function):
    """A function for `apply` of co-grouped streams: called once for each key and window."""

    @abstractmethod
    def co_group(self, first: Iterable[Any], second: Iterable[Any]) -> Optional[Iterable[Any]]:
        """Emits any number of records for a window's records of both streams. One of the two may be empty."""


@persisted("join-context/1")
class JoinContext(ABC):
    """The context of a pair in a ProcessJoinFunction."""

    @abstractmethod
    def get_left_timestamp(self) -> int:
        """The timestamp of the left record."""

    @abstractmethod
    def get_right_timestamp(self) -> int:
        """The timestamp of the right record."""

    @abstractmethod
    def get_timestamp(self) -> int:
        """The timestamp of emitted records: the later one of both."""


@persisted("process-join-function/1")
class ProcessJoinFunction(Function):
    """A function for `process` of an interval join."""

    Context: TypeAlias = JoinContext

    @abstractmethod
    def process_element(self, left: Any, right: Any, ctx: JoinContext) -> Optional[Iterable[Any]]:
        """Emits any number of records for a pair; `yield tag, value` goes to the side output `tag`."""
