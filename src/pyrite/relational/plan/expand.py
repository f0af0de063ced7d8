"""Expand: replicates each row for each grouping set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pyrite.core.types import RowType
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.plan.nodes import SingleInput

EXPAND_ID: Final = "$e"
"""The column with a row's set: a bit for each key that the set lacks."""


@dataclass(frozen=True)
class Expand(SingleInput):
    """Emits a row for each list of projections, in their order."""

    projections: tuple[tuple[ResolvedExpression, ...], ...]
    expand_type: RowType

    @property
    def row_type(self) -> RowType:
        return self.expand_type

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.field_names
        lists = [
            ", ".join(
                item if (item := _shown(tree, text)) == name else f"{item} AS {name}"
                for tree, name in zip(projection, names, strict=True)
            )
            for projection in self.projections
        ]
        return f"Expand(projects=[{', '.join(f'{{{each}}}' for each in lists)}])"


def _shown(tree: ResolvedExpression, text: Callable[[ResolvedExpression], str]) -> str:
    return "null" if isinstance(tree, ValueLiteral) and tree.value is None else text(tree)
