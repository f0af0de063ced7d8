"""DeltaIteration: supersteps that change a solution set by key, as far as a workset says."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional, Union

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import AggregateFunction, KeySelector
from pyrite.core.functions.iteration_functions import LOOP_RESULT, SolutionSetFunction
from pyrite.core.functions.user_function import shorten
from pyrite.core.job.loop import LoopSpec
from pyrite.core.types.types_factory import TypeInformation
from pyrite.datastream.loops import SuperstepLoop, next_loop
from pyrite.operators.iteration.solution_set import SolutionSetSpec

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream

Key = Union[Callable[[Any], Any], KeySelector]
Keys = Union[Key, int, tuple[int, ...]]


class DeltaIteration:
    """A delta iteration: a workset that goes round, and a solution set that stays, as keyed state of one operator."""

    def __init__(self, solution_set: DataStream, workset: DataStream, max_iterations: int, keys: Keys) -> None:
        spec = LoopSpec(next_loop(workset), max_iterations=max_iterations, ends_when_empty=True)
        self._loop = SuperstepLoop(workset, "Delta Iteration", spec)
        self._initial = solution_set
        self._keys = _selector(keys)
        self._joined: Optional[DataStream] = None

    def get_workset(self) -> DataStream:
        """The workset of the superstep: the loop's body begins here."""
        return self._loop.head

    def register_aggregator(self, name: str, aggregator: AggregateFunction) -> None:
        """See BulkIteration.register_aggregator."""
        self._loop.register_aggregator(name, aggregator)

    def join_solution_set(
        self,
        stream: DataStream,
        key_selector: Key,
        func: SolutionSetFunction,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Joins a stream of the body with the solution set, by key; gives the delta, what the function yields.

        There is one such join in a delta iteration: it holds the solution set, and its function changes it.
        """
        spec = SolutionSetSpec(func)
        if self._joined is not None:
            raise InvalidProgramError("the solution set is joined already: union() the streams and join once")
        second = self._initial.key_by(self._keys).transformation_id
        self._joined = stream.key_by(key_selector).then("Solution Set", spec, output_type, keyed=True, second=second)
        return self._joined

    def close_with(self, solution_delta: DataStream, next_workset: DataStream) -> DataStream:
        """Feeds the next superstep's workset back; returns the solution set, as it is once the loop has ended.

        The loop ends after `max_iterations`, or if a superstep has fed nothing back.
        """
        if self._joined is None or solution_delta is not self._joined:
            raise InvalidProgramError(
                "the solution delta is what join_solution_set() has given: the solution set is changed there"
            )
        self._loop.close(next_workset)
        return self._joined.get_side_output(LOOP_RESULT).with_type_of(self._initial)


def _selector(keys: Keys) -> Key:
    if isinstance(keys, bool) or keys == ():
        raise ArgumentTypeError(f"keys: a function, or positions of fields, not {keys!r}")
    return _Fields(keys) if isinstance(keys, (int, tuple)) else keys


class _Fields(KeySelector):
    """The key is a field of the record, or a tuple of some."""

    def __init__(self, positions: int | tuple[int, ...]) -> None:
        self._positions = positions
        self._get = operator.itemgetter(*((positions,) if isinstance(positions, int) else positions))
        self._is_tuple = isinstance(positions, tuple) and len(positions) == 1

    def get_key(self, value: Any) -> Any:
        try:
            key = self._get(value)
        except (IndexError, KeyError, TypeError) as error:
            raise InvalidProgramError(f"iterate_delta(keys={self._positions!r}): {shorten(value)}: {error}") from None
        return (key,) if self._is_tuple else key
