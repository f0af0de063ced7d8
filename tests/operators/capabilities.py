"""An operator as one that has a capability, for tests that ask it about that."""

from __future__ import annotations

from pyrite.operators.capabilities import HasTimers, WaitsForEvents
from pyrite.operators.operator import Operator


def timers_of(operator: Operator) -> HasTimers:
    assert isinstance(operator, HasTimers)
    return operator


def waits_of(operator: Operator) -> WaitsForEvents:
    assert isinstance(operator, WaitsForEvents)
    return operator
