"""FrozenTables: a snapshot of a state of tables, taken namespace by namespace while it changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Optional

from pyrite.core.state_key import StateKey
from pyrite.state.backend import Table
from pyrite.state.changes import TouchedKeys
from pyrite.state.hashmap.frozen_table import Fail, FrozenTable, TablePiece


class FrozenTables:
    """The changed namespaces, or all. Each becomes a FrozenTable when its turn comes, or when it is used."""

    def __init__(
        self, live: dict[Any, Table], touched: TouchedKeys, whole: bool, fail: Fail, fail_unloaded: Callable[[], None]
    ) -> None:
        self._live = live
        self._touched = touched
        self._whole = whole
        self._fail = fail
        self._fail_unloaded = fail_unloaded
        self._namespaces = list({**dict.fromkeys(live), **touched} if whole else touched)
        """The remaining namespaces, the next one last."""
        self._begun: dict[Any, FrozenTable] = {}
        self._over: set[Any] = set()
        """Namespaces without entries left to copy: they were taken, or did not exist."""
        self._handled: dict[Any, list[StateKey]] = {}
        """The changed keys of finished namespaces, as given to the constructor."""

    @property
    def is_taken(self) -> bool:
        return not self._namespaces

    def changed_keys(self) -> TouchedKeys:
        """The changed keys as given to the constructor."""
        begun = {namespace: frozen.changed_keys() for namespace, frozen in self._begun.items()}
        return {**self._touched, **{namespace: set(keys) for namespace, keys in self._handled.items()}, **begun}

    # Copying ----------------------------------------------------------------------------------------------------------

    def copy(self, namespace: Any, keys: Collection[StateKey]) -> None:
        """Copies the entries of these keys before they change."""
        frozen = self._frozen(namespace)
        if frozen is not None:
            for key in keys:
                frozen.copy(key)

    def copy_all(self, namespace: Any) -> None:
        """Copies all entries before a namespace is dropped, or returned as a whole."""
        frozen = self._frozen(namespace)
        if frozen is not None:
            frozen.copy_all()
            self._over.add(namespace)

    def check_copied(self, namespace: Any, keys: Collection[StateKey]) -> None:
        """Checks that entries were copied before their change: true if the operator has loaded them."""
        frozen = self._frozen(namespace)
        if frozen is not None and not frozen.has_copied(keys):
            self._fail_unloaded()

    def _frozen(self, namespace: Any) -> Optional[FrozenTable]:
        """The FrozenTable of a namespace; None if nothing is left to copy."""
        if namespace in self._over:
            return None
        frozen = self._begun.get(namespace)
        if frozen is None:
            frozen = self._begin(namespace)
        return frozen

    def _begin(self, namespace: Any) -> Optional[FrozenTable]:
        if namespace not in (self._live if self._whole else self._touched):
            self._over.add(namespace)  # its entries are new
            return None
        changed = self._touched.pop(namespace, None)
        frozen = FrozenTable(self._live.get(namespace, {}), changed or set(), self._whole, self._fail)
        self._begun[namespace] = frozen
        return frozen

    # Taking -----------------------------------------------------------------------------------------------------------

    def take(self, most: int) -> tuple[Any, TablePiece]:
        """Examines up to `most` further keys of one namespace; returns the namespace and the piece."""
        namespace = self._namespaces[-1]
        frozen = self._begun.get(namespace) or self._begin(namespace)
        piece = TablePiece(1, {}, set(), {}) if frozen is None else frozen.take(most)
        if frozen is None or frozen.is_swept:
            self._over.add(namespace)
        if frozen is None or frozen.is_taken:
            self._namespaces.pop()
            if frozen is not None:
                del self._begun[namespace]
                self._handled[namespace] = frozen.handled
        return namespace, piece
