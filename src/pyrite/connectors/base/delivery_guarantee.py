"""DeliveryGuarantee: the guarantee that a user requests from a sink."""

from __future__ import annotations

from enum import Enum

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("delivery-guarantee/1")
class DeliveryGuarantee(Enum):
    """How often each record arrives, if checkpoints are enabled, after any failure."""

    EXACTLY_ONCE = 0
    """Once. Readers of committed data see a record when the checkpoint is complete."""
    AT_LEAST_ONCE = 1
    """Once or more: after a failure, records since the last checkpoint are written again."""
    NONE = 2
    """Without guarantee: checkpoints do not wait for the store, so records may be lost or repeated."""

    @classmethod
    def checked(cls, value: object) -> DeliveryGuarantee:
        """Validates a user's value."""
        if not isinstance(value, cls):
            names = ", ".join(each.name for each in cls)
            raise InvalidProgramError(f"the delivery guarantee must be a DeliveryGuarantee ({names}), not {value!r}")
        return value
