"""NodeNotes: the options and uids of a node in a compiled plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.relational.plan.names import kebab_case

TRANSFORMATION: Final = "<transformation>"


@dataclass(frozen=True)
class NodeNotes:
    """Options that override the session's, and the uid, in which `<transformation>` stands for a transformation's name.

    Without a uid, the id of an operator follows from its position.
    """

    uid: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def set_uids(program: Program, last: TransformationId, uid: str, others: Collection[TransformationId]) -> None:
    """Sets the uids of a node's transformations, of which `last` is the last.

    `others` are the last ones of its inputs.
    """
    names: Counter[str] = Counter()
    steps = [last]
    while steps:
        each = steps.pop()
        if each in others:
            continue
        step = program[each]
        if not step.kind.is_virtual:
            name = _name(step)
            names[name] += 1
            own = name if names[name] == 1 else f"{name}-{names[name]}"
            program.change(each, uid=uid.replace(TRANSFORMATION, own))
        steps += step.inputs


def _name(step: Transformation) -> str:
    if step.kind in (TransformationKind.SOURCE, TransformationKind.SINK):
        return str(step.kind.value)
    assert step.operator is not None
    return kebab_case(step.operator.kind)
