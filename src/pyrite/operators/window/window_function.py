"""The function at the end of a window: called with a key's window and its elements, in a context with state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn, Optional, TypeAlias

from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.state.state_types import KeyedStateStore
from pyrite.core.state_key import StateKey
from pyrite.core.windows.window_functions import (
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowContext,
    WindowFunction,
)
from pyrite.core.windows.windows import Window
from pyrite.operators.call_results import CallResults
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.state.backend import KeyContext
from pyrite.state.key_codec import decode_key
from pyrite.state.keyed_states import KeyedStates

AnyWindowFunction: TypeAlias = (
    WindowFunction[Any, Any, Any, Any]
    | AllWindowFunction[Any, Any, Any]
    | ProcessWindowFunction[Any, Any, Any, Any]
    | ProcessAllWindowFunction[Any, Any, Any]
)
WINDOW_STATE = "window/"
"""The prefix of names of per-window states, which separates them from the names of per-key states."""


class FunctionContext(WindowContext[Any]):
    """The context of function calls, updated by the operator for each window."""

    def __init__(self, context: OperatorContext, watermark_ms: Callable[[], int], merging: bool) -> None:
        assert context.backend is not None and context.keyed_states is not None
        self._clock = context.clock
        self._watermark_ms = watermark_ms
        self._global = context.keyed_states
        self._key = context.backend.context
        self._window_key = KeyContext()
        self._window_states = KeyedStates(context.backend.with_context(self._window_key), context.clock, WINDOW_STATE)
        self._window: Optional[Window] = None
        self._merging = merging

    def move(self, key: StateKey, window: Window) -> None:
        self._key.key = key
        self._window_key.key = (key, window)
        self._window = window

    def window(self) -> Any:
        return self._window

    def current_processing_time(self) -> int:
        return self._clock.now_ms()

    def current_watermark(self) -> int:
        return self._watermark_ms()

    def window_state(self) -> KeyedStateStore:
        if self._merging:
            raise RuntimeError("merging windows do not support per-window state: use global_state()")
        return self._window_states

    def global_state(self) -> KeyedStateStore:
        return self._global


class WindowCall:
    """Calls the user's window function, of any kind."""

    def __init__(self, func: AnyWindowFunction) -> None:
        self.func = func
        self._operator: Optional[Operator] = None

    def setup(self, operator: Operator, watermark_ms: Callable[[], int], merging: bool) -> None:
        self._operator = operator
        self._context = FunctionContext(operator.context, watermark_ms, merging)

    def call(self, key: StateKey, window: Window, elements: list[Any], results: CallResults, time_ms: int) -> None:
        """Adds the function's results for a window to `results`."""
        assert self._operator is not None
        self._context.move(key, window)
        try:
            results.add(self._call(key, window, elements), time_ms)
        except Exception as error:
            self._operator.raise_if_from_below(error)
            self._fail(error, key, window)

    def _call(self, key: StateKey, window: Any, elements: list[Any]) -> Optional[Iterable[Any]]:
        func = self.func
        if isinstance(func, ProcessWindowFunction):
            return func.process(decode_key(key), self._context, elements)
        if isinstance(func, WindowFunction):
            return func.apply(decode_key(key), window, elements)
        if isinstance(func, ProcessAllWindowFunction):
            return func.process(self._context, elements)
        return func.apply(window, elements)

    def clear(self, key: StateKey, window: Window) -> None:
        """The window is over: lets the function clear its state for the window."""
        if isinstance(self.func, (ProcessWindowFunction, ProcessAllWindowFunction)):
            self._context.move(key, window)
            try:
                self.func.clear(self._context)
            except Exception as error:
                self._fail(error, key, window)

    def _fail(self, error: Exception, key: StateKey, window: Window) -> NoReturn:
        assert self._operator is not None
        raise_user_error(error, self._operator.label(), self.func, f"{window!r} of key {decode_key(key)!r}")
