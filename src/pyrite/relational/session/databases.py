"""Catalogs and databases: CREATE, ALTER, DROP, USE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyrite.core.errors import ValidationException
from pyrite.expressions.expression_tree import Path
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.catalog.catalog import Catalog, GenericInMemoryCatalog
from pyrite.relational.catalog.objects import CatalogDatabase
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree

_IN_MEMORY: Final = "generic_in_memory"
_CATALOG_OPTIONS: Final = ("default-database", "property-version")


def create_catalog(statement: sql_tree.CreateCatalog, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs.catalogs
    if statement.catalog in catalogs:
        if statement.if_not_exists:
            return OK
        raise BindError(f"Catalog {statement.catalog} already exists.", statement.at)
    options = {option.key: option.value for option in statement.options}
    _check_catalog_options(options, statement.at)
    database = options.get("default-database", "default")
    catalogs[statement.catalog] = GenericInMemoryCatalog(statement.catalog, database, options, statement.comment)
    return OK


def _check_catalog_options(options: Mapping[str, str], at: int) -> None:
    kind = options.get("type")
    if kind is None:
        raise BindError("Catalog options do not contain an option key 'type' for discovering a catalog.", at)
    if kind != _IN_MEMORY:
        raise BindError(
            f"Could not find any factory for identifier '{kind}' that implements "
            "'org.apache.flink.table.factories.CatalogFactory' in the classpath.\n\n"
            f"Available factory identifiers are:\n\n{_IN_MEMORY}",
            at,
            nearest(kind, [_IN_MEMORY]),
        )
    unknown = sorted(key for key in options if key not in ("type", *_CATALOG_OPTIONS))
    if unknown:
        listed, supported = "\n".join(unknown), "\n".join(_CATALOG_OPTIONS)
        raise BindError(
            f"Unsupported options found for '{kind}'.\n\nUnsupported options:\n\n{listed}\n\n"
            f"Supported options:\n\n{supported}",
            at,
            nearest(unknown[0], _CATALOG_OPTIONS),
        )


def alter_catalog(statement: sql_tree.AlterCatalog, session: Session, text: str) -> StatementResult:
    catalog = session.catalogs.catalogs.get(statement.catalog)
    if catalog is None:
        hint = nearest(statement.catalog, session.catalogs.catalogs)
        raise BindError(f"Catalog {statement.catalog} does not exist in the catalog store.", statement.at, hint)
    match statement.action:
        case sql_tree.SetOptions(options=options):
            changed = {**catalog.options, **{option.key: option.value for option in options}}
            _check_catalog_options(changed, statement.at)
            catalog.options = changed
        case sql_tree.ResetOptions(keys=keys):
            if "type" in keys:
                raise BindError("ALTER CATALOG RESET does not support changing 'type'", statement.at)
            if not keys:
                raise BindError("ALTER CATALOG RESET does not support empty key", statement.at)
            for key in keys:
                catalog.options.pop(key, None)
        case sql_tree.SetComment(comment=comment):
            catalog.comment = comment
        case _:
            raise TypeError(f"not an action of ALTER CATALOG: {statement.action!r}")
    return OK


def drop_catalog(statement: sql_tree.Drop, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    name = statement.path[-1]
    if name not in catalogs.catalogs:
        if statement.if_exists:
            return OK
        raise BindError(f"Catalog {name} does not exist.", statement.at, nearest(name, catalogs.catalogs))
    if name == catalogs.current_catalog:
        raise BindError("Cannot drop a catalog which is currently in use.", statement.at)
    del catalogs.catalogs[name]
    return OK


def use_catalog(statement: sql_tree.UseCatalog, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    if statement.catalog not in catalogs.catalogs:
        hint = nearest(statement.catalog, catalogs.catalogs)
        raise BindError(f"A catalog with name [{statement.catalog}] does not exist.", statement.at, hint)
    catalogs.current_catalog = statement.catalog
    catalogs.current_database = catalogs.catalogs[statement.catalog].default_database
    return OK


def use_database(statement: sql_tree.UseDatabase, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    catalog_name, name = _place(statement.database, session, "use")
    if catalog_name not in catalogs.catalogs:
        hint = nearest(catalog_name, catalogs.catalogs)
        raise BindError(f"A catalog with name [{catalog_name}] does not exist.", statement.at, hint)
    catalog = catalogs.catalogs[catalog_name]
    if catalog.get_database(name) is None:
        raise BindError(
            f"A database with name [{name}] does not exist in the catalog: [{catalog_name}].",
            statement.at,
            nearest(name, catalog.list_databases()),
        )
    catalogs.current_catalog, catalogs.current_database = catalog_name, name
    return OK


def _place(path: Path, session: Session, action: str) -> tuple[str, str]:
    if len(path) > 2:
        raise ValidationException(f"{action} database identifier format error")
    current = session.catalogs.current_catalog
    if len(path) == 1 and current is None:
        raise ValidationException("A current catalog has not been set.")
    return (path[0], path[1]) if len(path) == 2 else (str(current), path[0])


def _catalog(name: str, session: Session, at: int) -> Catalog:
    catalog = session.catalogs.catalogs.get(name)
    if catalog is None:
        raise BindError(f"Catalog {name} does not exist.", at, nearest(name, session.catalogs.catalogs))
    return catalog


def create_database(statement: sql_tree.CreateDatabase, session: Session, text: str) -> StatementResult:
    catalog_name, name = _place(statement.database, session, "create")
    catalog = _catalog(catalog_name, session, statement.at)
    if catalog.get_database(name) is not None:
        if statement.if_not_exists:
            return OK
        raise BindError(f"Database {name} already exists in Catalog {catalog_name}.", statement.at)
    options = {option.key: option.value for option in statement.options}
    catalog.put_database(name, CatalogDatabase(options, statement.comment))
    return OK


def alter_database(statement: sql_tree.AlterDatabase, session: Session, text: str) -> StatementResult:
    catalog_name, name = _place(statement.database, session, "alter")
    catalog = _catalog(catalog_name, session, statement.at)
    database = catalog.get_database(name)
    if database is None:
        raise BindError(
            f"Database {name} does not exist in Catalog {catalog_name}.",
            statement.at,
            nearest(name, catalog.list_databases()),
        )
    assert isinstance(statement.action, sql_tree.SetOptions)
    changed = {**database.properties, **{option.key: option.value for option in statement.action.options}}
    catalog.put_database(name, CatalogDatabase(changed, database.comment))
    return OK


def drop_database(statement: sql_tree.Drop, session: Session, text: str) -> StatementResult:
    """Drops a database. It must be empty unless CASCADE is given, and not the current one."""
    catalogs = session.catalogs
    catalog_name, name = _place(statement.path, session, "drop")
    catalog = _catalog(catalog_name, session, statement.at)
    if catalog.get_database(name) is None:
        if statement.if_exists:
            return OK
        raise BindError(
            f"Database {name} does not exist in Catalog {catalog_name}.",
            statement.at,
            nearest(name, catalog.list_databases()),
        )
    if (catalog_name, name) == (catalogs.current_catalog, catalogs.current_database):
        raise BindError("Cannot drop a database which is currently in use.", statement.at)
    if not statement.is_cascade and (catalog.list_tables(name) or catalog.list_functions(name)):
        raise BindError(f"Database {name} in catalog {catalog_name} is not empty.", statement.at)
    catalog.drop_database(name)
    return OK
