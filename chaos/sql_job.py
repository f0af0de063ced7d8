"""The job in SQL: rows of JSON from a topic of Kafka, filtered and projected, to a topic or to partitioned files.

For PostgreSQL, they are aggregated: `chaos.sql_upserts`.

A topic has no end. Once the total is set and the job's checkpoints have passed all of it, according to its consumer
group, the driver drains the job and stops it with a savepoint. `chaos.sql_checker` computes the expected results
independently.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final, Optional

from confluent_kafka import Consumer, KafkaException, TopicPartition

from chaos import sql_checker, sql_upsert_checker, sql_upserts
from chaos.checker import Verdict
from chaos.jobs import SoakedJob
from chaos.number_topic import PARTITIONS, TOPIC, NumberTopic
from chaos.request import Request
from chaos.run_folder import JobSpec, RunFolder
from chaos.witness import WatchedTable, Witness
from pyrite.core.job.commands import Stop
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment

_GROUP: Final = "sql"
_POLL_S: Final = 0.5
_ANSWER_S: Final = 5.0
_STOP_S: Final = 300.0
_NUMBERS: Final = """
CREATE TABLE numbers (n BIGINT, unused STRING, name STRING) WITH (
    'connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{address}',
    'properties.group.id' = '{group}', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json')
"""
_KEPT: Final = """
CREATE TABLE kept (kind STRING, `key` INT, n BIGINT, twice BIGINT, name STRING, part INT) {more}
"""
_KAFKA: Final = """
WITH ('connector' = 'kafka', 'topic' = 'state', 'properties.bootstrap.servers' = '{address}', 'format' = 'json',
    'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'sql')
"""
_FILES: Final = """
PARTITIONED BY (part) WITH ('connector' = 'filesystem', 'path' = '{path}', 'format' = 'json',
    'sink.rolling-policy.file-size' = '256kb', 'sink.rolling-policy.rollover-interval' = '2s',
    'sink.rolling-policy.inactivity-interval' = '1s')
"""
_INSERT: Final = f"""
INSERT INTO kept
SELECT CASE WHEN MOD(n, 2) = 1 THEN 'odd' ELSE 'even' END, CAST(MOD(n, {sql_checker.KEYS}) AS INT), n, n * 2 + 1,
    UPPER(name), CAST(MOD(n, {sql_checker.PARTS}) AS INT)
FROM numbers WHERE MOD(n, 3) <> 0
"""


class SqlJob(SoakedJob):
    default_sink = "kafka"
    sinks = ("kafka", "file", "postgres")

    def __init__(self) -> None:
        self._topic: Optional[NumberTopic] = None
        self._upserts = False

    def start(self, folder: RunFolder, rate: float, sink_settings: Mapping[str, str]) -> dict[str, str]:
        self._upserts = "url" in sink_settings
        self._topic = NumberTopic(folder, rate, sink_settings)
        self._topic.start()
        return {"address": self._topic.address}

    def stop(self) -> None:
        if self._topic is not None:
            self._topic.stop()

    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        folder, address = RunFolder(Path(spec.folder)), spec.job_settings["address"]
        tables = StreamTableEnvironment.create(env)
        end = threading.Thread(target=_end, args=(spec, folder, address), daemon=True, name="end-of-numbers")
        if spec.sink == "postgres":
            topic = {"topic": TOPIC, "address": address, "group": _GROUP}
            sql_upserts.build(tables, folder, topic, spec.sink_settings["url"])
            end.start()
            return
        tables.execute_sql(_NUMBERS.format(topic=TOPIC, address=address, group=_GROUP))
        files = _FILES.format(path=folder.output.parent / "files" / "state")
        tables.execute_sql(_KEPT.format(more=files if spec.sink == "file" else _KAFKA.format(address=address)))
        plan = tables.plan_insert_sql(_INSERT)
        tables.attach([replace(plan, sink=WatchedTable(plan.sink, lambda sink: Witness(sink, folder.output, "state")))])
        end.start()

    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        check = sql_upsert_checker.check_lines if self._upserts else sql_checker.check_lines
        return check(lines, numbers)


def _end(spec: JobSpec, folder: RunFolder, address: str) -> None:
    """Stops the job when all numbers are in completed checkpoints."""
    while not folder.total.exists() or _committed(address) < int(folder.total.read_text()):
        time.sleep(_POLL_S)
    while True:
        command = Request(folder, spec.job_id, os.getpid(), _STOP_S, Stop(True, str(folder.savepoints / "end")))
        while not command.is_over:
            time.sleep(_POLL_S)
        logging.getLogger("chaos").info("stop: %s%s%s", command.answer, command.refusal, command.trouble)
        if command.answer is not None:
            return


def _committed(address: str) -> int:
    """The committed position of the job's consumer group, as a number of numbers."""
    settings = {"bootstrap.servers": address, "group.id": _GROUP, "log_level": 0}
    with closing(Consumer(settings)) as consumer:
        try:
            partitions = consumer.committed([TopicPartition(TOPIC, each) for each in range(PARTITIONS)], _ANSWER_S)
        except KafkaException:
            return 0  # the broker is dead
    return sum(max(0, partition.offset) for partition in partitions)
