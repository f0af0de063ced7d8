"""The job in SQL with state: a running aggregate and windows over a topic of Kafka, into PostgreSQL by primary key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from chaos import sql_upsert_checker
from chaos.run_folder import RunFolder
from chaos.witness import WatchedTable, Witness, WitnessCommitter, Witnessed, WitnessWriter
from pyrite.core.connector.sink import Committer, SinkWriter
from pyrite.table import StreamTableEnvironment

_NUMBERS: Final = """
CREATE TABLE numbers (n BIGINT, `key` AS CAST(MOD(n, {keys}) AS INT), ts AS TO_TIMESTAMP(FROM_UNIXTIME(n * 36)),
    WATERMARK FOR ts AS ts) WITH (
    'connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{address}',
    'properties.group.id' = '{group}', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json')
"""
_TOTALS: Final = """
CREATE TABLE totals (kind STRING, `key` INT, n BIGINT, total BIGINT, high BIGINT, PRIMARY KEY (`key`) NOT ENFORCED)
WITH ('connector' = 'jdbc', 'url' = '{url}', 'table-name' = 'totals')
"""
_HOURS: Final = """
CREATE TABLE hours (kind STRING, `key` INT, `first` TIMESTAMP(3), past TIMESTAMP(3), n BIGINT, total BIGINT,
    PRIMARY KEY (`key`, `first`, past) NOT ENFORCED)
WITH ('connector' = 'jdbc', 'url' = '{url}', 'table-name' = 'hours')
"""
_INSERTS: Final = {
    "totals": "INSERT INTO totals SELECT 'total', `key`, COUNT(*), SUM(n), MAX(n) FROM numbers GROUP BY `key`",
    "hours": "INSERT INTO hours SELECT 'hour', `key`, window_start, window_end, COUNT(*), SUM(n) "
    "FROM TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '1' HOUR) GROUP BY `key`, window_start, window_end",
}


def build(tables: StreamTableEnvironment, folder: RunFolder, settings: Mapping[str, str], url: str) -> None:
    """Both queries as one job. `settings` has the topic, its broker and the consumer group."""
    tables.get_config().set("table.local-time-zone", "UTC")
    tables.execute_sql(_NUMBERS.format(keys=sql_upsert_checker.KEYS, **settings))
    plans = []
    for (name, insert), table in zip(_INSERTS.items(), (_TOTALS, _HOURS), strict=True):
        tables.execute_sql(table.format(url=url))
        plan = tables.plan_insert_sql(insert)
        output = {"totals": "state", "hours": "windows"}[name]
        watched = WatchedTable(plan.sink, partial(UpsertWitness, folder=folder.output, name=output))
        plans.append(replace(plan, sink=watched))
    tables.attach(plans)


class UpsertWitness(Witness):
    """A sink without a committer, watched: output before a checkpoint counts as committed with it."""

    def create_committer(self) -> Committer:
        return WitnessCommitter(_NothingToCommit())

    def watched_writer(self, writer: SinkWriter, folder: Path, name: Any) -> SinkWriter:
        return _UpsertWriter(writer, folder, name)


class _UpsertWriter(WitnessWriter):
    def prepare_commit(self) -> list[Witnessed]:
        return self.prepared([]) if self._written else []


class _NothingToCommit(Committer):
    def commit(self, committables: list[Any]) -> None:
        pass
