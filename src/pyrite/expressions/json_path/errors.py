"""Errors of JSON paths. All are caught by ON ERROR."""

from __future__ import annotations


class PathError(ValueError):
    """The path has no result for the document."""


class IllegalPathError(PathError):
    """The text is no path, or a step cannot be applied to a value. In a filter: the filter does not hold."""


class NoValueError(IllegalPathError):
    """The path leads to nothing."""
