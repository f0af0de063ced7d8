"""Where a plan of ours is not Flink's, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Difference:
    reason: str
    ours: str


_STALE: Final = (
    "Flink drops the row before an update; if the row after it no longer meets the condition, the pairs of the row "
    "before it would stay"
)
_STORED: Final = "MultiJoin is not implemented yet: each join stores its input"
_INNER: Final = (
    "Flink joins with the counts of the sub-query by an inner join, and has no rows while the sub-query has none"
)
DIFFERENCES: Final[dict[str, Difference]] = {
    "join without equality": Difference(
        _STALE,
        "Calc [I,UB,UA,D]\n"
        "+- Join [I,UB,UA,D]\n"
        "   :- Exchange [I]\n"
        "   :  +- Calc [I]\n"
        "   :     +- TableSourceScan [I]\n"
        "   +- Exchange [I,UB,UA,D]\n"
        "      +- TableSourceScan [I,UB,UA,D]",
    ),
    "filter of a join of groups": Difference(
        _STALE,
        "Calc [I,UB,UA]\n"
        "+- Join [I,UB,UA]\n"
        "   :- Exchange [I,UB,UA]\n"
        "   :  +- GroupAggregate [I,UB,UA]\n"
        "   :     +- Exchange [I]\n"
        "   :        +- Calc [I]\n"
        "   :           +- TableSourceScan [I]\n"
        "   +- Exchange [I,UB,UA]\n"
        "      +- GroupAggregate [I,UB,UA]\n"
        "         +- Exchange [I]\n"
        "            +- Calc [I]\n"
        "               +- TableSourceScan [I]",
    ),
    "join with equality and another condition": Difference(
        _STALE,
        "Calc [I,UB,UA,D]\n"
        "+- Join [I,UB,UA,D]\n"
        "   :- Exchange [I]\n"
        "   :  +- Calc [I]\n"
        "   :     +- TableSourceScan [I]\n"
        "   +- Exchange [I,UB,UA,D]\n"
        "      +- TableSourceScan [I,UB,UA,D]",
    ),
    "left join with equality and another condition": Difference(
        _STALE,
        "Calc [I,UB,UA,D]\n"
        "+- Join [I,UB,UA,D]\n"
        "   :- Exchange [I]\n"
        "   :  +- Calc [I]\n"
        "   :     +- TableSourceScan [I]\n"
        "   +- Exchange [I,UB,UA,D]\n"
        "      +- TableSourceScan [I,UB,UA,D]",
    ),
    "upserts by their key, with a condition": Difference(
        _STALE,
        "Calc [I,UB,UA,D]\n"
        "+- Join [I,UB,UA,D]\n"
        "   :- Exchange [I,UB,UA,D]\n"
        "   :  +- ChangelogNormalize [I,UB,UA,D]\n"
        "   :     +- Exchange [I,UA,PD]\n"
        "   :        +- TableSourceScan [I,UA,PD]\n"
        "   +- Exchange [I,UB,UA,D]\n"
        "      +- ChangelogNormalize [I,UB,UA,D]\n"
        "         +- Exchange [I,UA,PD]\n"
        "            +- TableSourceScan [I,UA,PD]",
    ),
    "changes by their key, with a condition, into upserts": Difference(
        _STALE,
        "Sink [NONE]\n"
        "+- Calc [I,UB,UA,D]\n"
        "   +- Join [I,UB,UA,D]\n"
        "      :- Exchange [I,UB,UA,D]\n"
        "      :  +- TableSourceScan [I,UB,UA,D]\n"
        "      +- Exchange [I,UB,UA,D]\n"
        "         +- TableSourceScan [I,UB,UA,D]",
    ),
    "multi-join by one key": Difference(
        _STORED,
        "Calc [I,UA,D]\n"
        "+- Join [I,UA,D]\n"
        "   :- Exchange [I,UA,D]\n"
        "   :  +- Calc [I,UA,D]\n"
        "   :     +- Join [I,UA,D]\n"
        "   :        :- Exchange [I,UA,D]\n"
        "   :        :  +- DropUpdateBefore [I,UA,D]\n"
        "   :        :     +- TableSourceScan [I,UB,UA,D]\n"
        "   :        +- Exchange [I,UA,D]\n"
        "   :           +- ChangelogNormalize [I,UA,D]\n"
        "   :              +- Exchange [I,UA,PD]\n"
        "   :                 +- TableSourceScan [I,UA,PD]\n"
        "   +- Exchange [I,UA]\n"
        "      +- GroupAggregate [I,UA]\n"
        "         +- Exchange [I]\n"
        "            +- Calc [I]\n"
        "               +- TableSourceScan [I]",
    ),
    "multi-join by several keys": Difference(
        _STORED,
        "Calc [I,UB,UA,D]\n"
        "+- Join [I,UB,UA,D]\n"
        "   :- Exchange [I,UB,UA,D]\n"
        "   :  +- Calc [I,UB,UA,D]\n"
        "   :     +- Join [I,UB,UA,D]\n"
        "   :        :- Exchange [I]\n"
        "   :        :  +- Calc [I]\n"
        "   :        :     +- TableSourceScan [I]\n"
        "   :        +- Exchange [I,UB,UA,D]\n"
        "   :           +- TableSourceScan [I,UB,UA,D]\n"
        "   +- Exchange [I]\n"
        "      +- Calc [I]\n"
        "         +- WatermarkAssigner [I]\n"
        "            +- Calc [I]\n"
        "               +- TableSourceScan [I]",
    ),
    "multi-join of inserts": Difference(
        _STORED,
        "Join [I]\n"
        ":- Exchange [I]\n"
        ":  +- Calc [I]\n"
        ":     +- Join [I]\n"
        ":        :- Exchange [I]\n"
        ":        :  +- Calc [I]\n"
        ":        :     +- TableSourceScan [I]\n"
        ":        +- Exchange [I]\n"
        ":           +- Calc [I]\n"
        ":              +- WatermarkAssigner [I]\n"
        ":                 +- Calc [I]\n"
        ":                    +- TableSourceScan [I]\n"
        "+- Exchange [I]\n"
        "   +- Calc [I]\n"
        "      +- TableSourceScan [I]",
    ),
    "multi-join by a hint": Difference(
        _STORED,
        "Join [I]\n"
        ":- Exchange [I]\n"
        ":  +- Calc [I]\n"
        ":     +- Join [I]\n"
        ":        :- Exchange [I]\n"
        ":        :  +- Calc [I]\n"
        ":        :     +- TableSourceScan [I]\n"
        ":        +- Exchange [I]\n"
        ":           +- Calc [I]\n"
        ":              +- WatermarkAssigner [I]\n"
        ":                 +- Calc [I]\n"
        ":                    +- TableSourceScan [I]\n"
        "+- Exchange [I]\n"
        "   +- Calc [I]\n"
        "      +- TableSourceScan [I]",
    ),
    "multi-join with left joins and a condition": Difference(
        _STORED,
        "Calc [I,UB,UA,D]\n"
        "+- Join [I,UB,UA,D]\n"
        "   :- Exchange [I,UB,UA,D]\n"
        "   :  +- Calc [I,UB,UA,D]\n"
        "   :     +- Join [I,UB,UA,D]\n"
        "   :        :- Exchange [I]\n"
        "   :        :  +- Calc [I]\n"
        "   :        :     +- TableSourceScan [I]\n"
        "   :        +- Exchange [I]\n"
        "   :           +- Calc [I]\n"
        "   :              +- WatermarkAssigner [I]\n"
        "   :                 +- Calc [I]\n"
        "   :                    +- TableSourceScan [I]\n"
        "   +- Exchange [I]\n"
        "      +- Calc [I]\n"
        "         +- TableSourceScan [I]",
    ),
    "natural full join": Difference(
        "in Flink, a name that NATURAL FULL JOIN merges is ambiguous; with USING it is not",
        "Join [I,UA,D]\n:- Exchange [I]\n:  +- TableSourceScan [I]\n+- Exchange [I]\n   +- WatermarkAssigner [I]\n"
        "      +- TableSourceScan [I]",
    ),
    "delta join by force": Difference(
        "the reason instead of the plan",
        "! The current sql doesn't support to do delta join optimization. No source has the index that a delta join "
        "needs: set table.optimizer.delta-join.strategy to AUTO or NONE.",
    ),
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
    "scalar in WHERE": Difference(
        _STALE,
        "Join [I,UB,UA,D]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    GroupAggregate [I,UB,UA,D]\n"
        "      Exchange [I,UB,UA,D]\n"
        "        TableSourceScan [I,UB,UA,D]",
    ),
    "scalar, correlated, in WHERE": Difference(
        _STALE,
        "Join [I,UB,UA]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UB,UA]\n"
        "    GroupAggregate [I,UB,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "scalar in HAVING": Difference(
        _STALE,
        "Join [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA]\n"
        "    GroupAggregate [I,UB,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    GroupAggregate [I,UB,UA,D]\n"
        "      Exchange [I,UB,UA,D]\n"
        "        TableSourceScan [I,UB,UA,D]",
    ),
    "in in SELECT": Difference(
        _INNER,
        "Join [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    Join [I,UB,UA,D]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]\n"
        "      Exchange [I,UB,UA]\n"
        "        GroupAggregate [I,UB,UA]\n"
        "          Exchange [I]\n"
        "            TableSourceScan [I]\n"
        "  Exchange [I,UB,UA]\n"
        "    GroupAggregate [I,UB,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "in or": Difference(
        _INNER,
        "Join [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    Join [I,UB,UA,D]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]\n"
        "      Exchange [I,UB,UA]\n"
        "        GroupAggregate [I,UB,UA]\n"
        "          Exchange [I]\n"
        "            TableSourceScan [I]\n"
        "  Exchange [I,UB,UA]\n"
        "    GroupAggregate [I,UB,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "correlated over two levels": Difference(
        "Flink joins before it removes duplicates, here the values of the outer query are joined first",
        "Join [I,UB,UA,D]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    Join [I,UB,UA,D]\n"
        "      Exchange [I,UB,UA]\n"
        "        Join [I,UB,UA]\n"
        "          Exchange [I]\n"
        "            TableSourceScan [I]\n"
        "          Exchange [I,UB,UA]\n"
        "            GroupAggregate [I,UB,UA]\n"
        "              Exchange [I]\n"
        "                TableSourceScan [I]\n"
        "      Exchange [I,UB,UA,D]\n"
        "        TableSourceScan [I,UB,UA,D]",
    ),
    "> all": Difference(
        _INNER,
        "Join [I,UB,UA,D]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UB,UA]\n"
        "    GroupAggregate [I,UB,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "< some": Difference(
        _INNER,
        "Join [I,UB,UA,D]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UB,UA]\n"
        "    GroupAggregate [I,UB,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "lateral, an aggregate": Difference(
        "Flink drops rows for which the aggregate has no rows; in SQL, MAX over no rows is a row with NULL",
        "Join [I,UA,D]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UA]\n"
        "    GroupAggregate [I,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "sub-query in ON": Difference(
        "Flink fails in its planner; write the sub-query in WHERE",
        "! IN with a subquery is not supported yet",
    ),
    "distinct in a correlated sub-query": Difference(
        "Flink does not see that the distinct rows have a key",
        "Join [I,UA]\n"
        "  Exchange [I]\n"
        "    TableSourceScan [I]\n"
        "  Exchange [I,UA]\n"
        "    GroupAggregate [I,UA]\n"
        "      Exchange [I]\n"
        "        TableSourceScan [I]",
    ),
    "minus": Difference(
        "the parser adds what to write instead",
        "! SQL parse failed. At line 1, column 23: MINUS is not allowed under the current SQL conformance level: write "
        "EXCEPT",
    ),
    "intersect over changes": Difference(
        "Flink removes duplicates of rows that have a primary key",
        "Join [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    TableSourceScan [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    TableSourceScan [I,UB,UA,D]",
    ),
    "except over changes": Difference(
        "Flink removes duplicates of rows that have a primary key",
        "Join [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    TableSourceScan [I,UB,UA,D]\n"
        "  Exchange [I,UB,UA,D]\n"
        "    TableSourceScan [I,UB,UA,D]",
    ),
}
