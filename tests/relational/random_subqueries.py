"""Random queries with sub-queries in WHERE, SELECT and HAVING, LATERAL ones, and sets, over the table of changes."""

from __future__ import annotations

import random
from typing import Final

from tests.relational.random_queries import RandomQuery

_CONDITIONS: Final = ("v > 2", "w IS NULL", "s = 'b'", "k < 3", "v <> w", "NOT v = 1")
_NUMBERS: Final = ("k", "v", "w")
_CALLS: Final = ("MAX(i.{0})", "MIN(i.{0})", "SUM(i.{0})", "COUNT(*)", "COUNT(i.{0})")


class SubQueryMaker:
    """Makes queries that Pyrite and DuckDB take and mean the same by."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def query(self) -> RandomQuery:
        shape = self._chance.random()
        if shape < 0.2:
            return RandomQuery(self._sets(), is_union=True)
        if shape < 0.3:
            text = f"SELECT o.k, o.v, l.x FROM {self._rows()} AS o, LATERAL ({self._lateral()}) AS l"
            return RandomQuery(text, is_union=True)
        if shape < 0.4:
            call = self._chance.choice(("SUM(v)", "COUNT(*)", "MAX(w)"))
            having = f"{call} {self._comparison()} (SELECT {self._call(False)} FROM {self._rows()} AS i)"
            return RandomQuery(f"SELECT k, {call} FROM t AS o GROUP BY k HAVING {having}", is_union=True)
        if shape < 0.6:
            items = ", ".join(f"{self._value()} AS x{number}" for number in range(self._chance.randint(1, 2)))
            return RandomQuery(f"SELECT k, s, {items} FROM {self._rows()} AS o{self._where(0.3)}", is_union=True)
        return RandomQuery(f"SELECT k, s, v FROM {self._rows()} AS o{self._where(1)}", is_union=True)

    def _where(self, share: float) -> str:
        if self._chance.random() >= share:
            return ""
        parts = [self._condition()]
        if self._chance.random() < 0.5:
            parts.append(self._chance.choice(("o.v > 1", "o.w IS NOT NULL", self._condition())))
        word = self._chance.choice((" AND ", " AND ", " OR "))
        return f" WHERE {word.join(parts)}"

    def _condition(self) -> str:
        negation = self._chance.choice(("", "NOT "))
        shape = self._chance.random()
        if shape < 0.35:
            return f"{negation}EXISTS (SELECT * FROM {self._rows()} AS i{self._correlated(0.8)})"
        column = self._chance.choice(_NUMBERS)
        if shape < 0.8:
            inner = self._chance.choice((*_NUMBERS, "v + 1"))
            inner = f"i.{inner}" if self._chance.random() < 0.8 else f"MAX(i.{self._number()})"
            groups = f" GROUP BY i.{self._number()}" if "MAX" in inner else ""
            query = f"SELECT {inner} FROM {self._rows()} AS i{self._correlated(0.5)}{groups}"
            return f"o.{column} {negation}IN ({query})"
        return f"o.{column} {self._comparison()} ({self._scalar()})"

    def _value(self) -> str:
        shape = self._chance.random()
        if shape < 0.5:
            return f"({self._scalar()})"
        if shape < 0.7:
            return f"EXISTS (SELECT 1 FROM {self._rows()} AS i{self._correlated(0.7)})"
        return f"o.{self._number()} IN (SELECT i.{self._number()} FROM {self._rows()} AS i{self._correlated(0.4)})"

    def _scalar(self) -> str:
        return f"SELECT {self._call()} FROM {self._rows()} AS i{self._correlated(0.7)}"

    def _lateral(self) -> str:
        if self._chance.random() < 0.5:
            return f"SELECT i.{self._number()} AS x FROM {self._rows()} AS i{self._correlated(1)}"
        return f"SELECT {self._call()} AS x FROM {self._rows()} AS i{self._correlated(1)}"

    def _call(self, has_plus: bool = True) -> str:
        call = self._chance.choice(_CALLS).format(self._number())
        return f"{call} + 1" if has_plus and self._chance.random() < 0.2 else call

    def _correlated(self, share: float) -> str:
        """WHERE of a sub-query, which may refer to the row outside."""
        parts = []
        if self._chance.random() < share:
            sign = self._chance.choice(("=", "=", "=", "<", "<>"))
            parts.append(f"i.{self._number()} {sign} o.{self._number()}")
            if self._chance.random() < 0.3:
                parts.append("i.s = o.s")
        if self._chance.random() < 0.3:
            parts.append(f"i.{self._chance.choice(('v > 1', 'w IS NOT NULL', 'k < 3'))}")
        return f" WHERE {' AND '.join(parts)}" if parts else ""

    def _sets(self) -> str:
        columns = ", ".join(self._chance.sample(("k", "s", "v"), self._chance.randint(1, 3)))
        text = f"SELECT {columns} FROM {self._rows()} AS o"
        for _ in range(self._chance.randint(1, 2)):
            word = self._chance.choice(("INTERSECT", "EXCEPT")) + self._chance.choice(("", " ALL"))
            text = f"SELECT {columns} FROM ({text} {word} SELECT {columns} FROM {self._rows()} AS o) AS q"
        return text

    def _rows(self) -> str:
        shape = self._chance.random()
        if shape < 0.4:
            return "t"
        if shape < 0.8:
            return f"(SELECT k, s, v, w FROM t WHERE {self._chance.choice(_CONDITIONS)})"
        return "(SELECT k, s, MAX(v) AS v, MIN(w) AS w FROM t GROUP BY k, s)"

    def _number(self) -> str:
        return self._chance.choice(_NUMBERS)

    def _comparison(self) -> str:
        return self._chance.choice(("=", "<", ">", "<>"))
