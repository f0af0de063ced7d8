"""BadRecords: what becomes of input that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.persistence.persisted import persisted


@persisted("bad-record/1")
@dataclass(frozen=True)
class BadRecord:
    """What came instead of a record: its bytes, the reason, and where it was (`orders-0, offset 17`)."""

    data: bytes
    reason: str
    position: str


@persisted("bad-records/1")
@dataclass(frozen=True)
class BadRecords:
    """A policy: fail the job and show the record; skip it and count it; or send it to a side output as a BadRecord."""

    FAIL: ClassVar[BadRecords]
    SKIP: ClassVar[BadRecords]

    skipped: bool
    tag: Optional[OutputTag] = None

    @staticmethod
    def to_side_output(tag: OutputTag) -> BadRecords:
        """Read them from the source's stream with `get_side_output(tag)`: to a dead-letter sink, for one."""
        return BadRecords(skipped=True, tag=OutputTag.checked(tag, "BadRecords.to_side_output"))

    @classmethod
    def checked(cls, value: object) -> BadRecords:
        """The policy itself; InvalidProgramError if it is none."""
        if not isinstance(value, cls):
            raise InvalidProgramError(
                f"set_bad_records() takes BadRecords.FAIL, SKIP or to_side_output(), not {value!r}"
            )
        return value


BadRecords.FAIL = BadRecords(skipped=False)
BadRecords.SKIP = BadRecords(skipped=True)
