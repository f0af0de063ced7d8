"""StateDescription: of what kind a state is, for those who read it without the program that has it."""

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
    """What a descriptor says that can be read without the user's code.

    A backend holds a reducing or aggregating state's value in a tuple of one, and whatever can expire with the time of
    its last renewal; `shown` and `stored` go from that to what a user sees, and back.
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
        return StateDescription(kind, expires, _known(descriptor.type_info), _known(keys))

    def shown(self, stored: Any) -> Any:
        """What a user sees of what a backend holds."""
        if self.kind == LIST:
            return [value for value, _ in stored] if self.expires else list(stored)
        if self.kind == MAP:
            return {key: value for key, (value, _) in stored.items()} if self.expires else dict(stored)
        value = stored[0] if self.expires else stored
        return value[0] if self.kind in (REDUCING, AGGREGATING) else value

    def stored(self, shown: Any, now_ms: int) -> Any:
        """What a backend holds, renewed now."""
        if self.kind == LIST:
            return [(value, now_ms) for value in shown] if self.expires else list(shown)
        if self.kind == MAP:
            return {key: (value, now_ms) for key, value in shown.items()} if self.expires else dict(shown)
        value = (shown,) if self.kind in (REDUCING, AGGREGATING) else shown
        return (value, now_ms) if self.expires else value


def _known(type_info: Any) -> Optional[TypeInformation]:
    """A type that is Pyrite's own; one of the user's could not be read without their code."""
    return type_info if type(type_info).__module__.startswith("pyrite.") else None
