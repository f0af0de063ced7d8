"""Changes: what rows have done to results, gathered in the order in which it is announced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.state_key import StateKey

Result = tuple[Any, ...]


class Changes:
    """Each row's change by itself. `are_same` says whether one result after another need not be announced."""

    def __init__(self, are_same: Callable[[Result, Result], bool], emits_update_before: bool) -> None:
        self._are_same = are_same
        self._emits_update_before = emits_update_before
        self.kinds: list[int] = []
        self.rows: list[int] = []
        """Of which row each change came."""
        self.values: list[Result] = []

    def change(self, key: StateKey, row: int, before: Optional[Result], after: Optional[Result]) -> None:
        """A row has changed the result of its key; None: it was not there, or is gone."""
        self._announce(row, before, after)

    def end(self) -> None:
        """No further changes come."""

    def _announce(self, row: int, before: Optional[Result], after: Optional[Result]) -> None:
        if before is None:
            if after is not None:
                self._add(ChangeKind.INSERT, row, after)
        elif after is None:
            self._add(ChangeKind.DELETE, row, before)
        elif not self._are_same(before, after):
            if self._emits_update_before:
                self._add(ChangeKind.UPDATE_BEFORE, row, before)
            self._add(ChangeKind.UPDATE_AFTER, row, after)

    def _add(self, kind: ChangeKind, row: int, values: Result) -> None:
        self.kinds.append(kind)
        self.rows.append(row)
        self.values.append(values)


class BundledChanges(Changes):
    """One change for each key: from the result before its first row to the one after its last."""

    def __init__(self, are_same: Callable[[Result, Result], bool], emits_update_before: bool) -> None:
        super().__init__(are_same, emits_update_before)
        self._of_keys: dict[StateKey, tuple[int, Optional[Result], Optional[Result]]] = {}

    def change(self, key: StateKey, row: int, before: Optional[Result], after: Optional[Result]) -> None:
        first, former, _ = self._of_keys.get(key, (row, before, None))
        self._of_keys[key] = (first, former, after)

    def end(self) -> None:
        for row, before, after in self._of_keys.values():
            self._announce(row, before, after)
