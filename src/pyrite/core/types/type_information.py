"""TypeInformation: the base of all types of stream values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pyrite.core.errors import ArgumentTypeError
from pyrite.core.persistence.persisted import persisted

NONE: Final = type(None)


@persisted("type-information/1")
class TypeInformation:
    """The type of a stream's values.

    `fit` converts a value to the type, and raises a TypeError with the expected type and the value if it does not fit.
    It never changes a value silently: values that would have to be truncated or wrapped are refused. Documented
    exceptions: FLOAT rounds to 32 bits, SQL_TIME and SQL_TIMESTAMP have whole milliseconds.
    """

    def fit(self, value: Any) -> Any:
        """The value, converted to this type."""
        raise NotImplementedError

    def fit_all(self, values: list[Any]) -> list[Any]:
        """`fit` for a block; the block itself if no value needs a conversion."""
        return list(map(self.fit, values))

    def need_conversion(self) -> bool:
        """Whether the type converts some of the values that it accepts."""
        return False

    def to_internal_type(self, obj: Any) -> Any:
        """The stored form of a value; equal to `fit` without a separate stored form."""
        return None if obj is None else self.fit(obj)

    def from_internal_type(self, obj: Any) -> Any:
        """The value of a stored form."""
        return obj

    def _arguments(self) -> tuple[Any, ...]:
        """The constructor's arguments: they determine equality, hash and pickle."""
        return ()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TypeInformation) and type(other) is type(self) and other._arguments() == self._arguments()
        )

    def __hash__(self) -> int:
        return hash((type(self), *self._arguments()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments()

    def __repr__(self) -> str:
        return type(self).__name__


def misfit(expected: object, value: Any, why: str = "") -> TypeError:
    text = repr(value)
    text = text if len(text) <= 100 else text[:97] + "..."
    return TypeError(f"expected {expected}, got {text} ({type(value).__name__}){why and ': '}{why}")


def only(values: Iterable[Any], *kinds: type) -> bool:
    """Whether all values have exactly these types: one pass in C."""
    return set(map(type, values)).issubset(kinds)


def inside(where: str, error: TypeError) -> TypeError:
    """The error of a part, prefixed by its position."""
    return TypeError(f"{where}: {error}")


def fit_column(kind: TypeInformation, values: list[Any]) -> list[Any]:
    """`fit_all`, except that None stays None."""
    present = [value for value in values if value is not None]
    fitted = kind.fit_all(present)
    if fitted is present:
        return values
    rest = iter(fitted)
    return [None if value is None else next(rest) for value in values]


def checked(kind: Any) -> TypeInformation:
    if not isinstance(kind, TypeInformation):
        raise ArgumentTypeError(f"expected a type such as Types.INT(), got {kind!r}")
    return kind
