"""A job is stopped with a savepoint, and its next version declares its state differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Optional

import pytest

from pyrite.core.errors import StateUnreadableError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.time.time import Time
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor
from pyrite.testing.simulation import Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger

LEDGER = "changed state"
NUMBERS, KEYS = 60, 5


class Count(KeyedProcessFunction):
    """Counts the records of a key, in a value or in a list."""

    def __init__(self, kind: str, expires: bool) -> None:
        self._kind, self._expires = kind, expires

    def open(self, runtime_context: RuntimeContext) -> None:
        descriptor: Any = ValueStateDescriptor("seen") if self._kind == "value" else ListStateDescriptor("seen")
        if self._expires:
            descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.days(1)).build())
        get: Any = runtime_context.get_state if self._kind == "value" else runtime_context.get_list_state
        self._seen: Any = get(descriptor)

    def process_element(self, value: int, ctx: Any) -> Iterator[tuple[int, int]]:
        if self._kind == "value":
            count = (self._seen.value() or 0) + 1
            self._seen.update(count)
        else:
            self._seen.add(value)
            count = len(list(self._seen.get()))
        yield ctx.get_current_key()[1], count


def run(
    seed: int, backend: str, kind: str, expires: bool, wishes: tuple[Wish, ...] = (), origin: Optional[Savepoint] = None
) -> SimulationResult:
    env = StreamExecutionEnvironment().set_parallelism(2 if origin is None else 3)
    configuration = env.get_configuration()
    for key, value in {
        "execution.checkpointing.interval": "10ms",
        "restart-strategy.type": "fixed-delay",
        "restart-strategy.fixed-delay.attempts": "1000",
        "restart-strategy.fixed-delay.delay": "10ms",
        "state.backend.type": backend,
    }.items():
        configuration.set_string(key, value)
    counted = env.from_sequence(1, NUMBERS).uid("numbers").key_by(lambda n: ("key", n % KEYS))
    counted.process(Count(kind, expires)).uid("count").sink_to(LedgerSink(LEDGER)).uid("sink")
    options = SimulationOptions(wishes=wishes, time_passes=0.3)
    return Simulation(env.get_job_spec(clear=True), options, origin).run(seed)


def stopped(backend: str, kind: str, expires: bool) -> Iterator[tuple[int, Savepoint]]:
    """Savepoints of jobs that were stopped in the middle, and have state."""
    for seed in range(40):
        LEDGERS.clear()
        result = run(seed, backend, kind, expires, (Wish.STOP,))
        if result.savepoint is not None and 10 < len(read_ledger(LEDGER)) < NUMBERS - 10:
            yield seed, result.savepoint


@pytest.mark.parametrize("backend", ["hashmap", "rocksdb"])
@pytest.mark.parametrize("kind", ["value", "list"])
def test_job_whose_state_is_of_another_kind_now_is_refused_at_once(backend: str, kind: str) -> None:
    seed, savepoint = next(stopped(backend, kind, False))
    other = "list" if kind == "value" else "value"
    result = run(seed, backend, other, False, origin=savepoint)
    assert (result.status, result.restarts) == (JobStatus.FAILED, 0)
    assert isinstance(result.cause, StateUnreadableError)
    assert "(uid count), subtask" in str(result.cause) and f"state 'seen' is a {kind} state" in str(result.cause)


@pytest.mark.parametrize("backend", ["hashmap", "rocksdb"])
@pytest.mark.parametrize("kind", ["value", "list"])
@pytest.mark.parametrize("expires", [True, False])
def test_job_whose_time_to_live_is_switched_counts_on(backend: str, kind: str, expires: bool) -> None:
    seed, savepoint = next(stopped(backend, kind, not expires))
    result = run(seed, backend, kind, expires, origin=savepoint)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    assert Counter(read_ledger(LEDGER)) == Counter(
        (key, count) for key in range(KEYS) for count in range(1, NUMBERS // KEYS + 1)
    )
