"""Predicates for retry strategies of async I/O: the outcomes of a call that are tried again."""

from __future__ import annotations

from typing import Any, Optional


def empty_result_predicate(result: Optional[list[Any]]) -> bool:
    """Where there is no result."""
    return result is None or len(result) == 0


def has_exception_predicate(error: Optional[Exception]) -> bool:
    """After any exception."""
    return error is not None


def exception_type_predicate(
    error: Optional[Exception], expected_error_type: type[BaseException] | tuple[type[BaseException], ...]
) -> bool:
    """After exceptions of a type: give `functools.partial(exception_type_predicate, expected_error_type=OSError)`."""
    return isinstance(error, expected_error_type)
