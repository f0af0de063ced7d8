"""The settings of the operator that a stream or a sink stands for."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

from pyrite.core.arguments import check_argument
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.slot_sharing_group import SlotSharingGroup
from pyrite.graph.program import Program
from pyrite.graph.transformation import (
    ChainingStrategy,
    Transformation,
    TransformationId,
    TransformationKind,
)

S = TypeVar("S", bound="OperatorSettings")
_log = logging.getLogger(__name__)
_KINDS = {
    TransformationKind.PARTITION: "a stream that is being partitioned",
    TransformationKind.UNION: "a union",
    TransformationKind.SIDE_OUTPUT: "a side output",
    TransformationKind.CACHE: "a cached stream",
}


class OperatorSettings:
    """Settings of one operator. Streams that are no operator (a union, a keyed stream) refuse them."""

    def __init__(self, program: Program, transformation_id: TransformationId) -> None:
        self._program = program
        self.transformation_id = transformation_id

    @property
    def transformation(self) -> Transformation:
        """The operator as it is set now."""
        return self._program[self.transformation_id]

    def _set(self, setting: str, **changes: Any) -> None:
        self._operator(setting)
        self._program.change(self.transformation_id, **changes)

    def _operator(self, setting: str) -> Transformation:
        transformation = self.transformation
        if transformation.kind.is_virtual:
            raise InvalidProgramError(
                f"{setting}() is a setting of operators, and {_KINDS[transformation.kind]} is not an operator: "
                "call it on the operator before or after"
            )
        return transformation

    def get_name(self) -> str:
        """The operator's name in graphs, errors and metrics."""
        return self._operator("get_name").name

    def name(self: S, name: str) -> S:
        """Names the operator in graphs, errors and metrics. State belongs to its `uid`, not to its name."""
        check_argument("name()", name, str)
        self._set("name", name=name)
        return self

    def uid(self: S, uid: str) -> S:
        """Names the operator's state permanently. State of a savepoint goes to the operator with the same uid.

        Set one for every operator with state, and keep it when the program changes.

        >>> totals = env.from_collection([("tea", 3)]).key_by(lambda sale: sale[0]).sum(1).uid("totals")
        """
        check_argument("uid()", uid, str)
        if not uid:
            raise InvalidProgramError("a uid must not be empty")
        self._set("uid", uid=uid)
        return self

    def set_uid_hash(self: S, uid_hash: str) -> S:
        """Sets the operator's id itself, as 32 hexadecimal digits, in place of one made of its uid."""
        check_argument("set_uid_hash()", uid_hash, str)
        if len(uid_hash) != 32 or not all(digit in "0123456789abcdef" for digit in uid_hash):
            raise InvalidProgramError(f"a uid hash has 32 hexadecimal digits, unlike {uid_hash!r}")
        self._set("set_uid_hash", uid_hash=uid_hash)
        return self

    def set_parallelism(self: S, parallelism: int) -> S:
        """Into how many subtasks this operator is divided, in place of the environment's default."""
        self._operator("set_parallelism")
        self._program.set_parallelism(self.transformation_id, parallelism)
        return self

    def set_max_parallelism(self: S, max_parallelism: int) -> S:
        """The number of key groups of this operator: the most subtasks it can ever have."""
        if not 0 < max_parallelism <= 32768:
            raise InvalidProgramError(f"max parallelism must be between 1 and 32768, not {max_parallelism}")
        self._set("set_max_parallelism", max_parallelism=max_parallelism)
        return self

    def set_description(self: S, description: str) -> S:
        """A longer text about the operator, which `pyrite info` shows."""
        check_argument("set_description()", description, str)
        self._set("set_description", description=description)
        return self

    def disable_chaining(self: S) -> S:
        """Keeps this operator alone in its task."""
        self._set("disable_chaining", chaining=ChainingStrategy.NEVER)
        return self

    def slot_sharing_group(self: S, slot_sharing_group: str | SlotSharingGroup) -> S:
        """Tasks of one group may share a Spark slot; operators after this one inherit the group."""
        check_argument("slot_sharing_group()", slot_sharing_group, str, SlotSharingGroup)
        group = slot_sharing_group
        if isinstance(group, SlotSharingGroup):
            if group.names_resources():
                _log.warning(
                    "the resources of slot sharing group '%s' are not enforced: a Spark slot gets spark.task.cpus",
                    group.get_name(),
                )
            group = group.get_name()
        self._set("slot_sharing_group", slot_sharing_group=group)
        return self
