"""ResultKind: whether a statement's result is more than OK."""

from __future__ import annotations

from enum import Enum


class ResultKind(Enum):
    """What `TableResult.get_result_kind` says."""

    SUCCESS = 0
    SUCCESS_WITH_CONTENT = 1
