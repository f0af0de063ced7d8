"""FormerOperator: one operator's state in a checkpoint, and which part of it each current subtask takes.

At another parallelism a subtask gets what it takes and no more, so that plans grow with what is moved, and not with
the product of the former and the current subtasks. What is in the unkeyed state is known from summaries.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Optional

from pyrite.checkpoint.manifest import OperatorState
from pyrite.runtime.wire.deployment import OperatorRestore, UnkeyedStatePart, UnkeyedStateShare
from pyrite.state.handles import KeyedHandle, StoredOperatorState, UnkeyedStateSummary

_NONE = StoredOperatorState()


class FormerOperator:
    """The state of one operator, in the order of its subtasks."""

    def __init__(self, state: OperatorState) -> None:
        self._state = state

    @property
    def parallelism(self) -> int:
        return self._state.parallelism

    @cached_property
    def _handles(self) -> list[StoredOperatorState]:
        return [self._state.subtasks.get(subtask, _NONE) for subtask in range(self.parallelism)]

    # Keyed state ------------------------------------------------------------------------------------------------------

    def keyed(self, groups: range) -> tuple[KeyedHandle, ...]:
        """The handles that may hold any of these key groups."""
        first, last, sorted_handles = self._by_groups
        # The slice leaves out handles that end before the groups, and those that begin after them.
        candidates = sorted_handles[bisect_left(last, groups.start) : bisect_left(first, groups.stop)]
        matching = [(former, handle) for former, handle in candidates if handle.may_hold(groups)]
        return tuple(handle for _, handle in sorted([*self._of_any_group, *matching], key=lambda pair: pair[0]))

    @cached_property
    def _of_any_group(self) -> list[tuple[int, KeyedHandle]]:
        """Keys were encoded differently: they may be of any group now."""
        return [(n, h.keyed) for n, h in enumerate(self._handles) if h.keyed and not h.keyed.has_current_keys]

    @cached_property
    def _by_groups(self) -> tuple[list[int], list[int], list[tuple[int, KeyedHandle]]]:
        """The first groups of the others, in order, the highest last group so far, and these with their subtasks."""
        handles = [(n, h.keyed) for n, h in enumerate(self._handles) if h.keyed and h.keyed.has_current_keys]
        handles.sort(key=lambda pair: pair[1].first_group)
        first = [handle.first_group for _, handle in handles]
        return first, list(accumulate((handle.last_group for _, handle in handles), max)), handles

    # Unkeyed state ----------------------------------------------------------------------------------------------------

    def same(self, index: int, keyed: tuple[KeyedHandle, ...]) -> OperatorRestore:
        """What a subtask is restored from if there are as many as before: its own state, and the unions of all."""
        taken = sorted({index, *self._with_unions})
        handles = [self._handles[former] for former in taken]
        unkeyed, staged = tuple(handle.unkeyed for handle in handles), tuple(handle.staged for handle in handles)
        return OperatorRestore(keyed, unkeyed, taken.index(index), staged)

    def rescaled(
        self, index: int, parallelism: int, keyed: tuple[KeyedHandle, ...], broadcast_from: Optional[int]
    ) -> OperatorRestore:
        """What a subtask is restored from if there were more or fewer."""
        if self._summaries is None:
            handles = self._handles
            unkeyed, staged = tuple(handle.unkeyed for handle in handles), tuple(handle.staged for handle in handles)
            return OperatorRestore(keyed, unkeyed, None, staged, broadcast_from)
        if not self._summaries:
            return OperatorRestore(keyed)
        return OperatorRestore(keyed, share=self._share(index, parallelism, broadcast_from))

    @cached_property
    def _with_unions(self) -> list[int]:
        return [former for former, handle in enumerate(self._handles) if handle.has_unions]

    @cached_property
    def _summaries(self) -> Optional[dict[int, UnkeyedStateSummary]]:
        """Those of all that have unkeyed state; None: an earlier Pyrite wrote it, without."""
        summaries: dict[int, UnkeyedStateSummary] = {}
        for former, handle in enumerate(self._handles):
            if handle.unkeyed is not None:
                if handle.summary is None:
                    return None
                summaries[former] = handle.summary
        return summaries

    def _share(self, index: int, parallelism: int, broadcast_from: Optional[int]) -> UnkeyedStateShare:
        lists = self._shares_of_lists(index, parallelism)
        assert self._summaries is not None
        numbered = {n for n in range(index, self.parallelism, parallelism) if n in self._numbered}
        broadcast = broadcast_from if broadcast_from in self._summaries else self._longest_broadcast
        taken = sorted({*lists, *numbered, *self._with_unions, *(() if broadcast is None else (broadcast,))})
        parts = []
        for former in taken:
            handle = self._handles[former]
            assert handle.unkeyed is not None
            is_numbered = former in numbered
            part = UnkeyedStatePart(
                handle.unkeyed, handle.staged, lists.get(former, {}), former == broadcast, is_numbered
            )
            parts.append(part)
        return UnkeyedStateShare(*self._time, tuple(self._lists), tuple(parts))

    def _shares_of_lists(self, index: int, parallelism: int) -> dict[int, dict[str, tuple[int, int]]]:
        """By former subtask: which elements of which lists. All elements of a list are distributed in their order."""
        shares: dict[int, dict[str, tuple[int, int]]] = {}
        for name, (formers, ends) in self._lists.items():
            total = ends[-1] if ends else 0
            first, last = total * index // parallelism, total * (index + 1) // parallelism
            for place in range(bisect_right(ends, first), bisect_left(ends, last) + 1 if last > first else 0):
                begin = ends[place - 1] if place else 0
                share = (max(first, begin) - begin, min(last, ends[place]) - begin)
                shares.setdefault(formers[place], {})[name] = share
        return shares

    @cached_property
    def _lists(self) -> dict[str, tuple[Sequence[int], Sequence[int]]]:
        """By name: the subtasks that have elements, and how many these have together up to each."""
        lists: dict[str, tuple[list[int], list[int]]] = {}
        for former, summary in (self._summaries or {}).items():
            for name, length in summary.lists:
                formers, ends = lists.setdefault(name, ([], []))
                if length:
                    formers.append(former)
                    ends.append(length + (ends[-1] if ends else 0))
        return dict(lists)

    @cached_property
    def _numbered(self) -> set[int]:
        return {former for former, summary in (self._summaries or {}).items() if summary.has_numbered}

    @cached_property
    def _longest_broadcast(self) -> Optional[int]:
        """All have the same, except those that had finished."""
        having = {former: summary.broadcasts for former, summary in (self._summaries or {}).items()}
        former = max(having, key=lambda n: having[n])
        return former if having[former] else None

    @cached_property
    def _time(self) -> tuple[int, int, str]:
        """How far event time had come for the slowest."""
        summaries = list((self._summaries or {}).values())
        return (
            min(summary.watermark_ms for summary in summaries),
            min(summary.output_watermark_ms for summary in summaries),
            max(summary.windows for summary in summaries),
        )
