"""Program: what a user has built, as a table from id to frozen node."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind

_NUMBERS: Final = count(1)
"""Ids of two programs differ, so that a stream of another environment is noticed."""


class Program:
    """The transformations of one environment. Inputs of a node are ids, so a node that is replaced later counts.

    A node is dropped after its id: when no stream and no other node refers to it.
    """

    def __init__(self) -> None:
        self._nodes: dict[int, Transformation] = {}
        self._released: deque[int] = deque()

    def add(self, node: Transformation) -> TransformationId:
        """The id of a new node, whose inputs are nodes of this program."""
        while self._released:  # a loop, as the end of a node releases its inputs
            self._nodes.pop(self._released.popleft(), None)
        for each in node.inputs:
            self[each]  # raises for one of another environment
        added = TransformationId(next(_NUMBERS), self._released)
        self._nodes[added.number] = node
        return added

    def __getitem__(self, node: TransformationId) -> Transformation:
        try:
            return self._nodes[node.number]
        except KeyError:
            raise InvalidProgramError("a stream of another environment cannot be part of this program") from None

    def __len__(self) -> int:
        return len(self._nodes)

    def change(self, node: TransformationId, **changes: Any) -> None:
        """Replaces a node by one with other values for these fields."""
        self._nodes[node.number] = replace(self[node], **changes)

    def set_parallelism(self, node: TransformationId, parallelism: int) -> None:
        self._nodes[node.number] = self[node].with_parallelism(parallelism)

    def upstream(self, last: Iterable[TransformationId]) -> list[TransformationId]:
        """These transformations and all that they depend on, inputs first."""
        visited: dict[TransformationId, None] = {}
        for each in last:
            stack: list[tuple[TransformationId, bool]] = [(each, False)]
            while stack:
                node, has_inputs_on_stack = stack.pop()
                if node in visited:
                    continue
                if has_inputs_on_stack:
                    visited[node] = None
                else:
                    stack.append((node, True))
                    stack.extend((source, False) for source in reversed(self[node].inputs))
        return list(visited)

    def parallelism_of(self, node: TransformationId) -> Optional[int]:
        """The subtasks of the operator that a stream comes from; None: as many as the job has by default."""
        step = self[node]
        while step.kind.is_virtual:
            if step.kind is TransformationKind.UNION and not step.output_format.changelog.is_insert_only:
                counts = {self.parallelism_of(each) for each in step.inputs}
                if 1 in counts:  # the changes of a single subtask stay in their order
                    return 1
            step = self[step.inputs[0]]
        return 1 if step.non_parallel else step.parallelism
