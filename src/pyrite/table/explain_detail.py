"""ExplainDetail: what an explanation shows besides the plans."""

from __future__ import annotations

from enum import Enum


class ExplainDetail(Enum):
    """Details that can be asked for."""

    ESTIMATED_COST = 0
    CHANGELOG_MODE = 1
    JSON_EXECUTION_PLAN = 2
    PLAN_ADVICE = 3
