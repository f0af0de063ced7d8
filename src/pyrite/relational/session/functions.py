"""CREATE, ALTER and DROP FUNCTION."""

from __future__ import annotations

import importlib
from typing import Any

from pyrite.core.functions.user_function import user_traceback
from pyrite.core.types import ObjectIdentifier
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.python_function import ScalarFunctionSpec, TableFunctionSpec
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.catalog.objects import CatalogFunction
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree


def create_function(statement: sql_tree.CreateFunction, session: Session, text: str) -> StatementResult:
    """Executes CREATE FUNCTION. As in Flink, OR REPLACE is ignored: an existing function is not replaced."""
    function = _function_of(statement)
    places, key = _place(statement.function, statement.is_temporary, statement.is_system, session)
    if key in places:
        if statement.if_not_exists:
            return OK
        raise BindError(_exists(statement, session), statement.at)
    places[key] = function
    return OK


def _exists(statement: sql_tree.CreateFunction, session: Session) -> str:
    if statement.is_system:
        return (
            "Could not register temporary system function. "
            f"A function named '{statement.function[-1]}' does already exist."
        )
    name = session.catalogs.qualify(statement.function)
    if statement.is_temporary:
        full_name = f"{name.catalog}.{name.database}.{name.object}"
        return f"Could not register temporary catalog function. A function '{full_name}' does already exist."
    return f"Function {name.database}.{name.object.lower()} already exists in Catalog {name.catalog}."


def _function_of(statement: sql_tree.CreateFunction | sql_tree.AlterFunction) -> CatalogFunction:
    """Imports the function that `AS 'module.name'` names."""
    language = (statement.language or "JAVA").upper()
    if language != "PYTHON":
        raise BindError(
            f"LANGUAGE {language} is not supported: functions are written in Python. Use LANGUAGE PYTHON", statement.at
        )
    return CatalogFunction(imported_function(statement.class_name, statement.at), statement.class_name)


def imported_function(path: str, at: int = -1) -> ScalarFunctionSpec | TableFunctionSpec:
    """Imports the function `module.name`."""
    function = _imported(path, at)
    spec = getattr(function, "spec", function)
    if not isinstance(spec, (ScalarFunctionSpec, TableFunctionSpec)):
        raise BindError(f"'{path}' is not a function of SQL: decorate it with @udf or @udtf", at)
    return spec


def _imported(path: str, at: int) -> Any:
    """Imports the object `module.name`. Errors of the module itself are reported with their location."""
    name, problem = path.rpartition(".")[2], f"Could not import the Python function '{path}'"
    try:
        module = importlib.import_module(path.rpartition(".")[0])
    except ValueError:
        raise BindError(f"{problem}: expected a module and a name in it, such as 'my_functions.shout'", at) from None
    except ModuleNotFoundError as error:
        where = "Python searches the script's folder, the folders of PYTHONPATH and installed packages"
        raise BindError(f"{problem}: {error}. {where}", at) from None
    except Exception as error:
        raise BindError(f"{problem}:\n{''.join(user_traceback(error)).rstrip()}", at) from None
    if not hasattr(module, name):
        hint = nearest(name, vars(module))
        raise BindError(f"{problem}: the module '{module.__name__}' has no '{name}'", at, hint)
    return getattr(module, name)


def _place(path: Path, is_temporary: bool, is_system: bool, session: Session) -> tuple[Any, Any]:
    """Returns the mapping that stores a function, and its key."""
    catalogs = session.catalogs
    if is_system:
        if len(path) != 1:
            raise BindError(f"the name of a system function has one part, but {'.'.join(path)} has {len(path)}")
        return catalogs.system_functions, path[0].lower()
    name = catalogs.qualify(path)
    if is_temporary:
        return catalogs.temporary_functions, ObjectIdentifier(name.catalog, name.database, name.object.lower())
    return _CatalogFunctions(session, name), name.object.lower()


class _CatalogFunctions:
    """The functions of a database in a catalog, as a mapping."""

    def __init__(self, session: Session, name: ObjectIdentifier) -> None:
        self._catalog = session.catalogs.catalog(name.catalog)
        self._database = name.database

    def __contains__(self, key: str) -> bool:
        return self._catalog.get_function(self._database, key) is not None

    def __setitem__(self, key: str, function: CatalogFunction) -> None:
        self._catalog.put_function(self._database, key, function)

    def __delitem__(self, key: str) -> None:
        self._catalog.drop_function(self._database, key)

    def __iter__(self) -> Any:
        return iter(self._catalog.list_functions(self._database))


def alter_function(statement: sql_tree.AlterFunction, session: Session, text: str) -> StatementResult:
    if statement.is_temporary:
        kind = "system" if statement.is_system else "catalog"
        raise BindError(f"Alter temporary {kind} function is not supported", statement.at)
    places, key = _place(statement.function, False, False, session)
    if key not in places:
        if statement.if_exists:
            return OK
        raise _unknown(statement.function, places, session, statement.at)
    places[key] = _function_of(statement)
    return OK


def drop_function(statement: sql_tree.Drop, session: Session, text: str) -> StatementResult:
    places, key = _place(statement.path, statement.is_temporary, statement.is_system, session)
    if key not in places:
        if statement.if_exists:
            return OK
        raise _unknown(statement.path, places, session, statement.at, statement.is_temporary, statement.is_system)
    del places[key]
    return OK


def _unknown(
    path: Path, places: Any, session: Session, at: int, is_temporary: bool = False, is_system: bool = False
) -> BindError:
    hint = nearest(path[-1], [name.object if isinstance(name, ObjectIdentifier) else name for name in places])
    if is_system:
        words = f"Could not drop temporary system function. A function named '{path[-1]}' doesn't exist."
        return BindError(words, at, hint)
    name = session.catalogs.qualify(path)
    if is_temporary:
        return BindError(f"Temporary catalog function {name.as_serializable_string()} doesn't exist", at, hint)
    return BindError(f"Function {name.database}.{name.object} does not exist in Catalog {name.catalog}.", at, hint)
