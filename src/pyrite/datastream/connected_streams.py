"""Two streams into one operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.broadcast_functions import BroadcastProcessFunction, KeyedBroadcastProcessFunction
from pyrite.core.functions.functions import (
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    KeyedCoProcessFunction,
    KeySelector,
)
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state.state_types import MapStateDescriptor
from pyrite.core.types.types_factory import TypeInformation
from pyrite.operators.broadcast import BroadcastProcessSpec
from pyrite.operators.process import ProcessSpec
from pyrite.operators.stateless import CoFlatMapSpec, CoMapSpec

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream


class BroadcastStream:
    """A stream that every subtask of the operator it is connected to gets as a whole, as its broadcast state."""

    def __init__(self, input_stream: DataStream, broadcast_state_descriptors: Sequence[MapStateDescriptor]) -> None:
        names = [descriptor.name for descriptor in broadcast_state_descriptors]
        for name in names:
            if names.count(name) > 1:
                raise InvalidProgramError(f"the name '{name}' is used for two broadcast states: rename one")
        self.input_stream = input_stream
        self.broadcast_state_descriptors = tuple(broadcast_state_descriptors)


class ConnectedStreams:
    """Two streams that are processed by one operator, with a method for each."""

    def __init__(self, stream1: DataStream, stream2: DataStream) -> None:
        self.stream1 = stream1
        self.stream2 = stream2

    def key_by(
        self,
        key_selector1: Callable[[Any], Any] | KeySelector,
        key_selector2: Callable[[Any], Any] | KeySelector,
        key_type: Optional[TypeInformation] = None,
    ) -> ConnectedStreams:
        """Partitions both streams by key: records with the same key meet."""
        return ConnectedStreams(
            self.stream1.key_by(key_selector1, key_type), self.stream2.key_by(key_selector2, key_type)
        )

    def map(self, func: CoMapFunction, output_type: Optional[TypeInformation] = None) -> DataStream:
        """Calls `map1` with records of the first stream and `map2` with records of the second. None emits nothing.

        >>> class Show(CoMapFunction):
        ...     def map1(self, value):
        ...         return f"number {value}"
        ...     def map2(self, value):
        ...         return f"word {value}"
        >>> numbers, words = env.from_collection([1, 2]), env.from_collection(["a"])
        >>> sorted(numbers.connect(words).map(Show()).execute_and_collect())
        ['number 1', 'number 2', 'word a']
        """
        return self._then("Co-Map", CoMapSpec(func), output_type)

    def flat_map(self, func: CoFlatMapFunction, output_type: Optional[TypeInformation] = None) -> DataStream:
        """Calls `flat_map1` with records of the first stream and `flat_map2` with records of the second."""
        return self._then("Co-Flat Map", CoFlatMapSpec(func), output_type)

    def process(
        self, func: CoProcessFunction | KeyedCoProcessFunction, output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls the method for the record's stream; on keyed streams with state and timers of the key."""
        function_class = KeyedCoProcessFunction if self._keyed else CoProcessFunction
        spec = ProcessSpec(
            func, function_class, f"process() of connected streams, {'' if self._keyed else 'not '}keyed,"
        )
        return self._then("Co-Process", spec, output_type)

    @property
    def _keyed(self) -> bool:
        keyed = [stream.is_keyed for stream in (self.stream1, self.stream2)]
        if keyed[0] != keyed[1]:
            raise InvalidProgramError("connect() needs both streams keyed, or neither: call key_by() on the other too")
        return keyed[0]

    def _then(self, name: str, spec: OperatorSpec, output_type: Optional[TypeInformation]) -> DataStream:
        second = self.stream2.transformation_id
        return self.stream1.then(name, spec, output_type, keyed=self._keyed, second=second)


class BroadcastConnectedStream:
    """A stream connected with a broadcast stream."""

    def __init__(
        self,
        non_broadcast_stream: DataStream,
        broadcast_stream: BroadcastStream,
        broadcast_state_descriptors: Sequence[MapStateDescriptor],
    ) -> None:
        self.non_broadcast_stream = non_broadcast_stream
        self.broadcast_stream = broadcast_stream
        self.broadcast_state_descriptors = tuple(broadcast_state_descriptors)

    def process(
        self,
        func: BroadcastProcessFunction | KeyedBroadcastProcessFunction,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Calls the function with each record of both streams; it emits any number, and can use the broadcast state."""
        stream = self.non_broadcast_stream
        keyed = stream.is_keyed
        function_class = KeyedBroadcastProcessFunction if keyed else BroadcastProcessFunction
        where = f"process() of a broadcast-connected stream, {'' if keyed else 'not '}keyed,"
        spec = BroadcastProcessSpec(func, self.broadcast_state_descriptors, function_class, where)
        second = self.broadcast_stream.input_stream.transformation_id
        return stream.then("Broadcast Process", spec, output_type, keyed=keyed, second=second)
