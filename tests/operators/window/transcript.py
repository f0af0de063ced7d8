"""Transcripts: what goes into windows and what must come out, as text, run on the operator, in simulation or on Spark.

    4 2 11 W5
    7 a:9 15=100 W9            => [0,5)=4,2
    P10 | 6 end                => late:6 dropped:1

A number is a record at that second; `a:9` has a key, `15=100` a number of its own (else it is the time). `W5` is the
watermark of a generator that has seen second 5: 4,999 ms. `P10` moves the clock. Records next to each other are one
block; `|` cuts it. `end` ends the input. After `=>` stands all that comes out in the line, in any order: records as
`show` tells them, those of the side outputs with `late:` and `side:` before them, and how many were dropped. A line
that begins with `#` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import ndiff
from typing import Any, Final, Optional, TypeAlias

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.time.watermark_strategy import (
    TimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from pyrite.datastream import DataStream, OutputTag, StreamExecutionEnvironment
from pyrite.testing import OperatorTestHarness, ScriptedSource, SimulationOptions, simulate
from tests.operators.capabilities import timers_of
from tests.operators.harness import late_records

Record: TypeAlias = tuple[str, int, float]
"""Key, time in milliseconds, number."""
Build: TypeAlias = Callable[[DataStream], DataStream]
"""Adds the window's operator behind a stream of records."""

LATE: Final = OutputTag("late")
SIDE: Final = OutputTag("side")
_RECORD: Final = re.compile(r"(?:(?P<key>[a-z]+):)?(?P<time>-?\d+(?:\.\d+)?)(?:=(?P<number>-?\d+(?:\.\d+)?))?")


@dataclass(frozen=True)
class Records:
    block: tuple[Record, ...]


@dataclass(frozen=True)
class WatermarkAt:
    time_ms: int


@dataclass(frozen=True)
class ClockAt:
    time_ms: int


@dataclass(frozen=True)
class End:
    pass


Step: TypeAlias = Records | WatermarkAt | ClockAt | End


@dataclass(frozen=True)
class Line:
    """A line: what is done, and what must come out."""

    text: str
    steps: tuple[Step, ...]
    expected: tuple[str, ...]


def parse(script: str) -> list[Line]:
    lines = []
    for text in map(str.strip, script.strip().splitlines()):
        if text and not text.startswith("#"):
            inputs, _, expected = text.partition("=>")
            lines.append(Line(inputs.strip(), tuple(_steps(inputs.split())), tuple(expected.split())))
    return lines


def records_of(script: str) -> list[Record]:
    steps = [step for line in parse(script) for step in line.steps]
    return [record for step in steps if isinstance(step, Records) for record in step.block]


def _steps(tokens: list[str]) -> Iterator[Step]:
    block: list[Record] = []
    for token in tokens:
        record = _RECORD.fullmatch(token)
        if record is not None:
            block.append(_record(record))
            continue
        if block:
            yield Records(tuple(block))
            block = []
        if token != "|":
            yield _mark(token)
    if block:
        yield Records(tuple(block))


def _record(match: re.Match[str]) -> Record:
    return match["key"] or "", _ms(match["time"]), _number(match["number"] or match["time"])


def _mark(token: str) -> Step:
    if token == "end":
        return End()
    if token[0] == "W":
        return WatermarkAt(_ms(token[1:]) - 1)
    if token[0] == "P":
        return ClockAt(_ms(token[1:]))
    raise ValueError(f"not a token of a transcript: {token!r}")


def _ms(seconds: str) -> int:
    return round(float(seconds) * 1000)


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)


def show(value: Any) -> str:
    """A record of ours as key and number, any other value as its text."""
    if isinstance(value, tuple) and len(value) == 3:
        return (f"{value[0]}:" if value[0] else "") + f"{value[2]:.12g}"
    return str(value)


def _text(line: Line, words: Optional[Sequence[str]] = None) -> str:
    return f"{line.text} => {' '.join(sorted(line.expected if words is None else words))}"


def _compare(actual: list[str], expected: list[str]) -> None:
    if actual != expected:
        raise AssertionError("\n".join(["", *ndiff(expected, actual)]))


# On the bare operator ------------------------------------------------------------------------------------------------


@dataclass
class OnOperator:
    """A run on one operator. `one_by_one`: each record is a block. `restarts`: each line has a new operator."""

    build: Build
    one_by_one: bool = False
    restarts: bool = False
    now_ms: int = 0

    def run(self, script: str) -> OperatorTestHarness:
        """Checks every line; returns the harness as it stands then."""
        lines = parse(script)
        self._harness = self._start()
        actual = []
        for line in lines:
            if self.restarts:
                self._restart()
            actual.append(self._play(line))
        _compare([_text(line, words) for line, words in zip(lines, actual, strict=True)], list(map(_text, lines)))
        return self._harness

    def _start(self, **settings: Any) -> OperatorTestHarness:
        return OperatorTestHarness.of(self.build, **{"now_ms": self.now_ms, **settings})

    def _restart(self) -> None:
        snapshot = self._harness.snapshot()
        self._harness.close()
        self._harness = self._start(restore=snapshot, now_ms=self._harness.clock.now_ms())

    def _play(self, line: Line) -> list[str]:
        harness = self._harness
        harness.clear_output()
        dropped = late_records(harness.operator)
        for step in line.steps:
            self._do(step)
        dropped = late_records(harness.operator) - dropped
        shown = [show(value) for value in harness.extract_output_values()]
        shown += [f"late:{show(record.value)}" for record in harness.get_side_output(LATE)]
        shown += [f"side:{show(record.value)}" for record in harness.get_side_output(SIDE)]
        return shown + ([f"dropped:{dropped}"] if dropped else [])

    def _do(self, step: Step) -> None:
        match step:
            case Records(block):
                for part in [(record,) for record in block] if self.one_by_one else [block]:
                    self._harness.process_elements(part, [record[1] for record in part])
            case WatermarkAt(time_ms):
                self._harness.process_watermark(time_ms)
            case ClockAt(time_ms):
                self._harness.set_processing_time(time_ms)
            case End():
                self._harness.end_input()


# In whole programs ---------------------------------------------------------------------------------------------------


class _Marked(WatermarkGenerator):
    """Its watermarks are records of the script."""

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        if isinstance(event, WatermarkAt):
            output.emit_watermark(event.time_ms)

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


class _Time(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time: int = value.time_ms if isinstance(value, WatermarkAt) else value[1]
        return time


def shown_stream(env: StreamExecutionEnvironment, build: Build, script: str, name: str = "") -> DataStream:
    """The program of a transcript: its results as text, those of side outputs too, all with the name before them."""
    strategy = WatermarkStrategy.for_generator(_Marked).with_timestamp_assigner(_Time())
    source = env.from_source(ScriptedSource(_items(script)), WatermarkStrategy.no_watermarks(), "script")
    stamped = source.set_parallelism(1).assign_timestamps_and_watermarks(strategy).set_parallelism(1)
    records = stamped.filter(lambda value: not isinstance(value, WatermarkAt)).set_parallelism(1)
    results = build(records)
    sides = [_shown(results.get_side_output(tag), f"{name}{tag.tag_id}:") for tag in (LATE, SIDE)]
    return _shown(results, name).union(*sides)


def _shown(stream: DataStream, prefix: str) -> DataStream:
    return stream.map(lambda value: prefix + show(value))


def _items(script: str) -> list[Any]:
    items: list[Any] = []
    for line in parse(script):
        for step in line.steps:
            assert not isinstance(step, ClockAt), "only the bare operator has a clock that can be set"
            if isinstance(step, Records):
                items.extend(step.block)
            elif isinstance(step, WatermarkAt):
                items.append(step)
    return items


def expected_of(script: str, name: str = "") -> list[str]:
    """All that must have come out in the end, in order of the alphabet; a program does not tell what it dropped."""
    every = [word for line in parse(script) for word in line.expected]
    return sorted(name + word for word in every if not word.startswith("dropped:"))


def run_in_simulation(build: Build, script: str, seed: int = 0, parallelism: int = 1) -> None:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    shown_stream(env, build, script).sink_to(CollectSink())
    result = simulate(env, seed, SimulationOptions())
    if result.cause is not None:
        raise result.cause
    _compare(sorted(result.results), expected_of(script))


def has_clock(script: str) -> bool:
    return any(isinstance(step, ClockAt) for line in parse(script) for step in line.steps)


def assert_nothing_left(harness: OperatorTestHarness, state: int = 0) -> None:
    """No timers, and no state but so many entries."""
    left = (harness.num_state_entries(), timers_of(harness.operator).timer_count())
    if left != (state, 0):
        raise AssertionError(f"{left[0]} entries of state and {left[1]} timers are left; {state} and 0 were expected")
