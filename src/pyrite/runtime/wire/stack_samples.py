"""Samples of tasks' stacks: requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

Stack = tuple[str, ...]
"""Frames as `module.function:line`, the outermost first."""


@dataclass(frozen=True)
class StackRequest:
    """A request for stack samples. Without samples: only the current stacks of all threads."""

    samples: int = 0
    delay_ms: int = 50
    depth: int = 100
    """The number of innermost frames per stack; other frames are omitted."""
    tasks: Optional[frozenset[tuple[int, int]]] = None
    """The tasks to sample; None: all running tasks."""


@dataclass(frozen=True)
class StackSamples:
    """The stack samples of a task."""

    counts: Mapping[tuple[Stack, bool], int] = field(default_factory=dict)
    """The number of samples per stack of the thread that runs its functions, and whether it was on the CPU."""
    threads: tuple[tuple[str, str], ...] = ()
    """All threads at the end: name and stack, as text."""
