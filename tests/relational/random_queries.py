"""Random queries over a table of changes, and random changes for it, for proofs that results are right."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.types import IntType, RowField, RowType, string_type

COLUMNS: Final = ("k", "s", "v", "w")
ROW_TYPE: Final = RowType(
    (
        RowField("k", IntType()),
        RowField("s", string_type()),
        RowField("v", IntType()),
        RowField("w", IntType()),
    ),
    nullable=False,
)
TABLE: Final = "CREATE TABLE t (k INT, s STRING, v INT, w INT) WITH ('connector' = 'changes', 'kinds' = '{kinds}')"
Row = tuple[Any, ...]
_INTEGERS: Final = ("v", "w", "k", "v + w", "v * 2")
_AGGREGATES: Final = (
    "COUNT(*)",
    "COUNT({i})",
    "SUM({i})",
    "MIN({i})",
    "MAX({i})",
    "MIN(s)",
    "MAX(s)",
    "COUNT(DISTINCT {i})",
    "SUM(DISTINCT {i})",
    "COUNT(DISTINCT s)",
    "AVG(CAST({i} AS DOUBLE))",
    "COUNT(*) FILTER (WHERE {c})",
    "SUM({i}) FILTER (WHERE {c})",
    "COUNT(DISTINCT {i}) FILTER (WHERE {c})",
    "MAX({i}) FILTER (WHERE {c})",
)
_CONDITIONS: Final = ("v > 2", "w IS NULL", "s = 'b'", "k < 3", "v <> w", "v + w > 3 OR s IS NULL", "NOT v = 1")


@dataclass(frozen=True)
class RandomQuery:
    """A query. Over no rows, one of a single group is silent in streaming, and has a row in batch."""

    text: str
    is_single_group: bool = False
    is_union: bool = False
    """Whether the order of its changes is not defined."""
    duckdb: str = ""
    """The query in DuckDB's words, where they are others."""
    waits: bool = False
    """Whether its results wait for the watermark."""

    @property
    def has_sets(self) -> bool:
        """Whether it has grouping sets: over no rows they are nothing here, as in Flink, and a row in DuckDB."""
        return "ROLLUP" in self.text or "CUBE" in self.text


class QueryMaker:
    """Makes queries that Pyrite, Flink and DuckDB take and mean the same by."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def query(self, depth: int = 0) -> RandomQuery:
        shape = self._chance.random()
        if depth < 2 and shape < 0.2:
            return self._over_query(depth)
        if shape < 0.3:
            columns = self._some(COLUMNS)
            return RandomQuery(f"SELECT DISTINCT {', '.join(columns)} FROM t{self._where()}")
        if depth == 0 and shape < 0.4:
            left, right = self._some(COLUMNS, 2), self._some(COLUMNS, 2)
            while [each == "s" for each in left] != [each == "s" for each in right]:
                right = self._some(COLUMNS, 2)
            words = self._chance.choice(("UNION", "UNION ALL"))
            text = f"SELECT {', '.join(left)} FROM t{self._where()} {words} SELECT {', '.join(right)} FROM t"
            return RandomQuery(text, is_union=True)
        if depth == 0 and shape < 0.55:
            return self._ranked()
        if depth == 0 and shape < 0.63:
            return self._framed()
        return self._grouped()

    def _framed(self) -> RandomQuery:
        """Aggregates over all rows up to each and its peers, of rows or of groups."""
        columns: tuple[str, ...] = COLUMNS
        source, value = f"(SELECT k, s, v, w FROM t{self._where()})", "w"
        if self._chance.random() < 0.4:
            source, columns, value = "(SELECT k, s, MAX(v) AS n FROM t GROUP BY k, s)", ("k", "s", "n"), "n"
        key, order = self._chance.sample(columns, 2)
        by = f"PARTITION BY {key} " if self._chance.random() < 0.7 else ""
        functions = self._chance.sample(("COUNT(*)", f"SUM({value})", f"MIN({value})", f"MAX({value})", "COUNT(s)"), 2)
        calls = [f"{each} OVER ({by}ORDER BY {order} NULLS FIRST)" for each in functions]
        return RandomQuery(f"SELECT {', '.join([*columns, *calls])} FROM {source} AS q")

    def _ranked(self) -> RandomQuery:
        """Top-N of rows or of groups; in an order in which only rows that are the same are equal."""
        columns: tuple[str, ...] = COLUMNS
        source = f"(SELECT k, s, v, w FROM t{self._where()})"
        if self._chance.random() < 0.4:
            call = self._chance.choice(("COUNT(*)", "MAX(v)", "MIN(v)", "SUM(w)"))
            source, columns = f"(SELECT k, s, {call} AS n FROM t{self._where()} GROUP BY k, s)", ("k", "s", "n")
        keys = self._chance.sample(columns[:2], self._chance.randint(0, 2))
        rest = [each for each in reversed(columns) if each not in keys] or ["k"]
        if self._chance.random() < 0.5:
            self._chance.shuffle(rest)
        order = ", ".join(f"{each}{self._direction()}" for each in rest)
        by = f"PARTITION BY {', '.join(keys)} " if keys else ""
        inner = f"SELECT {', '.join(columns)}, ROW_NUMBER() OVER ({by}ORDER BY {order}) AS rn FROM {source} AS q"
        shown = [*columns, "rn"] if self._chance.random() < 0.5 else self._chance.sample(columns, 2)
        ranks = self._chance.choice(("rn <= 2", "rn = 1", "rn <= 3", "rn BETWEEN 2 AND 3", "rn = 2", "rn < 3"))
        return RandomQuery(f"SELECT {', '.join(shown)} FROM ({inner}) AS r WHERE {ranks}")

    def _direction(self) -> str:
        return self._chance.choice((" NULLS FIRST", " DESC NULLS LAST", " NULLS LAST", " DESC NULLS FIRST"))

    def _grouped(self) -> RandomQuery:
        keys = [] if self._chance.random() < 0.15 else self._some(("k", "s", "v", "k + v"), 2)
        calls = [self._aggregate() for _ in range(self._chance.randint(1, 4))]
        grouping = words = ""
        if keys:
            words = self._chance.choice(("", "", "", "ROLLUP", "CUBE", "twice"))
            grouping = f" GROUP BY {words} ({', '.join(keys)})" if words else f" GROUP BY {', '.join(keys)}"
            if words == "twice":  # sets that occur again
                grouping = f" GROUP BY ROLLUP ({', '.join(keys)}), CUBE ({keys[0]})"
        having = f" HAVING {self._having()}" if keys and self._chance.random() < 0.3 else ""
        text = f"SELECT {', '.join([*keys, *calls])} FROM t{self._where()}{grouping}{having}"
        return RandomQuery(text, is_single_group=not keys, is_union=words == "twice")

    def _over_query(self, depth: int) -> RandomQuery:
        """Groups of groups."""
        keys = self._some(("k", "s", "v"), 2)
        call = self._chance.choice(("COUNT(*)", "SUM(v)", "MAX(w)", "COUNT(DISTINCT w)"))
        inner = f"SELECT {', '.join(keys)}, {call} AS n FROM t{self._where()} GROUP BY {', '.join(keys)}"
        outer = self._chance.choice(("COUNT(*)", "SUM(n)", "MAX(n)", "MIN(n)", "COUNT(DISTINCT n)"))
        by = self._chance.choice(("n", keys[0], ""))
        columns = [by, outer] if by else [outer]
        tail = f" GROUP BY {by}" if by else ""
        return RandomQuery(f"SELECT {', '.join(columns)} FROM ({inner}) AS q{tail}", is_single_group=not by)

    def _aggregate(self) -> str:
        call = self._chance.choice(_AGGREGATES)
        return call.format(i=self._chance.choice(_INTEGERS), c=self._chance.choice(_CONDITIONS))

    def _having(self) -> str:
        return self._chance.choice(("COUNT(*) > 1", "SUM(v) > 3", "MAX(w) IS NOT NULL", "COUNT(DISTINCT v) < 3"))

    def _where(self) -> str:
        return f" WHERE {self._chance.choice(_CONDITIONS)}" if self._chance.random() < 0.4 else ""

    def _some(self, columns: tuple[str, ...], count: Optional[int] = None) -> list[str]:
        return self._chance.sample(columns, count or self._chance.randint(1, 3))


def random_changes(chance: random.Random, count: int, retracts: bool) -> list[tuple[int, Row]]:
    """Inserts, and with `retracts` updates and deletes of rows that are there."""
    changes: list[tuple[int, Row]] = []
    live: list[Row] = []
    while len(changes) < count:
        shape = chance.random() if retracts and live else 0.0
        if shape < 0.55:
            live.append(random_row(chance))
            changes.append((0, live[-1]))
        elif shape < 0.8:
            place = chance.randrange(len(live))
            before, live[place] = live[place], random_row(chance)
            changes += [(1, before), (2, live[place])]
        else:
            changes.append((3, live.pop(chance.randrange(len(live)))))
    return changes


def random_row(chance: random.Random) -> Row:
    def number() -> Optional[int]:
        return None if chance.random() < 0.15 else chance.randint(0, 4)

    return number(), chance.choice((None, "a", "b", "c")), number(), number()


def applied(changes: list[tuple[int, Row]]) -> Counter[Row]:
    """The table that changes make of an empty one. Raises AssertionError for one that takes away what is not there."""
    table: Counter[Row] = Counter()
    for kind, row in changes:
        if kind in (0, 2):
            table[row] += 1
        else:
            assert table[row] > 0, f"{row} is taken away, but is not there"
            table[row] -= 1
    return +table
