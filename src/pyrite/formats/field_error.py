"""FieldError: an error in a field of a message."""

from __future__ import annotations


class FieldError(ValueError):
    """`path` is the field's name, qualified by the names of the enclosing rows."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason
