"""User-defined functions in compiled plans: by name, with the class of CREATE FUNCTION."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Optional

from pyrite.core.config.sql_options import PLAN_COMPILE_CATALOG_OBJECTS, PLAN_RESTORE_CATALOG_OBJECTS
from pyrite.core.errors import TableException
from pyrite.core.types.quoting import quoted_identifier
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.python_function import PythonFunctionSpec
from pyrite.relational.compiled.codec import UnfitValueError
from pyrite.relational.session.functions import imported_function
from pyrite.relational.session.session import Session
from pyrite.relational.sql.parser import parse_identifier

TAG: Final = "$python-function-spec"
_COMPILE: Final = PLAN_COMPILE_CATALOG_OBJECTS.key
_RESTORE: Final = PLAN_RESTORE_CATALOG_OBJECTS.key


class PlanFunctions:
    """Writes and reads functions, by the options of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def write(self, function: PythonFunctionSpec) -> dict[str, Any]:
        if function.path is None:
            raise UnfitValueError(
                f"the function '{function.name}' has no name in the session, and compiled plans refer to functions by "
                "name: register it with create_temporary_function, and call it by its name"
            )
        catalogs = self._session.catalogs
        written: dict[str, Any] = {"name": ".".join(map(quoted_identifier, function.path))}
        catalog_function = catalogs.get_function(function.path)
        is_permanent = len(function.path) == 3 and not catalogs.is_temporary_function(function.path)
        has_class = self._session.configuration.get(PLAN_COMPILE_CATALOG_OBJECTS) != "IDENTIFIER"
        if catalog_function is not None and catalog_function.class_name and is_permanent and has_class:
            written["class"] = catalog_function.class_name
        if function.row_names is not None:
            written["rowNames"] = list(function.row_names)
        return {TAG: written}

    def read(self, content: Mapping[str, Any]) -> PythonFunctionSpec:
        stored = content[TAG]
        path = parse_identifier(stored["name"])
        function = self._restored(path, stored.get("class"))
        if "rowNames" in stored:
            return replace(function, row_names=tuple(stored["rowNames"]), input_types=None)
        return function

    def _restored(self, path: Path, class_name: Optional[str]) -> PythonFunctionSpec:
        way = self._session.configuration.get(PLAN_RESTORE_CATALOG_OBJECTS)
        name = ".".join(path)
        registered = self._session.function(path)
        is_temporary = len(path) == 1 or self._session.catalogs.is_temporary_function(path)
        if way == "ALL_ENFORCED" and not is_temporary:
            if class_name is None:
                raise _lookup_disabled(name)
            registered = None
        if isinstance(registered, PythonFunctionSpec):
            return registered
        if class_name is not None and way != "IDENTIFIER":
            return replace(imported_function(class_name), path=path)
        raise _missing_system(name) if len(path) == 1 else _missing(name, way)


def _missing_system(name: str) -> TableException:
    return TableException(
        f"Could not lookup system function '{name}'. Make sure it has been registered before because temporary "
        "functions are not contained in the persisted plan. If the function was provided by a module, make sure to "
        "reloaded all used modules in the correct order."
    )


def _lookup_disabled(name: str) -> TableException:
    return TableException(
        f"The persisted plan does not include all required catalog metadata for function '{name}'. However, lookup is "
        f"disabled because option '{_RESTORE}' = 'ALL_ENFORCED'. Either enable the catalog lookup with '{_RESTORE}' = "
        f"'IDENTIFIER' / 'ALL' or regenerate the plan with '{_COMPILE}' != 'IDENTIFIER'. Make sure the function is not "
        "compiled as a temporary function."
    )


def _missing(name: str, way: str) -> TableException:
    reason = "the persisted plan does not include all required catalog function metadata. "
    if way == "IDENTIFIER":
        reason = f"catalog lookup is forced because '{_RESTORE}' = 'IDENTIFIER'. "
    return TableException(
        f"Cannot resolve function '{name}' and {reason}Make sure a registered catalog contains the function when "
        "restoring or the function is available as a temporary function. Otherwise regenerate the plan with "
        f"'{_COMPILE}' != 'IDENTIFIER' and make sure the function was not compiled as a temporary function."
    )
