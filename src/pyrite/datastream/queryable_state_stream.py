"""QueryableStateStream: a keyed stream that other processes can look up."""

from __future__ import annotations

import copy
from typing import Optional

from pyrite.core.state.state_types import StateDescriptor, ValueStateDescriptor
from pyrite.datastream.operator_settings import OperatorSettings
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.queryable import QueryableStateSpec


class QueryableStateStream(OperatorSettings):
    """The end of a keyed stream whose records are a queryable state. Give it a uid, as other operators with state."""

    def __init__(self, program: Program, transformation_id: TransformationId, descriptor: StateDescriptor) -> None:
        super().__init__(program, transformation_id)
        self._descriptor = descriptor

    def get_queryable_state_name(self) -> Optional[str]:
        """The name under which other processes look the state up."""
        return self._descriptor.get_queryable_state_name()

    def get_state_descriptor(self) -> StateDescriptor:
        """What describes the state."""
        return self._descriptor


def queryable_state(
    keyed: TransformationId, name: str, descriptor: Optional[StateDescriptor]
) -> tuple[StateDescriptor, Transformation]:
    """The state that a keyed stream ends in, published under a name, and its operator."""
    if descriptor is None:
        descriptor = ValueStateDescriptor(name)
    descriptor_copy = copy.copy(descriptor)
    spec = QueryableStateSpec(descriptor_copy)
    if descriptor_copy.get_queryable_state_name() != name:
        descriptor_copy.set_queryable(name)
    title = f"Queryable state: {name}"
    return descriptor_copy, Transformation(TransformationKind.SINK, title, (keyed,), spec, keyed=True)
