"""Samples of tasks' stacks: what is asked for, and what a task answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

Stack = tuple[str, ...]
"""Frames as `module.function:line`, the outermost first."""


@dataclass(frozen=True)
class StackRequest:
    """How stacks are to be sampled. No samples: only where all threads are now."""

    samples: int = 0
    delay_ms: int = 50
    depth: int = 100
    """The innermost frames of a stack; more are left out."""
    tasks: Optional[frozenset[tuple[int, int]]] = None
    """Which tasks; None: all that run."""


@dataclass(frozen=True)
class StackSamples:
    """What a task has seen of itself."""

    counts: Mapping[tuple[Stack, bool], int] = field(default_factory=dict)
    """How often each stack of the thread that runs its functions was seen, and whether that was on the CPU."""
    threads: tuple[tuple[str, str], ...] = ()
    """All threads at the end: name and stack, as text."""
