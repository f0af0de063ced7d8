"""The runtime context that a function gets in `open`."""

from __future__ import annotations

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.core.state.state_types import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.stateless import MapOperator
from tests.operators.harness import Harness


def harness(keyed: bool = False) -> Harness:
    return Harness(MapOperator(lambda value: value), keyed=keyed, parameters={"greeting": "hello"})


def test_context_tells_the_place_in_the_job() -> None:
    context = OperatorRuntimeContext(harness().context)
    assert context.get_task_name() == "Test"
    assert context.get_task_name_with_subtasks() == "Test (2/3)#0"
    assert (context.get_index_of_this_subtask(), context.get_number_of_parallel_subtasks()) == (1, 3)
    assert (context.get_max_number_of_parallel_subtasks(), context.get_attempt_number()) == (128, 0)


def test_context_tells_job_parameters() -> None:
    context = OperatorRuntimeContext(harness().context)
    assert context.get_job_parameter("greeting", "") == "hello"
    assert context.get_job_parameter("unknown", "default") == "default"


def test_context_passes_accumulators_on() -> None:
    made = harness()
    OperatorRuntimeContext(made.context).get_long_counter("seen").add(2)
    OperatorRuntimeContext(made.context).get_long_counter("seen").add(3)
    assert {name: item.get_local_value() for name, item in made.accumulators.items()} == {"seen": 5}


def test_context_gives_keyed_state() -> None:
    made = harness(keyed=True)
    context = OperatorRuntimeContext(made.context)
    assert made.backend is not None
    made.backend.context.key = "a"
    context.get_state(ValueStateDescriptor("v")).update(1)
    context.get_list_state(ListStateDescriptor("l")).add(1)
    context.get_map_state(MapStateDescriptor("m")).put("a", 1)
    assert context.get_state(ValueStateDescriptor("v")).value() == 1


def test_context_refuses_state_when_the_stream_is_not_keyed() -> None:
    context = OperatorRuntimeContext(harness().context)
    with pytest.raises(InvalidProgramError, match=r"state 'v' belongs to a key, but 'Test' is not on a keyed stream"):
        context.get_state(ValueStateDescriptor("v"))
