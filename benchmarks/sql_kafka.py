"""JSON from Kafka through a filter and a projection to JSON in Kafka, in SQL: ours beside Flink SQL.

`python -m benchmarks.sql_kafka [RECORDS]` prints where the CPU time of one task of ours goes, by cProfile. Records
have 1 KB and four columns, of which the query reads three; checkpoints are a second apart; the sink is at-least-once,
its default. The records that were written are counted.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any, Final

from benchmarks.agreed import NoisyError
from benchmarks.kafka_exactly_once import CONNECTOR, PARTITIONS, check_count, new_topic
from benchmarks.kafka_records import fill, make_records
from benchmarks.profile import Pair
from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import ROOT, peer_python, run_json
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment
from servers.kafka import KafkaServer
from servers.server import maven_jars

NAME: Final = "sql_kafka"
SIZES: Final = (100_000, 900_000)
"""Records of each partition."""
_WARM_UP: Final = 20_000
_ROUNDS: Final = 3
_PROFILED: Final = 200_000
_FLINK: Final[dict[str, dict[str, str]]] = {"by default": {}, "with object reuse": {"pipeline.object-reuse": "true"}}
_LEAST_AMOUNT: Final = 20
_SOURCE: Final = """
CREATE TABLE {name} (id BIGINT, `user` STRING, amount DOUBLE, note STRING) WITH (
    'connector' = 'kafka', 'topic' = 'in', 'properties.bootstrap.servers' = '{address}', 'format' = 'json',
    'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'specific-offsets',
    'scan.bounded.specific-offsets' = '{ends}')
"""
_SINK: Final = """
CREATE TABLE {name} (id BIGINT, buyer STRING, gross DOUBLE, class STRING) WITH (
    'connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{address}', 'format' = 'json')
"""
_INSERT: Final = f"""
INSERT INTO {{sink}}
SELECT id * 2 + 1, UPPER(`user`), amount * 1.2E0, CASE WHEN amount > 50 THEN 'high' ELSE 'low' END
FROM {{source}} WHERE amount > {_LEAST_AMOUNT}
"""
_BARE_SINK: Final = """
CREATE TABLE bare (id BIGINT, `user` STRING, amount DOUBLE) WITH ('connector' = 'blackhole')
"""
_BARE: Final = "INSERT INTO bare SELECT id, `user`, amount FROM {source}"
_STEPS: Final = {
    "consume": ("", "consume"),
    "decode JSON": ("kafka/table_records.py", "decode"),
    "calc": ("compile/calc.py", "process"),
    "encode JSON": ("kafka/table_serializer.py", "serialize"),
    "produce": ("kafka/record_producer.py", "produce"),
}
"""By file and function, with all that they call; C functions of confluent_kafka have no file."""


def measure() -> list[Result]:
    with KafkaServer() as broker:
        fill(broker, "in", PARTITIONS, SIZES[1])
        mine = _rate("ours", "pyrite", broker.address, {})
        flink = {kind: _rate(f"Flink {kind}", "pyflink", broker.address, it) for kind, it in _FLINK.items()}
        best = min(flink, key=lambda kind: flink[kind].cpu_s_per_million)
        bare = _without_source(broker.address, mine, flink[best], _FLINK[best])
        spent = profiled(broker.address, min(_PROFILED, SIZES[1]))
    note = f"1 KB JSON in, connector {CONNECTOR[2]}, Flink {best}; {bare}; our task: {spent}"
    figures = mine.cpu_s_per_million, "flink_sql", flink[best].cpu_s_per_million
    return [Result(NAME, *figures, "CPU s/M rows", note).with_cpu(mine, flink[best])]


def _without_source(address: str, mine: Rate, peer: Rate, settings: dict[str, str]) -> str:
    """The ratio once the source alone, with the same columns, into a sink that drops its rows, is taken off both."""
    try:
        own = _rate("our source", "pyrite", address, {}, is_bare=True)
        theirs = _rate("Flink's source", "pyflink", address, settings, is_bare=True)
    except NoisyError as error:
        return f"without the bare source: too noisy ({error})"
    ours, flinks = mine.cpu_s_per_million - own.cpu_s_per_million, peer.cpu_s_per_million - theirs.cpu_s_per_million
    return (
        f"source alone {own.cpu_s_per_million:.2f} and {theirs.cpu_s_per_million:.2f} CPU s/M rows; without it "
        f"{ours:.2f} and {flinks:.2f}, ratio {ours / flinks:.2f}"
    )


def _rate(what: str, library: str, address: str, settings: dict[str, str], is_bare: bool = False) -> Rate:
    command = [sys.executable if library == "pyrite" else str(peer_python("pyflink"))]
    command += [str(ROOT / "benchmarks" / "peers" / "sql_runner.py"), library]

    def rounds(count: int) -> list[Rate]:
        sizes = (_WARM_UP, *SIZES * count)
        topics = [new_topic(address) for _ in sizes]
        with tempfile.TemporaryDirectory() as folder:
            work: dict[str, Any] = {
                "settings": {**_settings(library, folder), **settings},
                "setup": [_BARE_SINK],
                "runs": [statements(address, *each, is_bare) for each in enumerate(zip(sizes, topics, strict=True))],
            }
            run = run_json([*command, json.dumps(work)])
        for topic, size in zip(topics, sizes, strict=True):
            check_count(address, topic, 0 if is_bare else expected(size))
        return [rate.times(PARTITIONS) for rate in slopes(SIZES, run["seconds"][1:], run["cpu_seconds"][1:])]

    return agreed_rate(f"{NAME}, {what}", rounds, _ROUNDS)[0]


def _settings(library: str, folder: str) -> dict[str, str]:
    settings = {
        "parallelism.default": str(PARTITIONS),
        "execution.checkpointing.interval": "1s",
        "execution.checkpointing.dir": f"file://{folder}",
    }
    if library == "pyflink":
        (jar,) = maven_jars(f"flink-kafka-{CONNECTOR[2]}", [CONNECTOR]).glob("*.jar")
        settings["pipeline.jars"] = jar.as_uri()
    return settings


def statements(address: str, number: int, run: tuple[int, str], is_bare: bool) -> list[str]:
    """The tables of a run, and its INSERT."""
    each, topic = run
    ends = ";".join(f"partition:{partition},offset:{each}" for partition in range(PARTITIONS))
    source, sink = f"in_{number}", f"out_{number}"
    made = [_SOURCE.format(name=source, address=address, ends=ends)]
    if is_bare:
        return [*made, _BARE.format(source=source)]
    return [*made, _SINK.format(name=sink, topic=topic, address=address), _INSERT.format(sink=sink, source=source)]


def expected(each: int) -> int:
    """How many records pass the filter, of so many in each partition."""
    passing = [bool(json.loads(record)["amount"] > _LEAST_AMOUNT) for record in make_records()]
    whole, rest = divmod(each, len(passing))
    return PARTITIONS * (whole * sum(passing) + sum(passing[:rest]))


# The profile ----------------------------------------------------------------------------------------------------------


def profiled(address: str, each: int) -> str:
    """The steps of one task that reads all partitions, each with its share."""
    env = StreamExecutionEnvironment().set_parallelism(1)
    tables = StreamTableEnvironment.create(env)
    *before, insert = statements(address, 0, (each, new_topic(address)), is_bare=False)
    for statement in before:
        tables.execute_sql(statement)
    tables.attach([tables.plan_insert_sql(insert)])
    profile = cProfile.Profile(time.thread_time)  # neither what others do meanwhile nor librdkafka's own threads
    profile.runcall(Pair(env).run)
    return shares(profile, each * PARTITIONS)


def shares(profile: cProfile.Profile, records: int) -> str:
    stats: Any = pstats.Stats(profile)
    total: float = stats.total_tt
    steps = {name: _spent(stats.stats, place) for name, place in _STEPS.items()}
    steps["the rest"] = total - sum(steps.values())
    parts = ", ".join(f"{name} {seconds / total:.0%}" for name, seconds in steps.items())
    return f"{total / records * 1e6:.2f} us a record under cProfile: {parts}"


def _spent(stats: dict[tuple[str, int, str], Sequence[Any]], place: tuple[str, str]) -> float:
    """The time of a function with all that it calls, where it is the function of that name in that file."""
    path, name = place
    spent = 0.0
    for (file, _, function), (_, _, _, cumulative, _) in stats.items():
        if path:
            is_meant = file.endswith(path) and function == name
        else:
            is_meant = file == "~" and f"'{name}' of 'cimpl" in function
        spent += cumulative if is_meant else 0.0
    return spent


def main(each: int = _PROFILED) -> None:
    with KafkaServer() as broker:
        fill(broker, "in", PARTITIONS, each)
        print(profiled(broker.address, each))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
