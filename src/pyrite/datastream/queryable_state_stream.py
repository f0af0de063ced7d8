"""QueryableStateStream: a keyed stream that other processes can look up."""

from __future__ import annotations

import copy
from typing import Optional

from pyrite.core.state.state_types import StateDescriptor, ValueStateDescriptor
from pyrite.datastream.operator_settings import OperatorSettings
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.queryable import QueryableStateSpec


class QueryableStateStream(OperatorSettings):
    """The end of a keyed stream whose records are a queryable state. Give it a uid, as other operators with state."""

    def __init__(self, transformation: Transformation, descriptor: StateDescriptor) -> None:
        self.transformation = transformation
        self._descriptor = descriptor

    def get_queryable_state_name(self) -> Optional[str]:
        """The name under which other processes look the state up."""
        return self._descriptor.get_queryable_state_name()

    def get_state_descriptor(self) -> StateDescriptor:
        """What describes the state."""
        return self._descriptor


def queryable_state_stream(
    keyed: Transformation, name: str, descriptor: Optional[StateDescriptor]
) -> QueryableStateStream:
    """A keyed stream's end in a state that is published under a name."""
    if descriptor is None:
        descriptor = ValueStateDescriptor(name)
    described = copy.copy(descriptor)
    spec = QueryableStateSpec(described)
    if described.get_queryable_state_name() != name:
        described.set_queryable(name)
    title = f"Queryable state: {name}"
    return QueryableStateStream(Transformation(TransformationKind.SINK, title, [keyed], spec, keyed=True), described)
