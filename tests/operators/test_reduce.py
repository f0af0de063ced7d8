"""Keyed reduce: a running value for each key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.checkpointed_function import (
    CheckpointedFunction,
    FunctionInitializationContext,
    FunctionSnapshotContext,
)
from pyrite.core.functions.functions import Function, ReduceFunction, RuntimeContext
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.reduce import ReduceOperator
from tests.operators.harness import Harness


class Add(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return value1 + value2


class CountCalls(ReduceFunction):
    """Counts the calls of each key in state."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._calls = runtime_context.get_state(ValueStateDescriptor("calls"))

    def reduce(self, value1: Any, value2: Any) -> Any:
        self._calls.update((self._calls.value() or 0) + 1)
        return self._calls.value()


def reducing(function: Any = None, batch: bool = False) -> Harness:
    return Harness(ReduceOperator(function or Add()), keyed=True, batch=batch)


def test_reduce_emits_the_running_value_of_each_key() -> None:
    harness = reducing()
    harness.feed_keyed(("a", 1), ("b", 10), ("a", 2), ("a", 3))
    assert harness.main.values == [1, 10, 3, 6]


def test_reduce_takes_a_plain_function() -> None:
    harness = reducing(max)
    harness.feed_keyed(("a", 1), ("a", 5), ("a", 2))
    assert harness.main.values == [1, 5, 5]


def test_reduce_results_carry_their_records_timestamps() -> None:
    harness = reducing()
    harness.feed_keyed(("a", 1), ("a", 2), timestamps=[10, 5])
    assert harness.main.stamped == [(1, 10), (3, 5)]


def test_reduce_function_is_not_called_for_a_keys_first_record() -> None:
    calls: list[tuple[Any, Any]] = []
    harness = reducing(lambda contents, value: calls.append((contents, value)))
    harness.feed_keyed(("a", 1), ("b", 2))
    assert (calls, harness.main.values) == ([], [1, 2])


def test_reduce_starts_over_behind_none() -> None:
    harness = reducing(lambda contents, value: (contents, value))
    harness.feed_keyed(("a", None), ("a", 1), ("a", 2))
    assert harness.main.values == [None, 1, (1, 2)]


def test_reduce_in_batch_emits_the_last_value_only() -> None:
    harness = reducing(batch=True)
    harness.feed_keyed(("a", 1), ("a", 2), timestamps=[10, 20])
    harness.feed_keyed(("a", 3), timestamps=[15])
    assert harness.main.values == []
    harness.end_key("a")
    assert harness.main.stamped == [(6, MAX_WATERMARK)]


def test_reduce_in_batch_forgets_a_key_at_its_end() -> None:
    harness = reducing(batch=True)
    for key in ("a", "b"):
        harness.feed_keyed((key, 1))
        harness.end_key(key)
    assert harness.main.values == [1, 1]
    assert harness.operator.state_entries() == 0


def test_reduce_function_has_state_of_its_records_key() -> None:
    harness = reducing(CountCalls())
    harness.feed_keyed(("a", -1), ("b", -2), ("a", 0), ("b", 0), ("a", 0))
    harness.feed_keyed(("b", 0))
    assert harness.main.values == [-1, -2, 1, 1, 2, 2]


def test_reduce_function_that_got_its_state_in_initialize_state_has_that_of_its_records_key() -> None:
    class Initialized(CountCalls, CheckpointedFunction):
        def initialize_state(self, context: FunctionInitializationContext) -> None:
            self._calls = context.get_keyed_state_store().get_state(ValueStateDescriptor("calls"))

        def snapshot_state(self, context: FunctionSnapshotContext) -> None:
            pass

        open = Function.open

    harness = reducing(Initialized())
    harness.feed_keyed(("a", -1), ("b", -2), ("a", 0), ("b", 0), ("a", 0))
    assert harness.main.values == [-1, -2, 1, 1, 2]


def test_state_of_a_reduce_function_in_batch_goes_with_its_key() -> None:
    harness = reducing(CountCalls(), batch=True)
    for _ in range(2):
        harness.feed_keyed(("a", -1), ("a", 0), ("a", 0))
        harness.end_key("a")
    assert harness.main.values == [2, 2]


def test_reduce_error_names_the_record() -> None:
    harness = reducing()
    with pytest.raises(UserFunctionError, match="TypeError") as raised:
        harness.feed_keyed(("a", 1), ("a", "x"), ("a", 3))
    assert raised.value.record == "'x'"


@given(st.lists(st.tuples(st.integers(0, 3), st.integers()), min_size=1), st.integers(1, 5))
def test_reduce_gives_what_a_dict_gives_however_the_records_are_cut(pairs: list[tuple[int, int]], size: int) -> None:
    harness = reducing()
    for start in range(0, len(pairs), size):
        harness.feed_keyed(*pairs[start : start + size])
    contents: dict[int, int] = {}
    expected = []
    for key, value in pairs:
        contents[key] = contents.get(key, 0) + value
        expected.append(contents[key])
    assert harness.main.values == expected
