"""OperatorContext: an operator's position in the job, its settings and services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from pyrite.core.clock import Clock
from pyrite.core.config.configuration import Configuration
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.operators.async_io.event_loop import EventLoop, no_event_loop
from pyrite.operators.iteration.feedback_edges import FeedbackEdges, no_feedback
from pyrite.operators.iteration.loop_events import FromOperator
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.output import Output
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.keyed_states import KeyedStates

EmitCommitted = Callable[[list[Any], Any], None]
"""Passes values to the client, once for each id."""


@dataclass(frozen=True)
class OperatorPlace:
    """The identity of an operator, with its subtask, job and attempt."""

    name: str
    uid: str
    subtask: int
    parallelism: int
    max_parallelism: int
    attempt: int
    operator_id: str = ""
    job_id: str = ""
    attempt_number: int = 0
    """The number of earlier starts of the task by this driver, as seen by functions."""

    @property
    def label(self) -> str:
        """The text that names the operator in messages."""
        uid = f" (uid {self.uid})" if self.uid else ""
        return f"'{self.name}'{uid}, subtask {self.subtask + 1}/{self.parallelism}"


@dataclass(frozen=True)
class OperatorSettings:
    """The settings of the job that concern operators."""

    batch: bool = False
    configuration: Configuration = field(default_factory=Configuration)
    checkpointing: bool = False
    """Whether checkpoints are taken periodically, and not only savepoints."""
    incremental: bool = True
    restored_checkpoint_id: Optional[int] = None
    """The checkpoint that the job was restored from."""


@dataclass(frozen=True)
class OperatorServices:
    """The services of the task, shared by all of its operators."""

    cached_files: Mapping[str, Path] = field(default_factory=dict)
    emit_text: Callable[[str, bool], None] = lambda text, to_stderr: None
    emit_result: Callable[[list[Any]], None] = lambda values: None
    emit_committed: EmitCommitted = lambda values, committable_id: None
    request_split: Callable[[], None] = lambda: None
    send_source_event: Callable[[Any], None] = lambda event: None
    wake: Callable[[], None] = lambda: None
    """Makes the main loop call the operator's `on_wake` soon. Thread-safe."""
    event_loop: Callable[[], EventLoop] = no_event_loop
    """The task's event loop, for functions that are `async def`."""
    feedback: Callable[[], FeedbackEdges] = no_feedback
    """Creates the ends of a loop's feedback edges."""
    tell_loop: Callable[[str, FromOperator], None] = lambda loop, event: None
    """Sends an event of a loop to the JobMaster."""


@dataclass(frozen=True)
class OperatorContext:
    """An operator's identity, settings and state, and the services of its task."""

    place: OperatorPlace
    clock: Clock
    output: Output
    backend: Optional[KeyedStateBackend] = None
    keyed_states: Optional[KeyedStates] = None
    settings: OperatorSettings = field(default_factory=OperatorSettings)
    services: OperatorServices = field(default_factory=OperatorServices)
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
    """The accumulators of all functions of the task."""
    metrics: MetricGroup = field(default_factory=MetricGroup)
    iteration: Optional[OperatorIteration] = None
    """The loop with supersteps that contains the operator."""
