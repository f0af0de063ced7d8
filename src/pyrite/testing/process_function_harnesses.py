"""Harnesses for each kind of process function, with Flink's names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrite.core.functions.broadcast_functions import BroadcastProcessFunction, KeyedBroadcastProcessFunction
from pyrite.core.functions.functions import (
    CoProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    ProcessFunction,
)
from pyrite.core.state.state_types import MapStateDescriptor
from pyrite.testing.harness import OperatorTestHarness

Selector = Callable[[Any], Any] | KeySelector


class ProcessFunctionTestHarnesses:
    """Creates a harness of a process function. Further settings are passed to OperatorTestHarness."""

    @staticmethod
    def for_process_function(function: ProcessFunction, **settings: Any) -> OperatorTestHarness:
        """A `ProcessFunction` on a stream without keys."""
        return OperatorTestHarness.of(lambda stream: stream.process(function), **settings)

    @staticmethod
    def for_keyed_process_function(
        function: KeyedProcessFunction, key_selector: Selector, **settings: Any
    ) -> OperatorTestHarness:
        """A `KeyedProcessFunction` on a stream keyed by `key_selector`."""
        return OperatorTestHarness.of(lambda stream: stream.key_by(key_selector).process(function), **settings)

    @staticmethod
    def for_co_process_function(function: CoProcessFunction, **settings: Any) -> OperatorTestHarness:
        """A `CoProcessFunction` on two connected streams: `process_element1` and `process_element2` feed it."""
        return OperatorTestHarness.of(lambda first, second: first.connect(second).process(function), **settings)

    @staticmethod
    def for_keyed_co_process_function(
        function: KeyedCoProcessFunction, key_selector1: Selector, key_selector2: Selector, **settings: Any
    ) -> OperatorTestHarness:
        """A `KeyedCoProcessFunction` on two connected streams, each keyed by its selector."""
        return OperatorTestHarness.of(
            lambda first, second: first.connect(second).key_by(key_selector1, key_selector2).process(function),
            **settings,
        )

    @staticmethod
    def for_broadcast_process_function(
        function: BroadcastProcessFunction, *descriptors: MapStateDescriptor, **settings: Any
    ) -> OperatorTestHarness:
        """A `BroadcastProcessFunction`; `descriptors` are its broadcast state, `process_broadcast_element` feeds it."""
        return OperatorTestHarness.of(
            lambda stream, rules: stream.connect(rules.broadcast(*descriptors)).process(function), **settings
        )

    @staticmethod
    def for_keyed_broadcast_process_function(
        function: KeyedBroadcastProcessFunction,
        key_selector: Selector,
        *descriptors: MapStateDescriptor,
        **settings: Any,
    ) -> OperatorTestHarness:
        """A `KeyedBroadcastProcessFunction` on a keyed stream; `descriptors` are its broadcast state."""
        return OperatorTestHarness.of(
            lambda stream, rules: stream.key_by(key_selector).connect(rules.broadcast(*descriptors)).process(function),
            **settings,
        )
