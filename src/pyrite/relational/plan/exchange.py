"""Exchange: distributes rows to subtasks by key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.nodes import SingleInput


@dataclass(frozen=True)
class Exchange(SingleInput):
    """Distributes rows by these columns. Without columns, all rows go to one subtask."""

    keys: tuple[int, ...]

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.field_names
        hashed = f"hash[{', '.join(names[key] for key in self.keys)}]" if self.keys else "single"
        return f"Exchange(distribution=[{hashed}])"
