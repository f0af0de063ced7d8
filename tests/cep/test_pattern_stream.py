"""Patterns in programs: keyed and not, wrong uses, and the same matches whatever crashes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.cep import CEP, AfterMatchSkipStrategy, Pattern, PatternMatch
from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.datastream.connectors import CollectSink
from pyrite.testing import simulate
from pyrite.testing.simulation import Fault, SimulationOptions, Wish
from tests.effort import one_in
from tests.operators.pattern.matching import one_of
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.scenarios import simulation_of
from tests.whole.simulation.uneven import run

LOST = OutputTag("lost")
KEYS, RECORDS = 4, 36
SEEDS = one_in(50, least=12)


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time_ms: int = value[2]
        return time_ms


def timed(env: StreamExecutionEnvironment, events: list[Any]) -> DataStream:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(3))
    return env.from_collection(events).assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Second()))


def letter(letters: str) -> Callable[[Any], bool]:
    holds = one_of(letters)
    return lambda event: holds(event[1])


def a_then_b() -> Pattern:
    return Pattern.begin("a").where(letter("a")).followed_by("b").where(letter("b"))


def text_of(match: PatternMatch) -> tuple[Any, ...]:
    key = next(iter(match.values()))[0][0]
    return (key, " ".join(event[1] for events in match.values() for event in events))


def test_pattern_of_a_stream_that_is_not_keyed_sees_all_of_it_in_one_subtask() -> None:
    env = StreamExecutionEnvironment().set_parallelism(3)
    stream = CEP.pattern(timed(env, [("k", "a1", 0), ("l", "b1", 1)]), a_then_b()).select(text_of)
    assert stream.transformation.parallelism == 1 and stream.get_name() == "Global CEP"
    stream.sink_to(CollectSink())
    assert simulate(env, seed=1).results == [("k", "a1 b1")]


def test_pattern_of_a_keyed_stream_sees_each_key() -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    events = [("k", "a1", 0), ("l", "b1", 1), ("l", "a2", 2), ("k", "b2", 3), ("l", "b3", 4)]
    stream = CEP.pattern(timed(env, events).key_by(lambda event: event[0]), a_then_b()).select(text_of)
    assert stream.get_name() == "CEP"
    stream.sink_to(CollectSink())
    assert sorted(simulate(env, seed=1).results) == [("k", "a1 b2"), ("l", "a2 b3")]


def test_pattern_in_batch_gives_the_same() -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    events = [("k", "b1", 9), ("k", "a1", 0), ("l", "a2", 2), ("l", "b3", 4)]
    CEP.pattern(timed(env, events).key_by(lambda event: event[0]), a_then_b()).select(text_of).sink_to(CollectSink())
    result = simulate(env, seed=1, options=SimulationOptions(batch=True))
    assert sorted(result.results) == [("k", "a1 b1"), ("l", "a2 b3")]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda stream: CEP.pattern("stream", a_then_b()), "takes a DataStream"),  # type: ignore[arg-type]
        (lambda stream: CEP.pattern(stream, "a"), "takes a Pattern"),  # type: ignore[arg-type]
        (lambda stream: CEP.pattern(stream, a_then_b().not_followed_by("c")), "needs a time limit"),
        (lambda stream: CEP.pattern(stream, a_then_b(), "first"), "EventComparator"),  # type: ignore[arg-type]
        (lambda stream: CEP.pattern(stream, a_then_b()).process(text_of), "takes a PatternProcessFunction"),  # type: ignore[arg-type]
        (lambda stream: CEP.pattern(stream, a_then_b()).select("it"), "PatternSelectFunction or a callable"),  # type: ignore[arg-type]
        (lambda stream: CEP.pattern(stream, a_then_b()).select(text_of, timed_out_tag=LOST), "need both"),
    ],
)
def test_wrong_use_is_refused(wrong: Callable[[Any], Any], words: str) -> None:
    with pytest.raises(InvalidProgramError, match=words):
        wrong(StreamExecutionEnvironment().from_collection([1]))


# Under faults ---------------------------------------------------------------------------------------------------------


def stream_of_events() -> list[tuple[int, str, int]]:
    rng = random.Random(11)
    return [(n % KEYS, f"{rng.choice('aabbcd')}{n}", n + rng.randrange(3)) for n in range(RECORDS)]


def pattern() -> Pattern:
    """Loops, waits for other matches, and runs out of time."""
    begin = Pattern.begin("a", AfterMatchSkipStrategy.skip_past_last_event()).where(letter("a"))
    return (
        begin.followed_by("b")
        .where(letter("b"))
        .times(1, 3)
        .followed_by("c")
        .where(letter("c"))
        .within(Time.milliseconds(15))
    )


def build(env: StreamExecutionEnvironment) -> None:
    actual = CEP.pattern(timed(env, stream_of_events()).key_by(lambda event: event[0]), pattern()).select(
        text_of, timed_out_tag=LOST, pattern_timeout_function=lambda match, time_ms: (*text_of(match), time_ms)
    )
    actual.union(actual.get_side_output(LOST)).sink_to(LedgerSink("cep"))


def build_on_rocksdb(env: StreamExecutionEnvironment) -> None:
    env.get_configuration().set_string("state.backend.type", "rocksdb")
    build(env)


def expected() -> list[Any]:
    env = StreamExecutionEnvironment()
    actual = CEP.pattern(timed(env, stream_of_events()).key_by(lambda event: event[0]), pattern()).select(
        text_of, timed_out_tag=LOST, pattern_timeout_function=lambda match, time_ms: (*text_of(match), time_ms)
    )
    actual.union(actual.get_side_output(LOST)).sink_to(CollectSink())
    return sorted(simulate(env, seed=0).results, key=str)


@pytest.mark.parametrize(
    ("made", "faults", "wishes", "seeds"),
    [
        (build, tuple(Fault), (), SEEDS),
        (build, (Fault.TASK, Fault.DRIVER), (Wish.RESCALE, Wish.RESCALE), SEEDS),
        (build_on_rocksdb, (Fault.TASK,), (Wish.RESCALE,), one_in(500, least=2)),
    ],
    ids=["every fault", "rescaled", "rescaled, rocksdb"],
)
def test_matches_are_the_same_whatever_crashes(
    made: Callable[[StreamExecutionEnvironment], None], faults: Any, wishes: Any, seeds: int
) -> None:
    right = expected()
    assert len(right) > 8
    options = SimulationOptions(faults=faults, most_faults=3, time_passes=0.5, wishes=wishes)
    simulation = simulation_of(made, options, {"tolerable-failed-checkpoints": "5"})
    restarts = 0
    for seed in range(seeds):
        LEDGERS.clear()
        result = run(simulation, seed)
        assert result.status is JobStatus.FINISHED, (seed, result.cause)
        assert sorted(read_ledger("cep"), key=str) == right, seed
        restarts += result.restarts
    assert restarts > seeds // 2, "else nothing is proved"
