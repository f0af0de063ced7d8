"""State in user functions: descriptors, and the state objects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_ttl import StateTtlConfig

if TYPE_CHECKING:
    from pyrite.core.functions.functions import AggregateFunction, ReduceFunction
    from pyrite.core.types.types_factory import TypeInformation

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


@persisted("state-descriptor/1")
class StateDescriptor:
    """The name and type of a state."""

    def __init__(self, name: str, type_info: Any = None) -> None:
        if not isinstance(name, str) or not name:
            raise InvalidProgramError(f"a state descriptor needs a non-empty name, not {name!r}")
        self.name = name
        self.type_info = type_info
        self.ttl_config: Optional[StateTtlConfig] = None
        self._queryable_name: Optional[str] = None

    def get_name(self) -> str:
        """The state's name, unique within its operator."""
        return self.name

    def enable_time_to_live(self, ttl_config: StateTtlConfig) -> None:
        """Lets entries expire."""
        self.ttl_config = ttl_config

    def set_queryable(self, queryable_state_name: str) -> None:
        """Publishes the state: a QueryableStateClient in another process finds it by this name. Keyed state only."""
        if not isinstance(queryable_state_name, str) or not queryable_state_name:
            raise InvalidProgramError(f"a queryable state needs a non-empty name, not {queryable_state_name!r}")
        if self._queryable_name is not None:
            raise InvalidProgramError(f"state '{self.name}' is queryable already, as '{self._queryable_name}'")
        self._queryable_name = queryable_state_name

    def is_queryable(self) -> bool:
        """Whether other processes can query the state."""
        return self._queryable_name is not None

    def get_queryable_state_name(self) -> Optional[str]:
        """The name under which the state is published; None if it is not queryable."""
        return self._queryable_name


@persisted("value-state-descriptor/1")
class ValueStateDescriptor(StateDescriptor):
    """Describes a ValueState."""

    def __init__(self, name: str, value_type_info: Optional[TypeInformation] = None) -> None:
        super().__init__(name, value_type_info)


@persisted("list-state-descriptor/1")
class ListStateDescriptor(StateDescriptor):
    """Describes a ListState."""

    def __init__(self, name: str, elem_type_info: Optional[TypeInformation] = None) -> None:
        super().__init__(name, elem_type_info)


@persisted("map-state-descriptor/1")
class MapStateDescriptor(StateDescriptor):
    """Describes a MapState, or a broadcast state."""

    def __init__(
        self,
        name: str,
        key_type_info: Optional[TypeInformation] = None,
        value_type_info: Optional[TypeInformation] = None,
    ) -> None:
        super().__init__(name, value_type_info)
        self.key_type_info = key_type_info


@persisted("reducing-state-descriptor/1")
class ReducingStateDescriptor(StateDescriptor):
    """Describes a ReducingState and its reduce function."""

    def __init__(
        self,
        name: str,
        reduce_function: ReduceFunction | Callable[[Any, Any], Any],
        type_info: Optional[TypeInformation] = None,
    ) -> None:
        super().__init__(name, type_info)
        if not callable(getattr(reduce_function, "reduce", reduce_function)):
            raise ArgumentTypeError(f"state '{name}' needs a ReduceFunction or a callable, not {reduce_function!r}")
        self.reduce_function = reduce_function

    def get_reduce_function(self) -> ReduceFunction | Callable[[Any, Any], Any]:
        """The function that reduces values."""
        return self.reduce_function


@persisted("aggregating-state-descriptor/1")
class AggregatingStateDescriptor(StateDescriptor):
    """Describes an AggregatingState and its aggregate function; the type is the accumulator's."""

    def __init__(
        self, name: str, agg_function: AggregateFunction, state_type_info: Optional[TypeInformation] = None
    ) -> None:
        super().__init__(name, state_type_info)
        if not callable(getattr(agg_function, "create_accumulator", None)):
            raise ArgumentTypeError(f"state '{name}' needs an AggregateFunction, not {agg_function!r}")
        self.agg_function = agg_function

    def get_agg_function(self) -> AggregateFunction:
        """The function that aggregates values."""
        return self.agg_function


@persisted("state/1")
class State(ABC):
    """A state of the current key."""

    @abstractmethod
    def clear(self) -> None:
        """Removes the current key's entry."""


@persisted("value-state/1")
class ValueState(State, Generic[T]):
    """One value for each key.

    >>> class Last(KeyedProcessFunction):
    ...     def open(self, runtime_context):
    ...         self._last = runtime_context.get_state(ValueStateDescriptor("last"))
    ...     def process_element(self, value, ctx):
    ...         yield self._last.value(), value
    ...         self._last.update(value)
    >>> list(env.from_collection([1, 2]).key_by(lambda n: "all").process(Last()).execute_and_collect())
    [(None, 1), (1, 2)]
    """

    @abstractmethod
    def value(self) -> T | None:
        """The current key's value, or None."""

    @abstractmethod
    def update(self, value: T) -> None:
        """Sets the current key's value; None removes it."""


@persisted("list-state/1")
class ListState(State, Generic[T]):
    """A list for each key.

    >>> class Batch(KeyedProcessFunction):
    ...     def open(self, runtime_context):
    ...         self._waiting = runtime_context.get_list_state(ListStateDescriptor("waiting"))
    ...     def process_element(self, value, ctx):
    ...         self._waiting.add(value)
    ...         batch = list(self._waiting.get())
    ...         if len(batch) == 2:
    ...             self._waiting.clear()
    ...             yield batch
    >>> list(env.from_sequence(1, 5).key_by(lambda n: "all").process(Batch()).execute_and_collect())
    [[1, 2], [3, 4]]
    """

    @abstractmethod
    def get(self) -> Iterable[T]:
        """The current key's elements; empty without an entry."""

    def __iter__(self) -> Iterator[T]:
        return iter(self.get())

    @abstractmethod
    def add(self, value: T) -> None:
        """Appends one element."""

    @abstractmethod
    def update(self, values: list[T]) -> None:
        """Replaces all elements."""

    @abstractmethod
    def add_all(self, values: list[T]) -> None:
        """Appends elements."""


@persisted("reducing-state/1")
class ReducingState(State, Generic[T]):
    """One value for each key, reduced from all added values."""

    @abstractmethod
    def get(self) -> T | None:
        """The current key's value, or None if no value was added."""

    @abstractmethod
    def add(self, value: T) -> None:
        """Reduces a value into the state."""


@persisted("aggregating-state/1")
class AggregatingState(State, Generic[T, V]):
    """An accumulator for each key; reads return its result."""

    @abstractmethod
    def get(self) -> V | None:
        """The result of the current key's accumulator, or None if no value was added."""

    @abstractmethod
    def add(self, value: T) -> None:
        """Adds a value to the accumulator."""


@persisted("read-only-broadcast-state/1")
class ReadOnlyBroadcastState(ABC, Generic[K, V]):
    """A map that every subtask has in full and that only the broadcast side changes."""

    @abstractmethod
    def get(self, key: K) -> V | None:
        """The value of a key, or None."""

    @abstractmethod
    def contains(self, key: K) -> bool:
        """Whether a key has a value, even if the value is None."""

    @abstractmethod
    def items(self) -> Iterable[tuple[K, V]]:
        """All keys with their values."""

    @abstractmethod
    def keys(self) -> Iterable[K]:
        """All keys."""

    @abstractmethod
    def values(self) -> Iterable[V]:
        """All values."""

    @abstractmethod
    def is_empty(self) -> bool:
        """Whether the map is empty."""

    def __iter__(self) -> Iterator[K]:
        return iter(self.keys())

    def __contains__(self, key: K) -> bool:
        return self.contains(key)

    def __getitem__(self, key: K) -> V | None:
        return self.get(key)


@persisted("map-state/1")
class MapState(State, ReadOnlyBroadcastState[K, V]):
    """A map for each key.

    >>> class Distinct(KeyedProcessFunction):
    ...     def open(self, runtime_context):
    ...         self._seen = runtime_context.get_map_state(MapStateDescriptor("seen"))
    ...     def process_element(self, value, ctx):
    ...         if not self._seen.contains(value):
    ...             self._seen.put(value, True)
    ...             yield value
    >>> list(env.from_collection("abca").key_by(lambda c: "all").process(Distinct()).execute_and_collect())
    ['a', 'b', 'c']
    """

    @abstractmethod
    def put(self, key: K, value: V) -> None:
        """Sets the value of a key."""

    @abstractmethod
    def put_all(self, dict_value: Mapping[K, V]) -> None:
        """Sets the values of several keys."""

    @abstractmethod
    def remove(self, key: K) -> None:
        """Removes a key; no effect if it does not exist."""

    def __setitem__(self, key: K, value: V) -> None:
        self.put(key, value)

    def __delitem__(self, key: K) -> None:
        self.remove(key)


@persisted("broadcast-state/1")
class BroadcastState(MapState[K, V]):
    """The writable broadcast state, for the broadcast side."""


@persisted("operator-state-store/1")
class OperatorStateStore(ABC):
    """State of an operator's subtask that does not belong to a key. It is in memory as a whole."""

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """A list of this subtask; after a restore, its share of the elements of all subtasks."""

    @abstractmethod
    def get_union_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """A list of this subtask; after a restore, the elements of all subtasks, in the order of the subtasks."""

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        """A map with the same contents in every subtask."""


@persisted("keyed-state-store/1")
class KeyedStateStore(ABC):
    """Access to state of the current key."""

    @abstractmethod
    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        """The state with one value per key."""

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """The state with a list per key."""

    @abstractmethod
    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        """The state with a map per key."""

    @abstractmethod
    def get_reducing_state(self, state_descriptor: ReducingStateDescriptor) -> ReducingState[Any]:
        """The state with a reduced value per key."""

    @abstractmethod
    def get_aggregating_state(self, state_descriptor: AggregatingStateDescriptor) -> AggregatingState[Any, Any]:
        """The state with an accumulator per key."""
