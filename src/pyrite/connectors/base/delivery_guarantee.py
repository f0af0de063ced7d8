"""DeliveryGuarantee: what a sink is asked for."""

from __future__ import annotations

from enum import Enum

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("delivery-guarantee/1")
class DeliveryGuarantee(Enum):
    """How often a record arrives, with checkpoints, whatever fails."""

    EXACTLY_ONCE = 0
    """Once; readers that read committed data only see it when the checkpoint is complete."""
    AT_LEAST_ONCE = 1
    """Once or more: what was written since the last checkpoint is written again after a failure."""
    NONE = 2
    """As it comes: nothing waits for the store, so records may be lost, too."""

    @classmethod
    def checked(cls, value: object) -> DeliveryGuarantee:
        """Checks a user's value."""
        if not isinstance(value, cls):
            names = ", ".join(each.name for each in cls)
            raise InvalidProgramError(f"the delivery guarantee is a DeliveryGuarantee: {names}; not {value!r}")
        return value
