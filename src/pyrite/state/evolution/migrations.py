"""Migrations: the changes of classes since state was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.migration import Migration


@dataclass(frozen=True)
class Migrations:
    """The changes of classes that were renamed, moved, or changed in other ways than added or removed fields.

    By the former name of a class: `Migrations({"shop.models.Order": Purchase})` if its fields still fit, else
    `Migrations({"shop.models.Order": lambda fields: Order(**fields, currency="EUR")})`. Functions are only possible for
    dataclasses and NamedTuples, which are written by field.
    """

    by_name: Mapping[str, Migration] = field(default_factory=dict)
    same_code: bool = False
    """Whether the same code reads and writes: no migration and no checks are needed."""
    without_code: bool = False
    """Whether dataclasses and NamedTuples that cannot be imported, or do not fit, are read as rows."""

    def __post_init__(self) -> None:
        for name, migration in self.by_name.items():
            if not isinstance(name, str) or "." not in name:
                raise InvalidProgramError(
                    f"a migration needs the full former name of a class, such as 'shop.models.Order', not {name!r}"
                )
            if not callable(migration):
                raise InvalidProgramError(
                    f"the migration of {name} must be a class or a function of a dict of fields, not {migration!r}"
                )

    def of(self, module: str, name: str) -> Optional[Migration]:
        """The migration registered for a class, if any."""
        return None if self.same_code else self.by_name.get(f"{module}.{name}")

    @staticmethod
    def plain() -> Migrations:
        """Migrations for reading without the user's code, as far as possible."""
        return Migrations(without_code=True)


NO_MIGRATIONS: Final = Migrations(same_code=True)
