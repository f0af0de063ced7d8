"""RedisKeys: the keys of a table's rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class RedisKeys:
    """A prefix, then the values of the primary key as text: `orders:17`."""

    prefix: str
    delimiter: str

    def key(self, values: Sequence[Optional[str]]) -> str:
        return self.delimiter.join([self.prefix, *("" if value is None else value for value in values)])

    def pattern(self) -> str:
        """The pattern of all keys, for SCAN."""
        return re.sub(r"([\\*?\[\]])", r"\\\1", self.prefix + self.delimiter) + "*"
