"""BadRecords: the handling of unreadable input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.persistence.persisted import persisted


@persisted("bad-record/1")
@dataclass(frozen=True)
class BadRecord:
    """An unreadable record: its bytes, the error, and its position (`orders-0, offset 17`)."""

    data: bytes
    reason: str
    position: str


@persisted("bad-records/1")
@dataclass(frozen=True)
class BadRecords:
    """A policy: fail the job with an error that shows the record; skip and count it; or send it to a side output."""

    FAIL: ClassVar[BadRecords]
    SKIP: ClassVar[BadRecords]

    skipped: bool
    tag: Optional[OutputTag] = None

    @staticmethod
    def to_side_output(tag: OutputTag) -> BadRecords:
        """Sends BadRecords to a side output of the source's stream: `get_side_output(tag)`, for a dead-letter sink."""
        return BadRecords(skipped=True, tag=OutputTag.checked(tag, "BadRecords.to_side_output"))

    @classmethod
    def checked(cls, value: object) -> BadRecords:
        """The policy itself; InvalidProgramError for any other value."""
        if not isinstance(value, cls):
            raise InvalidProgramError(
                f"set_bad_records() takes BadRecords.FAIL, SKIP or to_side_output(), not {value!r}"
            )
        return value


BadRecords.FAIL = BadRecords(skipped=False)
BadRecords.SKIP = BadRecords(skipped=True)
