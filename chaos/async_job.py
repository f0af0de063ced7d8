"""The job with async I/O: two calls for every number, in order after the source and unordered elsewhere.

Calls take up to 30 ms, so that every kill interrupts many; some fail at first, some hang. `chaos.async_checker`
computes the expected results independently.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from chaos import async_checker
from chaos.checker import Verdict
from chaos.fault_plan import FollowsPlan
from chaos.jobs import SoakedJob
from chaos.pipeline import Record, collect_windows, numbers_with_chance
from chaos.run_folder import JobSpec, RunFolder
from chaos.sinks import soaked_sink
from pyrite.common import Time
from pyrite.datastream import (
    AsyncDataStream,
    AsyncFunction,
    AsyncRetryStrategy,
    DataStream,
    StreamExecutionEnvironment,
)
from pyrite.datastream.async_retry_predicates import has_exception_predicate

CAPACITY = 100
TIMEOUT = Time.milliseconds(500)
RETRIES = AsyncRetryStrategy.fixed_delay(5, 20, None, has_exception_predicate)
SLOWEST_S = 0.03


class Ask(FollowsPlan, AsyncFunction[Record, Any]):
    """Returns the record. Some calls fail the first time, some hang."""

    def __init__(self, plan: Path) -> None:
        super().__init__(plan)
        self._failed: set[int] = set()

    async def async_invoke(self, value: Record) -> list[Any]:
        number = value[0]
        await asyncio.sleep(10**6 if async_checker.hangs(number) else random.uniform(0, SLOWEST_S))
        if number % 17 == 3 and number not in self._failed:
            self._failed.add(number)
            raise ConnectionError("try again")
        self._failed.discard(number)
        return [self.answer(value, "answer")]

    def timeout(self, value: Record) -> list[Any]:
        return [self.answer(value, "late")]

    def answer(self, value: Record, how: str) -> Any:
        return value


class AskForRow(Ask):
    """Returns a row for a sink."""

    def answer(self, value: Record, how: str) -> Any:
        number, chance = value
        return {"kind": "asked", "key": number % 5, "n": number, "how": how, "chance": chance}


class AsyncJob(SoakedJob):
    """Ordered, in the source's task, into windows, which drop late records; and unordered."""

    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        folder = RunFolder(Path(spec.folder))
        plan = folder.plan("task")
        records = numbers_with_chance(env, spec)
        sink = soaked_sink(spec.sink, folder).watched("state", spec.sink_settings)
        _unordered(records.rebalance(), plan).sink_to(sink).name("row files").uid("row files")
        ordered = AsyncDataStream.ordered_wait_with_retry(records, Ask(plan), TIMEOUT, RETRIES, CAPACITY).uid("ordered")
        collect_windows(ordered, spec)

    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        return async_checker.check_lines(lines, numbers)


def _unordered(records: DataStream, plan: Path) -> DataStream:
    answers = AsyncDataStream.unordered_wait_with_retry(records, AskForRow(plan), TIMEOUT, RETRIES, CAPACITY)
    return answers.uid("unordered")
