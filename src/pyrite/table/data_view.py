"""DataView, ListView and MapView: state of aggregate functions in Python. Not supported yet."""

from __future__ import annotations

raise ModuleNotFoundError(
    f"{__name__} is not supported yet: it has PyFlink's ListView and MapView, for aggregate functions in Python",
    name=__name__,
)
