"""A connector whose tables have partitions, for plans; nothing runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional, Self

from pyrite.core.connector.source import Source
from pyrite.core.connector.table import SupportsPartitionPushDown, TableContext, TableFactory, TableSource
from pyrite.core.types import RowType

PARTITIONS: tuple[dict[str, Optional[str]], ...] = (
    {"region": "eu", "y": "2023"},
    {"region": "eu", "y": "2024"},
    {"region": "us", "y": "2024"},
    {"region": None, "y": "2024"},
)
TABLE = (
    "CREATE TABLE sales (id BIGINT, region STRING, y INT) PARTITIONED BY (region, y) "
    "WITH ('connector' = 'tests.relational.partitioned.PartitionedFactory')"
)


class PartitionedFactory(TableFactory):
    identifier = "partitioned"

    def describe_source(self, context: TableContext) -> TableSource:
        return PartitionedSource(context.row_type)


@dataclass(frozen=True)
class PartitionedSource(TableSource, SupportsPartitionPushDown):
    row_type: RowType
    partitions: tuple[Mapping[str, Optional[str]], ...] = PARTITIONS

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    @property
    def is_bounded(self) -> bool:
        return True

    def as_summary_string(self) -> str:
        return "Partitioned"

    def create_source(self) -> Source[Any]:
        raise NotImplementedError

    def list_partitions(self) -> Optional[list[dict[str, Optional[str]]]]:
        return list(PARTITIONS)

    def apply_partitions(self, partitions: Sequence[Mapping[str, Optional[str]]]) -> Self:
        return replace(self, partitions=tuple(partitions))
