"""The job with patterns: a number of kind 0, numbers of kind 1, then one of kind 2 of the same key, within a time.

The time exceeds the interval of checkpoints, and every kill interrupts partial matches and buffered events.
`chaos.cep_checker` computes the expected results independently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from chaos import cep_checker
from chaos.checker import Verdict
from chaos.fault_plan import FollowsPlan
from chaos.jobs import SoakedJob
from chaos.pipeline import Record, numbers_with_chance
from chaos.run_folder import JobSpec, RunFolder
from chaos.sinks import soaked_sink
from pyrite.cep import CEP, Pattern, PatternContext, PatternMatch, PatternProcessFunction, TimedOutPartialMatchHandler
from pyrite.common import Time
from pyrite.core.functions.output_tag import OutputTag
from pyrite.datastream import StreamExecutionEnvironment

KEYS = 97
KINDS = 5
WITHIN_MS = 1500
TIMEOUTS = OutputTag("timeouts")


def kind_of(number: int) -> int:
    """Changes from one number of a key to the next, and differently for each key."""
    return (number // KEYS * 3 + number % 7) % KINDS


def pattern() -> Pattern:
    begin = Pattern.begin("first").where(lambda record: kind_of(record[0]) == 0)
    middle = begin.followed_by("middle").where(lambda record: kind_of(record[0]) == 1).one_or_more().greedy()
    last = middle.followed_by("last").where(lambda record: kind_of(record[0]) == 2)
    return last.within(Time.milliseconds(WITHIN_MS))


class Rows(FollowsPlan, PatternProcessFunction, TimedOutPartialMatchHandler):
    """A row for each match, and one for each partial match that has timed out."""

    def process_match(self, match: PatternMatch, ctx: PatternContext) -> Iterator[Any]:
        yield _row("match", match, ctx)

    def process_timed_out_match(self, match: PatternMatch, ctx: PatternContext) -> Iterator[Any]:
        yield TIMEOUTS, _row("timeout", match, ctx)


def _row(kind: str, match: PatternMatch, ctx: PatternContext) -> dict[str, Any]:
    records: list[Record] = [record for events in match.values() for record in events]
    numbers = [number for number, _ in records]
    chances = [chance for _, chance in records]
    return {"kind": kind, "key": numbers[0] % KEYS, "at": ctx.timestamp(), "numbers": numbers, "chances": chances}


class CepJob(SoakedJob):
    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        folder = RunFolder(Path(spec.folder))
        plan = folder.plan("task")
        sink = soaked_sink(spec.sink, folder)
        records = numbers_with_chance(env, spec)
        found = CEP.pattern(records.key_by(lambda record: record[0] % KEYS), pattern()).process(Rows(plan)).uid("cep")
        matches = found.sink_to(sink.watched("state", spec.sink_settings))
        matches.name("match files").uid("match files")
        timeouts = found.get_side_output(TIMEOUTS).rebalance().sink_to(sink.watched("windows", spec.sink_settings))
        timeouts.name("timeout files").uid("timeout files").set_parallelism(1)

    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        return cep_checker.check_lines(lines, numbers)
