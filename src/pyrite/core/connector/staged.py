"""Staged: contents of a committable that checkpoints keep in a file, which is written once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self


class Staged(ABC):
    """Records that wait for a checkpoint to complete, perhaps for long: every checkpoint until then refers to them.

    The contents must not change once a checkpoint has begun. They are read in the upload thread, too.
    """

    ref: Any = None
    """The file, once it is written: a FileRef. Only the thread that writes checkpoints looks at it."""

    @abstractmethod
    def contents(self) -> bytes: ...

    @classmethod
    @abstractmethod
    def of_contents(cls, read: Callable[[], bytes]) -> Self:
        """What had these contents. `read` is to be called when they are needed, and not before: perhaps never."""
