"""The id of a job in REST."""

from __future__ import annotations

import re
from hashlib import blake2b


def rest_id(job_id: str) -> str:
    """Flink's clients accept 32 hexadecimal digits only, but a job's own id may be any name."""
    if re.fullmatch("[0-9a-f]{32}", job_id):
        return job_id
    return blake2b(job_id.encode(), digest_size=16).hexdigest()
