"""Where a plan of ours is not Flink's, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Difference:
    reason: str
    ours: str


DIFFERENCES: Final[dict[str, Difference]] = {
    "rows as a changelog into an upsert sink": Difference(
        "Flink takes the rows of a table function without PARTITION BY for one row, and keeps none; rows that share a "
        "key would be lost",
        "Sink [NONE] upsertMaterialize DEDUPLICATE\n+- ProcessTableFunction [I,UB,UA,D]\n   +- TableSourceScan [I]",
    ),
    "groups of a changelog by its key": Difference(
        "Flink takes the sum of a group that has one row by its primary key as the row's value",
        "GroupAggregate [I,UA,D]\n+- Exchange [I,UB,UA,D]\n   +- TableSourceScan [I,UB,UA,D]",
    ),
    "a changelog through a condition into an append sink": Difference(
        "the tests' source takes no filters, the one that Flink was asked about does",
        "! Table sink 'default_catalog.default_database.append_sink' doesn't support consuming update and delete "
        "changes which is produced by node TableSourceScan(table=[[default_catalog, default_database, cdc]], "
        "fields=[k, v])",
    ),
    "the first row of inserts, ascending": Difference(
        "Flink says that there are inserts only; a row that comes before the first one replaces it, there, too",
        "Rank [I,UA,D]\n+- Exchange [I]\n   +- TableSourceScan [I]",
    ),
    "the first row of inserts, by two columns": Difference(
        "Flink says that there are inserts only; a row that comes before the first one replaces it, there, too",
        "Rank [I,UA,D]\n+- Exchange [I]\n   +- TableSourceScan [I]",
    ),
}
