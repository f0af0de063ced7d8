"""Functions that build state from the rows of a DataFrame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from pyrite.core.functions.checkpointed_function import (
    CheckpointedFunction,
    FunctionInitializationContext,
    FunctionSnapshotContext,
)
from pyrite.core.functions.functions import Function, KeyedContext
from pyrite.core.state.state_types import BroadcastState, MapStateDescriptor


class KeyedStateBootstrapFunction(Function):
    """Builds keyed state: get states by their descriptors in `open`, and fill them row by row.

    States and timers belong to the row's key, as in a KeyedProcessFunction; timers do not fire. Rows are passed as
    `pyrite.common.Row`, in no particular order.
    """

    @abstractmethod
    def process_element(self, value: Any, ctx: KeyedContext) -> None: ...


class StateBootstrapFunction(Function, CheckpointedFunction):
    """Builds list and union list states: get them in `initialize_state`, and fill them row by row."""

    @abstractmethod
    def process_element(self, value: Any, ctx: Any) -> None: ...

    @abstractmethod
    def initialize_state(self, context: FunctionInitializationContext) -> None: ...

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        """Called after the last row."""


class BroadcastStateBootstrapFunction(Function):
    """Builds broadcast states, in one task: every subtask of the job will have all of them."""

    class Context(ABC):
        """The access to the states."""

        @abstractmethod
        def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]: ...

    @abstractmethod
    def process_element(self, value: Any, ctx: BroadcastStateBootstrapFunction.Context) -> None: ...
