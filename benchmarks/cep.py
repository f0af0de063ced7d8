"""Patterns beside Flink's: three steps in a row within 10 s, over 1,000 keys, ours on Spark and MATCH_RECOGNIZE.

`python -m benchmarks.cep N[,N...] [--check]` runs ours with so many records and prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import ROOT, peer_python, run_json
from pyrite.cep import CEP, AfterMatchSkipStrategy, Pattern
from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink

NAME = "cep"
KEYS, KINDS, RECORDS_PER_MS, LATE_BY_MS, WITHIN_S = 1_000, 4, 10, 1_000, 10
_SIZES = (1_000_000, 5_000_000)
_ROUNDS = 3
_CHECKED = 200_000
_PEER = ROOT / "benchmarks" / "peers" / "flink_sql_peer.py"

Event = tuple[int, int, int]
"""Number, kind and time in milliseconds. The key is the number's last three digits: each has a record every 100 ms."""


def measure() -> list[Result]:
    agree()
    mine, report = _rate("ours", [sys.executable, "-m", "benchmarks.cep"], [])
    flink = {kind: _rate(f"Flink {kind}", _peer(), words) for kind, words in _FLINK.items()}
    best = max(flink, key=lambda kind: flink[kind][0].per_second)
    all_told = "; ".join(f"{kind}: {rounds}" for kind, (_, rounds) in flink.items())
    note = f"Flink {best}; {all_told}; ours: {report}"
    peer = flink[best][0]
    return [Result(NAME, mine.per_second, "flink_sql", peer.per_second, note=note).with_cpu(mine, peer)]


_FLINK: dict[str, list[str]] = {"by default": [], "with object reuse": ["--object-reuse"]}


def agree() -> None:
    """Both find the same matches: how many, and the sums of their first and last numbers."""
    mine = run_json([sys.executable, "-m", "benchmarks.cep", str(_CHECKED), "--check"])
    flink = run_json([*_peer(), str(_CHECKED), "--check"])
    if mine != flink or not mine["matches"]:
        raise RuntimeError(f"ours has found {mine}, and Flink {flink}")
    print(f"both find {mine['matches']} matches in {_CHECKED:,} records", file=sys.stderr)


def _peer() -> list[str]:
    return [str(peer_python("pyflink")), str(_PEER)]


def _rate(side: str, command: list[str], words: list[str]) -> tuple[Rate, str]:
    def rounds(count: int) -> list[Rate]:
        run = run_json([*command, ",".join(str(size) for size in _SIZES * count), *words])
        return slopes(_SIZES, run["seconds"], run["cpu_seconds"])

    return agreed_rate(f"{NAME}, {side}", rounds, _ROUNDS)


# Ours -----------------------------------------------------------------------------------------------------------------


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value: Event, record_timestamp: int) -> int:
        return value[2]


def event(records: int, parallelism: int) -> Callable[[int], Event]:
    """The records of the stream; source subtask i of p has i, i + p, i + 2p, ..., as with the works of windows."""
    share = -(-records // parallelism)

    def make(number: int) -> Event:
        at = number % share * parallelism + number // share
        return at, at * at % 7919 % KINDS, at // RECORDS_PER_MS

    return make


def matches(env: StreamExecutionEnvironment, records: int) -> DataStream:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(LATE_BY_MS))
    source = DataGeneratorSource(event(records, env.get_parallelism()), records)
    events = env.from_source(source, strategy.with_timestamp_assigner(EventTime()), "events")
    begin = Pattern.begin("a", AfterMatchSkipStrategy.skip_past_last_event()).where(lambda event: event[1] == 0)
    pattern = begin.next("b").where(lambda event: event[1] == 1).next("c").where(lambda event: event[1] == 2)
    results = CEP.pattern(events.key_by(lambda event: event[0] % KEYS), pattern.within(Time.seconds(WITHIN_S)))
    return results.select(lambda match: (match["a"][0][0], match["c"][0][0]))


def run(env: StreamExecutionEnvironment, records: int) -> tuple[float, float]:
    """When it began and ended."""
    matches(env, records).sink_to(DiscardingSink())
    begun = time.monotonic()
    env.execute()
    return begun, time.monotonic()


def check(env: StreamExecutionEnvironment, records: int) -> dict[str, int]:
    with matches(env, records).execute_and_collect() as results:
        values = list(results)
    return {"matches": len(values), "first": sum(one[0] for one in values), "last": sum(one[1] for one in values)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", help="one or more sizes, run one after another")
    parser.add_argument("--check", action="store_true", help="tell what is found instead of the time")
    options = parser.parse_args()
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)
    messages: dict[str, Any]
    if options.check:
        messages = check(env, int(options.records))
    else:
        sizes = [1000, *map(int, options.records.split(","))]  # the first is Spark's own warm-up
        spans = [run(env, size) for size in sizes][1:]
        messages = {"seconds": [end - begin for begin, end in spans], "spans": spans}
    print(json.dumps(messages))


if __name__ == "__main__":
    main()
