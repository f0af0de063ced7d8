"""A connector of the user's own whose source can leave out partitions: for plans, nothing is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional, Self

from pyrite.core.connector.source import Source
from pyrite.core.connector.table import SupportsPartitionPushDown, TableContext, TableFactory, TableSource
from pyrite.core.types import RowType

PARTITIONS: list[dict[str, Optional[str]]] = [
    {"p": "1", "q": "x"},
    {"p": "2", "q": "x"},
    {"p": "2", "q": "y"},
    {"p": None, "q": "z"},
]


@dataclass(frozen=True)
class PartitionedSource(TableSource, SupportsPartitionPushDown):
    row_type: RowType
    partitions: Optional[tuple[Mapping[str, Optional[str]], ...]] = None

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    @property
    def is_bounded(self) -> bool:
        return True

    def as_summary_string(self) -> str:
        return "Partitioned"

    def list_partitions(self) -> list[dict[str, Optional[str]]]:
        return PARTITIONS

    def apply_partitions(self, partitions: Sequence[Mapping[str, Optional[str]]]) -> Self:
        return replace(self, partitions=tuple(partitions))

    def create_source(self) -> Source[Any]:
        raise AssertionError("plans do not run")


class PartitionedFactory(TableFactory):
    identifier = "partitioned"

    def create_source(self, context: TableContext) -> TableSource:
        return PartitionedSource(context.row_type)
