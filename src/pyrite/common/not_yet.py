"""Names of PyFlink's that are not here yet: using one says so."""

from __future__ import annotations

from typing import Any, Final

NOT_YET: Final = {
    "StreamExecutionEnvironment.create_input": "connectors",
}
"""Members of classes with the part of Pyrite that will bring them."""


class NotYetSupportedError(AttributeError):
    """A name that PyFlink has and Pyrite does not have yet."""


class NotYet:
    """Gives a class the message for its names that are not there yet."""

    def __getattr__(self, name: str) -> Any:
        for kind in type(self).__mro__:
            if f"{kind.__name__}.{name}" in NOT_YET:
                raise NotYetSupportedError(_told(f"{kind.__name__}.{name}"))
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _told(name: str) -> str:
    return f"{name} is not supported yet: it comes with Pyrite's {NOT_YET[name]}"
