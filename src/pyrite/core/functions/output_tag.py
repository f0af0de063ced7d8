"""OutputTag: the name of a side output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyrite.core.arguments import check_argument
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.type_information import TypeInformation


@persisted("output-tag/1")
@dataclass(frozen=True)
class OutputTag:
    """The name of a side output. A process function emits to it with `yield tag, value`.

    `type_info`, if it is set, is the type of the side output's records; a list is a row of its types.
    """

    tag_id: str
    type_info: Any = None

    def __post_init__(self) -> None:
        if isinstance(self.type_info, list):
            object.__setattr__(self, "type_info", RowTypeInfo(self.type_info))
        if self.type_info is not None:
            check_argument("type_info of an OutputTag", self.type_info, TypeInformation)
        if not self.tag_id:
            raise InvalidProgramError("an OutputTag needs a non-empty tag_id")

    @classmethod
    def checked(cls, value: object, where: str) -> OutputTag:
        """The tag itself; InvalidProgramError, with the name of the method `where`, for any other value."""
        if not isinstance(value, cls):
            raise ArgumentTypeError(f"{where}() takes an OutputTag, not {value!r}: OutputTag({str(value)!r})")
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OutputTag) and other.tag_id == self.tag_id

    def __hash__(self) -> int:
        return hash(self.tag_id)
