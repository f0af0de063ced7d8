"""Operator: logic that takes blocks and watermarks in and gives blocks and watermarks out. No I/O, no own clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter, length_hint
from pathlib import Path
from typing import Any, NoReturn, Optional, Protocol

from pyrite.core.block import Block
from pyrite.core.clock import Clock
from pyrite.core.config.configuration import Configuration
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.isolation import all_frozen, isolated
from pyrite.core.metric_group import MetricGroup
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.row_block import RowBlock
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types.type_checks import is_checked
from pyrite.core.types.types_factory import TypeInformation
from pyrite.operators.async_io.event_loop import EventLoop, no_event_loop
from pyrite.operators.iteration.feedback_edges import FeedbackEdges, no_feedback
from pyrite.operators.iteration.loop_events import FromOperator, LoopMark
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.operator_subtask_state import OperatorSubtaskState, Timer
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.keyed_states import KeyedStates

_first = itemgetter(0)

EmitCommitted = Callable[[list[Any], Any], None]
"""Hands values to the client, once for each id."""


class Target(Protocol):
    """Takes what an operator emits: the next operator of the chain, or an edge to other tasks."""

    def process_block(self, block: Any) -> None:
        """Takes a block of the kind that the operator emits."""

    def process_watermark(self, watermark_ms: int) -> None: ...

    def process_idle(self, idle: bool) -> None: ...

    def process_mark(self, mark: LoopMark) -> None: ...


class Output:
    """An operator's outputs: its main one and its side outputs, each to any number of targets."""

    def __init__(
        self,
        main: list[Target],
        sides: Optional[Mapping[str, list[Target]]] = None,
        output_type: Optional[TypeInformation] = None,
    ) -> None:
        self._main = main
        self._sides = dict(sides or {})
        self._all = [*main, *(target for targets in self._sides.values() for target in targets)]
        self._type = output_type if is_checked(output_type) else None
        self.owner: Optional[Operator] = None
        self.iteration: Optional[OperatorIteration] = None
        self.watermark_ms = MIN_WATERMARK

    def emit(self, block: Block) -> None:
        if len(block):
            if self._type is not None and isinstance(block, RowBlock):
                block = RowBlock(self._fitting(block.values, self._type), block.timestamps, block.keys)
            self._hand_out(block, self._main)

    def emit_side(self, tag: OutputTag, block: Block) -> None:
        targets = self._sides.get(tag.tag_id)
        if targets:
            if is_checked(tag.type_info) and isinstance(block, RowBlock):
                block = RowBlock(self._fitting(block.values, tag.type_info), block.timestamps, block.keys)
            self._hand_out(block, targets)

    def _hand_out(self, block: Block, targets: list[Target]) -> None:
        """Gives the block to every target; each but the last gets records of its own, so that it may change them.

        Columns are immutable: all targets share them.
        """
        if len(targets) > 1 and isinstance(block, RowBlock) and not all_frozen(block.values):
            for target in targets[:-1]:
                target.process_block(RowBlock(list(map(isolated, block.values)), block.timestamps, block.keys))
            targets = targets[-1:]
        for target in targets:
            target.process_block(block)

    def _fitting(self, values: list[Any], type_info: TypeInformation) -> list[Any]:
        """The values as the declared type holds them; raises for the first that does not fit."""
        try:
            return type_info.fit_all(values)
        except (TypeError, ValueError, OverflowError) as error:
            self._raise_misfit(values, type_info, error)

    def _raise_misfit(self, values: list[Any], type_info: TypeInformation, error: Exception) -> NoReturn:
        for value in values:
            try:
                type_info.fit(value)
            except (TypeError, ValueError, OverflowError) as misfit:
                error = TypeError(
                    f"the record does not fit the declared type {type_info}: {misfit}. "
                    "Change the type, or what the function gives"
                )
                func = getattr(self.owner, "func", None)
                label = "" if self.owner is None else self.owner.label()
                raise_user_error(error, label, func, shorten(value))
        raise error

    def emit_results(self, results: list[Any], timestamps: Optional[list[int]]) -> None:
        """Emits what a process function gave: `(tag, value)` pairs to the side outputs, the rest to the main one."""
        if _has_tags(results):
            results, timestamps = self._split_tags(results, timestamps)
        self.emit(RowBlock(results, timestamps))

    def _split_tags(self, results: list[Any], timestamps: Optional[list[int]]) -> tuple[list[Any], Optional[list[int]]]:
        sides: dict[OutputTag, tuple[list[Any], list[int]]] = {}
        main: tuple[list[Any], list[int]] = ([], [])
        for index, result in enumerate(results):
            tagged = type(result) is tuple and len(result) == 2 and type(result[0]) is OutputTag
            values, times = sides.setdefault(result[0], ([], [])) if tagged else main
            values.append(result[1] if tagged else result)
            if timestamps is not None:
                times.append(timestamps[index])
        for tag, (values, times) in sides.items():
            self.emit_side(tag, RowBlock(values, None if timestamps is None else times))
        return main[0], None if timestamps is None else main[1]

    def emit_watermark(self, watermark_ms: int) -> None:
        if self.iteration is not None:
            self.iteration.superstep_ended(watermark_ms)
        self.watermark_ms = watermark_ms
        for target in self._all:
            target.process_watermark(watermark_ms)

    def emit_idle(self, idle: bool) -> None:
        for target in self._all:
            target.process_idle(idle)

    def emit_mark(self, mark: LoopMark) -> None:
        for target in self._all:
            target.process_mark(mark)


def _has_tags(results: list[Any]) -> bool:
    """Whether any result is a pair that begins with an OutputTag; a pass in C over results of one type."""
    types = set(map(type, results))
    if tuple not in types:
        return False
    if types == {tuple} and () not in results:
        return OutputTag in set(map(type, map(_first, results)))
    return any(type(r) is tuple and len(r) == 2 and type(r[0]) is OutputTag for r in results)


@dataclass(frozen=True)
class OperatorContext:
    """An operator's place in the job, and the services of its task."""

    name: str
    uid: str
    subtask: int
    parallelism: int
    max_parallelism: int
    attempt: int
    clock: Clock
    output: Output
    backend: Optional[KeyedStateBackend] = None
    keyed_states: Optional[KeyedStates] = None
    batch: bool = False
    configuration: Configuration = field(default_factory=Configuration)
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
    metrics: MetricGroup = field(default_factory=MetricGroup)
    cached_files: Mapping[str, Path] = field(default_factory=dict)
    emit_text: Callable[[str, bool], None] = lambda text, to_stderr: None
    emit_result: Callable[[list[Any]], None] = lambda values: None
    emit_committed: EmitCommitted = lambda values, committable_id: None
    request_split: Callable[[], None] = lambda: None
    send_source_event: Callable[[Any], None] = lambda event: None
    checkpointing: bool = False
    incremental: bool = True
    job_id: str = ""
    operator_id: str = ""
    restored_checkpoint_id: Optional[int] = None
    """The checkpoint that the job was restored from."""
    wake: Callable[[], None] = lambda: None
    """Has the main loop call the operator's `on_wake`, soon. Any thread may call it."""
    event_loop: Callable[[], EventLoop] = no_event_loop
    """The task's event loop, for functions that are `async def`."""
    feedback: Callable[[], FeedbackEdges] = no_feedback
    """Makes the ends of a loop's feedback edges."""
    tell_loop: Callable[[str, FromOperator], None] = lambda loop, event: None
    """Tells the JobMaster something about a loop."""
    iteration: Optional[OperatorIteration] = None
    """The loop with supersteps that the operator is in."""


def build_operator(spec: OperatorSpec) -> Operator:
    """Makes the operator that a spec stands for."""
    operator = spec.build()
    if not isinstance(operator, Operator):
        raise TypeError(f"{type(spec).__name__}.build() must give an Operator, not {operator!r}")
    return operator


class Operator(ABC):
    """One operator of one subtask. The task calls, in this order: setup, restore, open, process..., finish, close.

    `process_block` gets blocks of input 0 or 1. After the last record of all inputs the task sends watermark +inf and
    then calls `finish`. A task whose attempt is over calls `close` only. At a checkpoint's barrier all operators of the
    task are asked to `prepare`, then for a `snapshot`; `checkpoint_completed` or `checkpoint_aborted` follows, or not.
    """

    context: OperatorContext
    output: Output
    second_input_first = False
    """Whether batch gives all of input 1 before anything of input 0."""
    batch_by_key = True
    """Whether batch gives keyed input key by key, and clears state after each. Else blocks come as they arrive, and
    state holds all keys: so relational operators have it."""
    stages = False
    """Whether `Staged` contents may be in its state."""
    waits = False
    """Whether it may wait for something other than its input; only then are `on_wake` and `is_full` of use."""
    most_at_once = 1 << 30
    """How many records a block should have, so that few wait in an operator that is full."""

    def setup(self, context: OperatorContext) -> None:
        self.context = context
        self.output = context.output
        self.output.owner = self

    def open(self) -> None:  # noqa: B027
        """Opens the user's function."""

    @abstractmethod
    def process_block(self, block: Any, input_index: int = 0) -> None:
        """Takes a block of the kind that the input carries: a RowBlock, or a ColumnBlock in relational operators."""

    def process_watermark(self, watermark_ms: int) -> None:
        self.output.emit_watermark(watermark_ms)

    def process_idle(self, idle: bool) -> None:
        self.output.emit_idle(idle)

    def process_mark(self, mark: LoopMark) -> None:
        """All that was in a stream's loop before the mark was processed here."""
        self.output.emit_mark(mark)

    def next_timer_ms(self) -> Optional[int]:
        """When `fire_timers` wants to be called, in processing time."""
        return None

    def fire_timers(self, now_ms: int) -> None:  # noqa: B027
        """Fires the processing-time timers that are due."""

    def next_deadline_us(self) -> Optional[int]:
        """When `on_deadline` wants to be called, by the monotonic clock."""
        return None

    def on_deadline(self, now_us: int) -> None:  # noqa: B027
        """Does what is due whatever the clock on the wall says."""

    @property
    def is_full(self) -> bool:
        """Whether no further records should come for now: the task holds its input back."""
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether it will emit more without further input: the end of the input waits for that."""
        return False

    def on_wake(self) -> int:
        """Something that it waits for may have come; returns how many records it has taken or emitted."""
        return 0

    def end_key(self) -> None:
        """In batch: the last record of the current key was processed; its state goes."""
        if self.context.backend is not None:
            self.context.backend.clear()

    def input_ended(self) -> None:  # noqa: B027
        """No further input will come; `finish` follows once `is_waiting` is false."""

    def finish(self) -> None:  # noqa: B027
        """The input has ended: emits what is still held."""

    def task_ended(self) -> None:  # noqa: B027
        """All operators of the task have finished. What is frozen from now on is what a drained job leaves."""

    def close(self) -> None:  # noqa: B027
        """Closes the user's function."""

    # Checkpoints: called by OperatorStateHandler ----------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:  # noqa: B027
        """A barrier is here: sinks hand out what is to be committed."""

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """What `restore` needs to resume from here, but for keyed state and its timers. To be extended by `replace`.

        Lists are split by a rescale, unions go to every subtask, and what is numbered stays with this one's number.
        """
        return OperatorSubtaskState()

    def live_timers(self) -> list[Timer]:
        return []

    def restore(self, state: OperatorSubtaskState) -> None:  # noqa: B027
        """Takes up what `snapshot` gave, of one subtask or several; called between setup and open."""

    def checkpoint_completed(self, checkpoint_id: int) -> None:  # noqa: B027
        """The checkpoint is complete: sinks commit what they have prepared for it, and for those before."""

    def checkpoint_aborted(self, checkpoint_id: int) -> None:  # noqa: B027
        """The checkpoint was aborted."""

    # Figures ----------------------------------------------------------------------------------------------------------

    def state_entries(self) -> int:
        return 0 if self.context.backend is None else self.context.backend.entry_count()

    def timer_count(self) -> int:
        return 0

    def late_records(self) -> int:
        """Records that came too late and were dropped."""
        return 0

    def label(self) -> str:
        """The operator in messages."""
        uid = f" (uid {self.context.uid})" if self.context.uid else ""
        return f"'{self.context.name}'{uid}, subtask {self.context.subtask + 1}/{self.context.parallelism}"

    def records(self, block: RowBlock) -> tuple[Iterable[Any], Iterator[Any]]:
        """What to loop over, and the iterator whose remaining length shows how far the loop has come.

        On a keyed stream each record's key becomes the current one just before the record is handed out.
        """
        values = iter(block.values)
        backend = self.context.backend
        if backend is None or block.keys is None:
            return values, values
        return self._with_keys(block.keys, values, backend), values

    def _with_keys(self, keys: list[StateKey], values: Iterator[Any], backend: KeyedStateBackend) -> Iterator[Any]:
        context = backend.context
        for key, value in zip(keys, values, strict=True):
            context.key = key
            yield value

    def check_complete(self, results: list[Any], func: Any, block: RowBlock) -> None:
        """Fails if `map` has ended early: a StopIteration of the function looks to it like the end of the block."""
        if len(results) != len(block.values):
            error = RuntimeError("the function raised StopIteration")
            raise_user_error(error, self.label(), func, shorten(block.values[len(results)]))

    def fail(self, error: Exception, func: Any, block: RowBlock, remaining: Iterator[Any]) -> NoReturn:
        """Tells the user about an error in `func`, with the record that it was called with."""
        index = len(block.values) - length_hint(remaining) - 1
        raise_user_error(error, self.label(), func, shorten(block.values[index]))
