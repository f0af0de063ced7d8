"""ResolvedExpression: expressions with their types. Not supported yet."""

from __future__ import annotations

raise ModuleNotFoundError(
    f"{__name__} is not supported yet: it has PyFlink's ResolvedExpression, for expressions with their types",
    name=__name__,
)
