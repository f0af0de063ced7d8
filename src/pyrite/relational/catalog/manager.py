"""CatalogManager: the session's catalogs, its current catalog and database, and its temporary objects."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import ObjectIdentifier
from pyrite.expressions.expression_tree import Path
from pyrite.relational.catalog.catalog import Catalog, GenericInMemoryCatalog
from pyrite.relational.catalog.objects import CatalogBaseTable, CatalogFunction

DEFAULT_CATALOG: Final = "default_catalog"
DEFAULT_DATABASE: Final = "default_database"


class CatalogManager:
    """Resolves names. A temporary object hides a permanent object with the same name."""

    def __init__(self, catalog: str = DEFAULT_CATALOG, database: str = DEFAULT_DATABASE) -> None:
        self.catalogs: dict[str, Catalog] = {catalog: GenericInMemoryCatalog(catalog, database)}
        self.current_catalog: Optional[str] = catalog
        self.current_database: Optional[str] = database
        self.temporary_tables: dict[ObjectIdentifier, CatalogBaseTable] = {}
        self.temporary_functions: dict[ObjectIdentifier, CatalogFunction] = {}
        self.system_functions: dict[str, CatalogFunction] = {}
        """Temporary system functions, by lower-case name."""

    def qualify(self, path: Path) -> ObjectIdentifier:
        """Returns the full name of an object."""
        if len(path) == 3:
            return ObjectIdentifier(*path)
        if self.current_catalog is None:
            raise ValidationException("A current catalog has not been set. Please use a fully qualified identifier.")
        if len(path) == 2:
            return ObjectIdentifier(self.current_catalog, *path)
        if len(path) != 1:
            raise ValidationException(f"a name has one to three parts, but {'.'.join(path)} has {len(path)}")
        if self.current_database is None:
            raise ValidationException("A current database has not been set. Please use a fully qualified identifier.")
        return ObjectIdentifier(self.current_catalog, self.current_database, path[0])

    def full_path(self, path: Path) -> Path:
        """Returns the full name of a table or view, in parts."""
        name = self.qualify(path)
        return name.catalog, name.database, name.object

    def full_function_path(self, path: Path) -> Path:
        """Returns the full name of a function in a catalog. Names of system and built-in functions are unchanged."""
        return path if self.is_system_function(path) or self.get_function(path) is None else self.full_path(path)

    def get_table(self, name: ObjectIdentifier) -> Optional[CatalogBaseTable]:
        temporary = self.temporary_tables.get(name)
        return temporary if temporary is not None else self.get_permanent_table(name)

    def get_permanent_table(self, name: ObjectIdentifier) -> Optional[CatalogBaseTable]:
        catalog = self.catalogs.get(name.catalog)
        return None if catalog is None else catalog.get_table(name.database, name.object)

    def is_temporary(self, name: ObjectIdentifier) -> bool:
        return name in self.temporary_tables

    def get_function(self, path: Path) -> Optional[CatalogFunction]:
        """Returns the user-defined function: from temporary system functions, temporary functions, then the catalog."""
        if self.is_system_function(path):
            return self.system_functions[path[0].lower()]
        if self.is_temporary_function(path):
            return self.temporary_functions[self._folded(path)]
        name = self.qualify(path)
        catalog = self.catalogs.get(name.catalog)
        return None if catalog is None else catalog.get_function(name.database, name.object)

    def is_system_function(self, path: Path) -> bool:
        """Returns whether a temporary system function has this name."""
        return len(path) == 1 and path[0].lower() in self.system_functions

    def is_temporary_function(self, path: Path) -> bool:
        return self._folded(path) in self.temporary_functions

    def _folded(self, path: Path) -> ObjectIdentifier:
        name = self.qualify(path)
        return ObjectIdentifier(name.catalog, name.database, name.object.lower())

    def function_names(self) -> list[str]:
        """Returns the user-defined functions of the current database, for suggestions."""
        names = {n.object for n in self.temporary_functions if (n.catalog, n.database) == self._place}
        if self.current_catalog is not None and self.current_database is not None:
            names.update(self.catalogs[self.current_catalog].list_functions(self.current_database))
        return sorted(names | set(self.system_functions))

    def catalog(self, name: str) -> Catalog:
        if name not in self.catalogs:
            raise ValidationException(f"A catalog with name [{name}] does not exist.")
        return self.catalogs[name]

    def table_names(self) -> list[str]:
        """Returns tables and views of the current database, including temporary ones, sorted."""
        names = {n.object for n in self.temporary_tables if (n.catalog, n.database) == self._place}
        if self.current_catalog is not None and self.current_database is not None:
            names.update(self.catalogs[self.current_catalog].list_tables(self.current_database))
        return sorted(names)

    @property
    def _place(self) -> tuple[Optional[str], Optional[str]]:
        return self.current_catalog, self.current_database
