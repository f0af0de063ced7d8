"""Tables that take upserts and deletes as places for the contract suite: a query's changes, by primary key."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from pyrite.core.connector.guarantee import EXACTLY_ONCE
from pyrite.core.connector.sink import Sink
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment
from tests.whole.contract.case import RECORDS, SinkCase

_KEYS: Final = 90
_NUMBERS: Final = (
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '{rows}', "
    "'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '{last}')"
)
_OUT: Final = "CREATE TABLE place (n INT, seen INT, PRIMARY KEY (n) NOT ENFORCED) WITH ({options})"
_INSERT: Final = (
    "INSERT INTO place SELECT CAST(k AS INT), CAST(COUNT(*) AS INT) FROM (SELECT MOD(n, {keys}) AS k FROM numbers) "
    "GROUP BY k HAVING COUNT(*) < 2 OR k < {records}"
)
"""Each key comes twice: one below RECORDS is updated, one above is deleted again."""


class TableSinkCase(SinkCase):
    """Proves a table that is written by primary key. A number has arrived if its row has been updated."""

    connector = Sink
    delivery = EXACTLY_ONCE

    @abstractmethod
    def options(self, run: str) -> str:
        """The options of the place, which is made if it is not there."""

    @abstractmethod
    def rows(self, run: str) -> list[tuple[Any, Any]]:
        """The rows of the place."""

    def sink(self, run: str) -> Sink:
        raise AssertionError("a query writes to it")

    def attach(self, env: StreamExecutionEnvironment, run: str) -> None:
        tables = StreamTableEnvironment.create(env)
        tables.execute_sql(_NUMBERS.format(rows=2 * _KEYS, last=2 * _KEYS - 1))
        tables.execute_sql(_OUT.format(options=self.options(run)))
        plan = tables.plan_insert_sql(_INSERT.format(keys=_KEYS, records=RECORDS))
        tables.attach([plan])

    def arrived(self, run: str) -> list[int]:
        return [int(number) if int(seen) == 2 else -1 - int(number) for number, seen in self.rows(run)]
