"""FieldError: what is wrong with a field of a message."""

from __future__ import annotations


class FieldError(ValueError):
    """`path` is the name of the field, after those of the rows that it is in."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason
