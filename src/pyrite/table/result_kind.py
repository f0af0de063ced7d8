"""ResultKind: whether the result of a statement has rows or is just `OK`."""

from __future__ import annotations

from enum import Enum


class ResultKind(Enum):
    """The result of `TableResult.get_result_kind`."""

    SUCCESS = 0
    SUCCESS_WITH_CONTENT = 1
