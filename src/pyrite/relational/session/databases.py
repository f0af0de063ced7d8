"""Catalogs and databases: CREATE, ALTER, DROP, USE."""

from __future__ import annotations

from pyrite.core.errors import ValidationException
from pyrite.expressions.tree import Path
from pyrite.relational.bind.errors import BindError, nearest, unsupported
from pyrite.relational.catalog.catalog import GenericInMemoryCatalog
from pyrite.relational.catalog.objects import CatalogDatabase
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.sql import tree


def create_catalog(statement: tree.CreateCatalog, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs.catalogs
    if statement.catalog in catalogs:
        if statement.if_not_exists:
            return OK
        raise BindError(f"Catalog {statement.catalog} already exists.", statement.at)
    options = {option.key: option.value for option in statement.options}
    kind = options.get("type")
    if kind is None:
        raise BindError("Catalog options do not contain an option key 'type' for discovering a catalog.", statement.at)
    if kind != "generic_in_memory":
        raise BindError(
            f"Could not find any factory for identifier '{kind}' that implements "
            "'org.apache.flink.table.factories.CatalogFactory' in the classpath.\n\n"
            "Available factory identifiers are:\n\ngeneric_in_memory",
            statement.at,
            nearest(kind, ["generic_in_memory"]),
        )
    database = options.get("default-database", "default")
    catalogs[statement.catalog] = GenericInMemoryCatalog(statement.catalog, database, options, statement.comment)
    return OK


def alter_catalog(statement: tree.AlterCatalog, session: Session, text: str) -> StatementResult:
    catalog = session.catalogs.catalog(statement.catalog)
    match statement.action:
        case tree.SetOptions(options=options):
            catalog.options.update({option.key: option.value for option in options})
        case tree.ResetOptions(keys=keys):
            if "type" in keys:
                raise BindError("ALTER CATALOG RESET does not support changing 'type'", statement.at)
            for key in keys:
                catalog.options.pop(key, None)
        case tree.SetComment(comment=comment):
            catalog.comment = comment
        case _:
            raise unsupported("This form of ALTER CATALOG", statement.at)
    return OK


def drop_catalog(statement: tree.Drop, session: Session, text: str) -> StatementResult:
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


def use_catalog(statement: tree.UseCatalog, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    if statement.catalog not in catalogs.catalogs:
        hint = nearest(statement.catalog, catalogs.catalogs)
        raise BindError(f"A catalog with name [{statement.catalog}] does not exist.", statement.at, hint)
    catalogs.current_catalog = statement.catalog
    catalogs.current_database = catalogs.catalogs[statement.catalog].default_database
    return OK


def use_database(statement: tree.UseDatabase, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    catalog_name, name = _place(statement.database, session)
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


def _place(path: Path, session: Session) -> tuple[str, str]:
    if len(path) > 2:
        raise ValidationException(f"a database's name has one or two parts, but {'.'.join(path)} has {len(path)}")
    current = session.catalogs.current_catalog
    if len(path) == 1 and current is None:
        raise ValidationException("A current catalog has not been set.")
    return (path[0], path[1]) if len(path) == 2 else (str(current), path[0])


def create_database(statement: tree.CreateDatabase, session: Session, text: str) -> StatementResult:
    catalog_name, name = _place(statement.database, session)
    catalog = session.catalogs.catalog(catalog_name)
    if catalog.get_database(name) is not None:
        if statement.if_not_exists:
            return OK
        raise BindError(f"Database {name} already exists in Catalog {catalog_name}.", statement.at)
    options = {option.key: option.value for option in statement.options}
    catalog.put_database(name, CatalogDatabase(options, statement.comment))
    return OK


def alter_database(statement: tree.AlterDatabase, session: Session, text: str) -> StatementResult:
    catalog_name, name = _place(statement.database, session)
    catalog = session.catalogs.catalog(catalog_name)
    database = catalog.get_database(name)
    if database is None:
        raise BindError(
            f"Database {name} does not exist in Catalog {catalog_name}.",
            statement.at,
            nearest(name, catalog.list_databases()),
        )
    if not isinstance(statement.action, tree.SetOptions):
        raise unsupported("This form of ALTER DATABASE", statement.at)
    changed = {**database.properties, **{option.key: option.value for option in statement.action.options}}
    catalog.put_database(name, CatalogDatabase(changed, database.comment))
    return OK


def drop_database(statement: tree.Drop, session: Session, text: str) -> StatementResult:
    """A database that holds something goes with CASCADE only; the current one stays."""
    catalogs = session.catalogs
    catalog_name, name = _place(statement.path, session)
    catalog = catalogs.catalog(catalog_name)
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
        raise BindError(f"Database {name} in Catalog {catalog_name} is not empty.", statement.at)
    catalog.drop_database(name)
    return OK
