"""Output: the outputs for an operator's records, watermarks and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, NoReturn, Optional, Protocol

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.isolation import all_frozen, isolated
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types.type_checks import is_checked
from pyrite.core.types.types_factory import TypeInformation
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.turn import Caller, Turn

_first = itemgetter(0)


class Target(Protocol):
    """A receiver of an operator's output: the next operator of the chain, or an edge to other tasks."""

    def process_block(self, block: Any) -> None:
        """Processes a block of the operator's block type."""

    def process_watermark(self, watermark_ms: int) -> None: ...

    def process_idle(self, idle: bool) -> None: ...

    def process_mark(self, mark: LoopMark) -> None: ...


class Output:
    """An operator's main output and side outputs, each with any number of targets."""

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
        self.owner: Optional[Caller] = None
        self.turn = Turn()
        self.error: Optional[Exception] = None
        """An error raised downstream while a call's results were emitted: not an error of its function."""
        self.iteration: Optional[OperatorIteration] = None
        self.watermark_ms = MIN_WATERMARK

    def mute(self) -> None:
        """Drops all later output: the attempt has failed."""
        self._main, self._sides, self._all = [], {}, []

    def emit(self, block: Block) -> None:
        if len(block):
            if self._type is not None and isinstance(block, RowBlock):
                block = RowBlock(self._fitting(block.values, self._type), block.timestamps, block.keys)
            self._hand_out(block, self._main)

    def emit_more(self, block: Block) -> None:
        """Emits one of several blocks of a single call; afterwards the task may do other work."""
        with self._in_call():
            self.emit(block)
            self.turn.pause()

    def pause(self) -> None:
        """Lets the task do other work, if it is due, between blocks of one call."""
        with self._in_call():
            self.turn.pause()

    @contextmanager
    def _in_call(self) -> Iterator[None]:
        """The context in which a part of a call's output is processed downstream."""
        assert self.owner is not None
        self.turn.callers.append(self.owner)
        try:
            yield
        except Exception as error:
            self.error = error
            raise
        finally:
            self.turn.callers.pop()

    def emit_side(self, tag: OutputTag, block: Block) -> None:
        targets = self._sides.get(tag.tag_id)
        if targets:
            if is_checked(tag.type_info) and isinstance(block, RowBlock):
                block = RowBlock(self._fitting(block.values, tag.type_info), block.timestamps, block.keys)
            self._hand_out(block, targets)

    def _hand_out(self, block: Block, targets: list[Target]) -> None:
        """Passes the block to every target; all but the last get copies of the records, so that they may change them.

        Columns are immutable: all targets share them.
        """
        if len(targets) > 1 and isinstance(block, RowBlock) and not all_frozen(block.values):
            for target in targets[:-1]:
                target.process_block(RowBlock(list(map(isolated, block.values)), block.timestamps, block.keys))
            targets = targets[-1:]
        for target in targets:
            target.process_block(block)

    def _fitting(self, values: list[Any], type_info: TypeInformation) -> list[Any]:
        """Converts the values to the declared type; raises for the first that does not fit."""
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
                    "Change the type, or the function's results"
                )
                func = getattr(self.owner, "func", None)
                label = "" if self.owner is None else self.owner.label()
                raise_user_error(error, label, func, shorten(value))
        raise error

    def emit_results(self, results: list[Any], timestamps: Optional[list[int]], has_tags: bool = True) -> None:
        """Emits the results of a process function: `(tag, value)` pairs to the side outputs, others to the main output.

        `has_tags` is False if no result has a tag.
        """
        if has_tags and _has_tags(results):
            results, timestamps = self._split_tags(results, timestamps)
        self.emit(RowBlock(results, timestamps))

    def hand_over(
        self, results: list[Any], timestamps: Optional[list[int]], has_tags: bool = True, ends: bool = False
    ) -> None:
        """Emits the results of one or several calls so far, in parts that receivers accept.

        `ends`: no more will follow.
        """
        start, count = 0, len(results)
        if not count:
            return
        with self._in_call():
            while start < count:
                stop = min(count, start + self.turn.room())
                times = None if timestamps is None else timestamps[start:stop]
                self.emit_results(results[start:stop], times, has_tags)
                start = stop
                if start < count or not ends:
                    self.turn.pause()

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
    """Whether any result is a pair that begins with an OutputTag; a single pass in C over results of one type."""
    types = set(map(type, results))
    if tuple not in types:
        return False
    if types == {tuple} and () not in results:
        return OutputTag in set(map(type, map(_first, results)))
    return any(type(r) is tuple and len(r) == 2 and type(r[0]) is OutputTag for r in results)
