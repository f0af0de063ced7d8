"""Errors of JSON paths. ON ERROR handles all of them."""

from __future__ import annotations


class PathError(ValueError):
    """The path has no result for the document."""


class IllegalPathError(PathError):
    """The path is invalid, or a step cannot be applied to a value. A filter that raises it does not match."""


class NoValueError(IllegalPathError):
    """The path has no value in the document."""
