"""PartName: the part of every file name of a FileSink by which leftovers of an attempt are recognized."""

from __future__ import annotations

import hashlib
import re
import uuid
from dataclasses import dataclass, replace
from typing import Final, Optional

from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.persistence.persisted import persisted

_PATTERN: Final = re.compile(
    r"(?P<owner>[0-9a-f]{12})-(?P<subtask>\d+)of(?P<parallelism>\d+)-(?P<attempt>\d+)-(?P<token>[0-9a-f]{8})-(?P<count>\d+)"
)


@persisted("file-part-name/1")
@dataclass(frozen=True)
class PartName:
    """`owner` identifies the job and the sink, `token` an instance of a writer. Every name is unique."""

    owner: str
    subtask: int
    parallelism: int
    attempt: int
    token: str
    count: int = 0

    @staticmethod
    def of(context: WriterInitContext) -> PartName:
        token = uuid.uuid4().hex
        whose = f"{context.job_id}/{context.operator_id}" if context.job_id else token
        owner = hashlib.sha256(whose.encode()).hexdigest()[:12]
        return PartName(owner, context.subtask, context.parallelism, context.attempt, token[:8])

    @staticmethod
    def find(text: str) -> Optional[PartName]:
        """The last PartName in a file name."""
        matches = list(_PATTERN.finditer(text))
        if not matches:
            return None
        match = matches[-1]
        subtask, parallelism, attempt = (int(match[name]) for name in ("subtask", "parallelism", "attempt"))
        return PartName(match["owner"], subtask, parallelism, attempt, match["token"], int(match["count"]))

    def next(self) -> PartName:
        return replace(self, count=self.count + 1)

    def __str__(self) -> str:
        place = f"{self.subtask}of{self.parallelism}"
        return f"{self.owner}-{place}-{self.attempt}-{self.token}-{self.count}"
