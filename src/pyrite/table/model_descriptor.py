"""ModelDescriptor: machine learning models in catalogs. Not supported yet."""

from __future__ import annotations

raise ModuleNotFoundError(
    f"{__name__} is not supported yet: it has PyFlink's ModelDescriptor, for models in catalogs", name=__name__
)
