"""A job's id."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from pyrite.core.persistence.persisted import persisted


@persisted("job-id/1")
@dataclass(frozen=True)
class JobID:
    """Identifies one job: 32 hexadecimal digits."""

    value: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __str__(self) -> str:
        return self.value
