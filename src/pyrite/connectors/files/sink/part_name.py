"""PartName: what every file of a FileSink has in its name, so that what an attempt left can be recognized."""

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
    """`owner` stands for the job and the sink, `token` for one life of a writer: no name is ever used twice."""

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
        """The last one in a file's name."""
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
