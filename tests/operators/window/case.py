"""One transcript with its program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tests.operators.window.programs import Windows


@dataclass(frozen=True)
class Case:
    """A program, its transcript, and how many entries of state stay when it is over: of windows that have no end."""

    program: Windows
    script: str
    leaves: int = 0
    now_ms: int = 0
    restarts: bool = True
    """Whether the result stays the same when the operator is restored from a snapshot after every line."""


Cases: TypeAlias = dict[str, Case]
