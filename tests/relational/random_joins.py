"""Random joins of a table of changes with itself: of its rows, of a part of them, and of groups."""

from __future__ import annotations

import random
from typing import Final

from tests.relational.random_queries import COLUMNS, QueryMaker, RandomQuery

_TYPES: Final = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
_KEYS: Final = (
    "{l}.k = {r}.k",
    "{l}.s = {r}.s",
    "{l}.v = {r}.w",
    "{l}.k + 1 = {r}.k",
    "{l}.k IS NOT DISTINCT FROM {r}.k",
    "{l}.k = {r}.k AND {l}.s = {r}.s",
)
_CONDITIONS: Final = (
    "{l}.v < {r}.w",
    "{r}.v > 1",
    "{l}.v <> 2",
    "{l}.s <> {r}.s",
    "{l}.v + {r}.v < 4 OR {r}.w IS NULL",
)
_ABOVE: Final = ("v > 1", "w IS NULL", "s = 'a'", "k < 3", "k IS NOT NULL")
_RELATIONS: Final = (
    "t",
    "(SELECT k, s, v, w FROM t{where})",
    "(SELECT k, s, MAX(v) AS v, CAST(COUNT(*) AS INT) AS w FROM t{where} GROUP BY k, s)",
    "(SELECT k, MIN(s) AS s, MAX(v) AS v, CAST(COUNT(*) AS INT) AS w FROM t{where} GROUP BY k)",
)
_NAMES: Final = ("a", "b", "c", "d", "e")


class JoinMaker(QueryMaker):
    """Makes queries with up to four joins."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self._random = chance

    def query(self, depth: int = 0) -> RandomQuery:
        chance = self._random
        names = _NAMES[: chance.choice((2, 2, 2, 3, 3, 4, 5))]
        source = self._relation(names[0])
        for place in range(1, len(names)):
            source = self._joined(source, names[:place], names[place])
        columns = [f"{chance.choice(names)}.{chance.choice(COLUMNS)} AS c{place}" for place in range(3)]
        where = f" WHERE {chance.choice(names)}.{chance.choice(_ABOVE)}" if chance.random() < 0.4 else ""
        if chance.random() < 0.2:
            columns = ["a.k AS c0", "COUNT(*) AS c1", "MAX(b.v) AS c2"]
            where += " GROUP BY a.k"
        return RandomQuery(f"SELECT {', '.join(columns)} FROM {source}{where}", is_union=True)

    def _relation(self, name: str) -> str:
        return f"{self._random.choice(_RELATIONS).format(where=self._where())} AS {name}"

    def _joined(self, left: str, names: tuple[str, ...], name: str) -> str:
        chance, right = self._random, self._relation(name)
        if len(names) == 1 and chance.random() < 0.1:
            return f"{left} CROSS JOIN {right}"
        kind = chance.choice(_TYPES)
        parts = [chance.choice(_KEYS)]
        if kind != "FULL JOIN" and chance.random() < 0.4:  # DuckDB's FULL JOIN takes only equalities
            parts.append(chance.choice(_CONDITIONS))
        on = " AND ".join(parts).format(l=chance.choice(names), r=name)
        return f"{left} {kind} {right} ON {on}"
