"""Harnesses: run one function or operator, without Spark: feed records, move time, and inspect the output.

    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(MyFunction(), lambda value: value[0])
    harness.process_element(("a", 1), timestamp=10)
    harness.process_watermark(100)
    assert harness.extract_output_values() == [...]
    assert harness.num_event_time_timers() == 0

`OperatorTestHarness.of(lambda stream: stream.key_by(...).reduce(...))` does the same for any operator of the API.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Optional

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import ManualClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import GLOBAL_JOB_PARAMETERS
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.functions.functions import KeySelector
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import bound_method
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.core.types.type_checks import is_checked
from pyrite.core.types.types_factory import TypeInformation
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment
from pyrite.graph.stream_graph import StreamGraph, StreamNode
from pyrite.graph.transformation import TransformationKind
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator import Operator, build_operator
from pyrite.operators.operator_context import OperatorContext, OperatorPlace, OperatorServices, OperatorSettings
from pyrite.operators.output import Output, Target
from pyrite.operators.state.operator_state_handler import OperatorStateHandler
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.watermarks.watermark_merge import WatermarkMerge
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import encode_keys, fit_keys
from pyrite.state.keyed_states import KeyedStates
from pyrite.testing.harness_loop import HarnessLoop


@dataclass(frozen=True)
class StreamRecord:
    """An emitted record. `timestamp` is NO_TIMESTAMP for a record without one."""

    value: Any
    timestamp: int = NO_TIMESTAMP


@dataclass(frozen=True)
class Watermark:
    """An emitted watermark."""

    timestamp: int


class Recorder:
    """A target that records its input, in order: records, watermarks, and idleness as booleans."""

    def __init__(self) -> None:
        self.blocks: list[RowBlock] = []
        self.events: list[StreamRecord | Watermark | bool] = []

    def process_block(self, block: RowBlock) -> None:
        self.blocks.append(block)
        if not isinstance(block, RowBlock):
            return  # columns are looked at as blocks
        stamps = block.timestamps_or_none_marks()
        self.events.extend(StreamRecord(value, time) for value, time in zip(block.values, stamps, strict=True))

    def process_watermark(self, watermark_ms: int) -> None:
        self.events.append(Watermark(watermark_ms))

    def process_idle(self, idle: bool) -> None:
        self.events.append(idle)

    def process_mark(self, mark: LoopMark) -> None:
        """Marks are not shown to users."""

    @property
    def records(self) -> list[StreamRecord]:
        return [event for event in self.events if isinstance(event, StreamRecord)]

    @property
    def values(self) -> list[Any]:
        return [record.value for record in self.records]

    @property
    def watermarks(self) -> list[int]:
        return [event.timestamp for event in self.events if isinstance(event, Watermark)]

    def clear(self) -> None:
        self.blocks.clear()
        self.events.clear()


class _Sides(dict[str, list[Target]]):
    """A recorder for every used side output."""

    def __init__(self) -> None:
        super().__init__()
        self.recorders: dict[str, Recorder] = {}

    def __missing__(self, tag_id: str) -> list[Target]:
        self.recorders[tag_id] = Recorder()
        self[tag_id] = [self.recorders[tag_id]]
        return self[tag_id]


class RecordingOutput(Output):
    """An output that accepts every side output, even without a consumer."""

    def __init__(self, main: Recorder, output_type: Optional[TypeInformation]) -> None:
        super().__init__([main], None, output_type)
        self.sides = _Sides()
        self.num_emitted = 0
        """The number of emitted blocks, including empty ones."""

    def emit(self, block: Block) -> None:
        self.num_emitted += 1
        super().emit(block)

    def emit_side(self, tag: OutputTag, block: Block) -> None:
        self._sides[tag.tag_id] = self.sides[tag.tag_id]
        super().emit_side(tag, block)

    def side_recorder(self, tag: OutputTag) -> Recorder:
        """The recorder of a side output."""
        self.sides[tag.tag_id]
        return self.sides.recorders[tag.tag_id]


class OperatorTestHarness:
    """Runs one operator, in the role of its task."""

    def __init__(
        self,
        operator: Operator,
        key_selectors: Sequence[Callable[[Any], Any] | KeySelector | None] = (),
        *,
        key_type: Optional[TypeInformation] = None,
        output_type: Optional[TypeInformation] = None,
        subtask: int = 0,
        parallelism: int = 1,
        max_parallelism: int = 128,
        attempt: int = 0,
        batch: bool = False,
        name: str = "Test",
        uid: str = "",
        job_parameters: Optional[Mapping[str, str]] = None,
        configuration: Optional[Configuration] = None,
        cached_files: Optional[Mapping[str, Path]] = None,
        restore: OperatorSubtaskState | Sequence[OperatorSubtaskState] | None = None,
        now_ms: int = 0,
    ) -> None:
        self.operator = operator
        self.clock = ManualClock(now_ms)
        self.output = Recorder()
        self.accumulators: dict[str, Accumulator[Any, Any]] = {}
        self.metrics = MetricGroup()
        self.backend = HashMapBackend() if any(selector is not None for selector in key_selectors) else None
        self._get_keys = [None if s is None else bound_method(s, KeySelector, "get_key") for s in key_selectors]
        self._key_type = key_type if is_checked(key_type) else None
        self._recording = RecordingOutput(self.output, output_type)
        self._watermarks = WatermarkMerge((0, 1))
        self._checkpoint_id = 0
        self._loop = HarnessLoop(operator, self.clock)
        restored = _whole_state(restore, subtask, parallelism)
        options = Configuration(configuration)
        if job_parameters is not None:
            options.set(GLOBAL_JOB_PARAMETERS, dict(job_parameters))
        restored_id = None if restored is None else restored.checkpoint_id
        operator.setup(
            OperatorContext(
                OperatorPlace(name, uid, subtask, parallelism, max_parallelism, attempt, attempt_number=attempt),
                self.clock,
                self._recording,
                self.backend,
                None if self.backend is None else KeyedStates(self.backend, self.clock),
                OperatorSettings(batch, options, restored_checkpoint_id=restored_id),
                OperatorServices(cached_files or {}, wake=self._loop.note_wake, event_loop=self._loop.start),
                self.accumulators,
                self.metrics,
            )
        )
        self._state = OperatorStateHandler(operator)
        self._begin(restored)

    def _begin(self, restored: Optional[OperatorSubtaskState]) -> None:
        if restored is not None:
            self._checkpoint_id = restored.checkpoint_id
            lists, unions, numbered = copy.deepcopy((restored.lists, restored.unions, restored.numbered))
            self._state.restore(replace(restored, lists=lists, unions=unions, numbered=numbered))
        self.operator.open()
        self._loop.settle()

    @staticmethod
    def of(build: Callable[..., Any], **settings: Any) -> OperatorTestHarness:
        """A harness of the one operator that `build` adds after the stream, or the two streams, passed to it."""
        environment = StreamExecutionEnvironment()
        inputs = len(inspect.signature(build).parameters)
        build(*(environment.from_collection([]) for _ in range(inputs)))
        graph = environment.get_stream_graph()
        operators = [node for node in graph.nodes if node.kind is not TransformationKind.SOURCE]
        if len(operators) != 1:
            raise InvalidProgramError(
                f"a harness runs one operator, not {[node.name for node in operators]}: simulate() runs programs"
            )
        return _of_node(graph, operators[0], settings)

    # In ---------------------------------------------------------------------------------------------------------------

    def process_element(self, value: Any, timestamp: Optional[int] = None) -> None:
        """Processes a record of the first input, as a separate block."""
        self.process_elements([value], None if timestamp is None else [timestamp])

    def process_element1(self, value: Any, timestamp: Optional[int] = None) -> None:
        """Processes a record of the first of two inputs."""
        self.process_element(value, timestamp)

    def process_element2(self, value: Any, timestamp: Optional[int] = None) -> None:
        """Processes a record of the second of two inputs."""
        self.process_elements([value], None if timestamp is None else [timestamp], input_index=1)

    def process_broadcast_element(self, value: Any, timestamp: Optional[int] = None) -> None:
        """Processes a record of the broadcast input, which is the second."""
        self.process_element2(value, timestamp)

    def process_elements(
        self, values: Iterable[Any], timestamps: Optional[list[int]] = None, input_index: int = 0
    ) -> None:
        """Processes one block."""
        block = list(values)
        self.operator.process_block(RowBlock(block, timestamps, self._keys(block, input_index)), input_index)
        self._loop.settle()

    def process_watermark(self, timestamp: int) -> None:
        """Advances the watermark of all inputs."""
        for source in (0, 1):
            self._watermarks.update(source, timestamp)
        self.operator.process_watermark(timestamp)
        self._loop.settle()

    def process_watermark1(self, timestamp: int) -> None:
        """Advances the first input's watermark; the operator gets the minimum of both, when it advances."""
        self._advance(self._watermarks.update(0, timestamp))

    def process_watermark2(self, timestamp: int) -> None:
        """Advances the second input's watermark; the operator gets the minimum of both, when it advances."""
        self._advance(self._watermarks.update(1, timestamp))

    def set_processing_time(self, now_ms: int) -> None:
        """Sets the clock and fires due timers."""
        self.advance_processing_time(now_ms - self.clock.now_ms())

    def advance_processing_time(self, by_ms: int) -> None:
        """Advances the clock and fires due timers; calls of async functions continue."""
        self._loop.advance_to(self.clock.now_ms() + by_ms)
        operator = self.operator
        if not isinstance(operator, HasTimers):
            return
        due_ms = operator.next_timer_ms()
        if due_ms is not None and due_ms <= self.clock.now_ms():
            operator.fire_timers(self.clock.now_ms())
        deadline_us = operator.next_deadline_us()
        if deadline_us is not None and deadline_us <= self.clock.monotonic_us():
            operator.on_deadline(self.clock.monotonic_us())

    def end_key(self, key: Any) -> None:
        """Batch: ends the input of a key."""
        assert self.backend is not None, "only an operator on a keyed stream has keys that end"
        self.backend.context.key = encode_keys([key])[0]
        self.operator.end_key()

    def end_input(self) -> None:
        """Ends a bounded input, with the last watermark; calls of async functions complete first."""
        self.process_watermark(MAX_WATERMARK)
        self._loop.finish()
        self.operator.finish()

    # Out --------------------------------------------------------------------------------------------------------------

    def extract_output_values(self) -> list[Any]:
        """The values of the main output, in order, since the start or the last `clear_output`."""
        return self.output.values

    def extract_output_stream_records(self) -> list[StreamRecord]:
        """The records of the main output with their timestamps, in order."""
        return self.output.records

    def get_output(self) -> list[StreamRecord | Watermark | bool]:
        """All records and watermarks in order; booleans stand for idleness."""
        return list(self.output.events)

    def get_side_output(self, tag: OutputTag) -> list[StreamRecord]:
        """The records of a side output, in order; empty if nothing was emitted to it."""
        return self.side_recorder(tag).records

    def side_recorder(self, tag: OutputTag) -> Recorder:
        """The recorder of a side output."""
        return self._recording.side_recorder(tag)

    def clear_output(self) -> None:
        """Clears the recorded main and side outputs; state and timers stay."""
        self.output.clear()
        for recorder in self._recording.sides.recorders.values():
            recorder.clear()

    def num_event_time_timers(self) -> int:
        """The number of registered event-time timers, over all keys."""
        timers = getattr(self.operator, "timers", None)
        return 0 if timers is None else len(timers.event_time)

    def num_processing_time_timers(self) -> int:
        """The number of registered processing-time timers, over all keys."""
        timers = getattr(self.operator, "timers", None)
        return 0 if timers is None else len(timers.processing_time)

    def num_state_entries(self) -> int:
        """The number of live entries: one for each key of each state, and each non-empty operator state."""
        return self.operator.state_entries()

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: Optional[int] = None) -> OperatorSubtaskState:
        """Takes a checkpoint; a harness created with it as `restore=` resumes from there.

        Union lists contain the elements of one subtask, or, with `restore=[...]`, a snapshot for each subtask, of all
        subtasks.
        """
        self._checkpoint_id = self._checkpoint_id + 1 if checkpoint_id is None else checkpoint_id
        self._state.prepare(self._checkpoint_id)
        return self._state.snapshot(self._checkpoint_id)

    def notify_checkpoint_complete(self, checkpoint_id: Optional[int] = None) -> None:
        """Completes the checkpoint, by default the last one."""
        self._state.completed(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def notify_checkpoint_aborted(self, checkpoint_id: Optional[int] = None) -> None:
        """Aborts the checkpoint, by default the last one."""
        self._state.aborted(self._checkpoint_id if checkpoint_id is None else checkpoint_id)

    def close(self) -> None:
        """Closes the operator and its function. A harness that is not closed behaves like a killed task."""
        self.operator.close()
        self._loop.close()

    def __enter__(self) -> OperatorTestHarness:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keys(self, values: list[Any], input_index: int) -> Optional[list[StateKey]]:
        get_key = self._get_keys[input_index] if input_index < len(self._get_keys) else None
        if get_key is None:
            return None
        keys = list(map(get_key, values))
        return encode_keys(keys if self._key_type is None else fit_keys(keys, self._key_type))

    def _advance(self, watermark_ms: Optional[int]) -> None:
        if watermark_ms is not None:
            self.operator.process_watermark(watermark_ms)


def _whole_state(
    restore: OperatorSubtaskState | Sequence[OperatorSubtaskState] | None, subtask: int, parallelism: int
) -> Optional[OperatorSubtaskState]:
    """The state to restore in a subtask: its own snapshot, with the union lists of all snapshots."""
    if restore is None:
        return None
    if isinstance(restore, OperatorSubtaskState):
        return restore
    if len(restore) != parallelism:
        raise InvalidProgramError(f"restore= takes a snapshot of each subtask: {parallelism}, not {len(restore)}")
    unions: dict[str, list[Any]] = {}
    for snapshot in restore:
        for name, elements in snapshot.unions.items():
            unions.setdefault(name, []).extend(elements)
    return replace(restore[subtask], unions=unions)


def _of_node(graph: StreamGraph, node: StreamNode, settings: dict[str, Any]) -> OperatorTestHarness:
    partitionings = {edge.input_index: edge.partitioning for edge in graph.inputs(node.id)}
    selectors = [partitionings[index].key_selector for index in sorted(partitionings)] if node.keyed else []
    key_types = [partitioning.key_type for partitioning in partitionings.values() if partitioning.key_type is not None]
    settings.setdefault("key_type", key_types[0] if key_types else None)
    settings.setdefault("name", node.name)
    settings.setdefault("uid", node.uid)
    return OperatorTestHarness(build_operator(node.operator), selectors, output_type=node.output_type, **settings)
