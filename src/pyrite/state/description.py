"""StateDescription: the kind of a state, for readers without the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.types.types_factory import TypeInformation

VALUE, LIST, MAP, REDUCING, AGGREGATING = "value", "list", "map", "reducing", "aggregating"
_KINDS: Final = {
    ValueStateDescriptor: VALUE,
    ListStateDescriptor: LIST,
    MapStateDescriptor: MAP,
    ReducingStateDescriptor: REDUCING,
    AggregatingStateDescriptor: AGGREGATING,
}


@persisted("state-description/1")
@dataclass(frozen=True)
class StateDescription:
    """The part of a descriptor that can be read without the user's code.

    A backend stores the value of a reducing or aggregating state in a 1-tuple, and expiring values with the time of
    their last renewal; `visible` and `stored` convert between this form and the user's.
    """

    kind: str = VALUE
    expires: bool = False
    type_info: Optional[TypeInformation] = None
    """The type of the value, of an element, or of a map's values."""
    key_type_info: Optional[TypeInformation] = None
    """The type of a map's keys."""

    @staticmethod
    def of(descriptor: StateDescriptor) -> StateDescription:
        kind = next((kind for base, kind in _KINDS.items() if isinstance(descriptor, base)), None)
        if kind is None:
            raise InvalidProgramError(f"expected a state descriptor, got {descriptor!r}")
        ttl = descriptor.ttl_config
        expires = ttl is not None and ttl.is_enabled()
        keys = getattr(descriptor, "key_type_info", None)
        return StateDescription(kind, expires, _own_type(descriptor.type_info), _own_type(keys))

    def visible(self, stored: Any) -> Any:
        """The user's form of a stored value."""
        if self.kind == LIST:
            return [value for value, _ in stored] if self.expires else list(stored)
        if self.kind == MAP:
            return {key: value for key, (value, _) in stored.items()} if self.expires else dict(stored)
        value = stored[0] if self.expires else stored
        return value[0] if self.kind in (REDUCING, AGGREGATING) else value

    def stored(self, visible: Any, now_ms: int) -> Any:
        """The stored form of a user's value, renewed now."""
        if self.kind == LIST:
            return [(value, now_ms) for value in visible] if self.expires else list(visible)
        if self.kind == MAP:
            return {key: (value, now_ms) for key, value in visible.items()} if self.expires else dict(visible)
        value = (visible,) if self.kind in (REDUCING, AGGREGATING) else visible
        return (value, now_ms) if self.expires else value


def _own_type(type_info: Any) -> Optional[TypeInformation]:
    """The type if it is Pyrite's; user types could not be read without the user's code."""
    return type_info if type(type_info).__module__.startswith("pyrite.") else None
