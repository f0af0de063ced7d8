"""Staged: contents of a committable that checkpoints store in a separate file, written once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self


class Staged(ABC):
    """Records that wait for a checkpoint to complete, possibly for long: every checkpoint until then refers to them.

    The contents must not change once a checkpoint has started. The upload thread reads them too.
    """

    ref: Any = None
    """The file, once it is written: a FileRef. Only the thread that writes checkpoints accesses it."""

    @abstractmethod
    def contents(self) -> bytes: ...

    @classmethod
    @abstractmethod
    def of_contents(cls, load: Callable[[], bytes]) -> Self:
        """A Staged with contents that are loaded on demand: `load` may never be called."""
