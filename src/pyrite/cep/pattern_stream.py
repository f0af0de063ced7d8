"""CEP and PatternStream: a pattern is looked for in a stream, and a function is called with each match."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Optional, TypeAlias

from pyrite.core.arguments import check_argument
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import Function
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import bound_method, check_function
from pyrite.core.types.types_factory import TypeInformation
from pyrite.datastream.data_stream import DataStream
from pyrite.datastream.windowed_stream import everything
from pyrite.operators.pattern.cep_operator import CepSpec, Comparator
from pyrite.operators.pattern.compiler import compile_pattern
from pyrite.operators.pattern.functions import (
    FlatSelect,
    FlatTimeout,
    PatternProcessFunction,
    Select,
    SelectAdapter,
    Timeout,
    TimeoutAdapter,
)
from pyrite.operators.pattern.pattern import Pattern


class EventComparator(Function):
    """Orders events of one time."""

    @abstractmethod
    def compare(self, first: Any, second: Any) -> int:
        """Negative if the first comes first, positive if the second does, 0 if they stay as they came."""


AnyComparator: TypeAlias = EventComparator | Comparator


class CEP:
    """The beginning of pattern matching: `CEP.pattern(stream, pattern).select(function)`.

    >>> pattern = Pattern.begin("small").where(lambda n: n < 10).next("large").where(lambda n: n > 100)
    >>> matches = CEP.pattern(env.from_collection([5, 500, 50, 600]), pattern).in_processing_time()
    >>> list(matches.select(lambda match: (match["small"], match["large"])).execute_and_collect())
    [([5], [500])]
    """

    @staticmethod
    def pattern(stream: DataStream, pattern: Pattern, comparator: Optional[AnyComparator] = None) -> PatternStream:
        """Looks for the pattern in the events of each key; a stream that is not keyed is one sequence, in one subtask.

        Events with the same timestamp are looked at in the order in which they came, or in that of the comparator.
        """
        check_argument("CEP.pattern()", stream, DataStream)
        check_argument("CEP.pattern()", pattern, Pattern)
        compile_pattern(pattern)
        compare = None if comparator is None else bound_method(comparator, EventComparator, "compare")
        return PatternStream(stream, pattern, compare)


@dataclass(frozen=True)
class PatternStream:
    """A stream in which a pattern is looked for. In event time, unless set otherwise."""

    _stream: DataStream
    _pattern: Pattern
    _comparator: Optional[Comparator] = None
    _event_time: bool = True
    _late_tag: Optional[OutputTag] = None

    def in_event_time(self) -> PatternStream:
        """Events are looked at in the order of their timestamps, when the watermark has passed them."""
        return replace(self, _event_time=True)

    def in_processing_time(self) -> PatternStream:
        """Events are looked at as they come, and time limits follow the clock."""
        return replace(self, _event_time=False)

    def side_output_late_data(self, late_data_output_tag: OutputTag) -> PatternStream:
        """Events that are late go to this side output; otherwise they are dropped and counted."""
        return replace(self, _late_tag=OutputTag.checked(late_data_output_tag, "side_output_late_data"))

    def process(
        self, pattern_process_function: PatternProcessFunction, output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls the function with each match and, if it is a TimedOutPartialMatchHandler, each one out of time."""
        check_function(pattern_process_function, PatternProcessFunction, "process() of a PatternStream")
        return self._then(pattern_process_function, output_type)

    def select(
        self,
        pattern_select_function: Select,
        output_type: Optional[TypeInformation] = None,
        timed_out_tag: Optional[OutputTag] = None,
        pattern_timeout_function: Optional[Timeout] = None,
    ) -> DataStream:
        """One record for each match; with a tag, one for each partial match whose time is up to that side output."""
        function = _adapted(pattern_select_function, False, timed_out_tag, pattern_timeout_function)
        return self._then(function, output_type)

    def flat_select(
        self,
        pattern_flat_select_function: FlatSelect,
        output_type: Optional[TypeInformation] = None,
        timed_out_tag: Optional[OutputTag] = None,
        pattern_flat_timeout_function: Optional[FlatTimeout] = None,
    ) -> DataStream:
        """Any number of records for each match, and for each partial match whose time is up, as with `select`."""
        function = _adapted(pattern_flat_select_function, True, timed_out_tag, pattern_flat_timeout_function)
        return self._then(function, output_type)

    def _then(self, function: PatternProcessFunction, output_type: Optional[TypeInformation]) -> DataStream:
        spec = CepSpec(self._pattern, function, self._event_time, self._comparator, self._late_tag)
        if self._stream.is_keyed:
            return self._stream.then("CEP", spec, output_type)
        return self._stream.key_by(everything).then("Global CEP", spec, output_type).force_non_parallel()


def _adapted(
    select: Select | FlatSelect, flat: bool, tag: Optional[OutputTag], timeout: Optional[Timeout | FlatTimeout]
) -> PatternProcessFunction:
    if (tag is None) != (timeout is None):
        raise InvalidProgramError("partial matches whose time is up need both: a timed_out_tag and a timeout function")
    return SelectAdapter(select, flat) if tag is None or timeout is None else TimeoutAdapter(select, flat, tag, timeout)
