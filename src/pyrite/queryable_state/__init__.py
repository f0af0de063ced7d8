"""Reads the state of a running job from another process, as of its last completed checkpoint, without Spark."""

from pyrite.core.errors import JobNotRunningError, NoCheckpointYetError, StateNotQueryableError, UnknownKeyError
from pyrite.queryable_state.client import QueriedState, QueryableStateClient
from pyrite.queryable_state.placeholder_values import StandIn

__all__ = [
    "JobNotRunningError",
    "NoCheckpointYetError",
    "QueriedState",
    "QueryableStateClient",
    "StandIn",
    "StateNotQueryableError",
    "UnknownKeyError",
]
