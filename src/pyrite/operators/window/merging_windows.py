"""Windows that merge: which live windows a key has, and under which of them each keeps what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pyrite.core.windows.window_assigner import MergingWindowAssigner
from pyrite.core.windows.windows import Window

OnMerge = Callable[[Any, list[Any], Any, list[Any]], None]
"""Called with the merged window, those that it replaces, its state window, and the state windows to merge into that."""


class _Merges(MergingWindowAssigner.MergeCallback):  # type: ignore[type-arg]
    def __init__(self) -> None:
        self.merged: list[tuple[list[Any], Any]] = []

    def merge(self, to_be_merged: Iterable[Any], merge_result: Any) -> None:
        self.merged.append((list(to_be_merged), merge_result))


class MergingWindows:
    """One key's live windows, each with its state window: the one whose name its contents keep when it grows."""

    def __init__(self, assigner: MergingWindowAssigner[Any, Any], mapping: dict[Any, Any]) -> None:
        self._assigner = assigner
        self.mapping = mapping

    def state_window(self, window: Window) -> Any:
        return self.mapping.get(window)

    def retire(self, window: Window) -> None:
        self.mapping.pop(window, None)

    def add(self, new: Any, on_merge: OnMerge) -> Any:
        """Adds a window; returns the one that it is now part of."""
        if new in self.mapping:
            return new
        merges = _Merges()
        self._assigner.merge_windows([*self.mapping, new], merges)
        actual = new
        merged_new = False
        for merged, result in merges.merged:
            if new in merged:
                merged_new, actual = True, result
            before = [window for window in dict.fromkeys(merged) if window in self.mapping]
            states = [self.mapping.pop(window) for window in before]
            state_window = states[0] if states else result
            self.mapping[result] = state_window
            if before != [result]:
                replaced = [window for window in before if window != result]
                on_merge(result, replaced, state_window, states[1:])
        if not merged_new:
            self.mapping[new] = new
        return actual
