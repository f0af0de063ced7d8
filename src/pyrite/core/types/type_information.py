"""TypeInformation: the base of all types, and what they share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pyrite.core.errors import ArgumentTypeError
from pyrite.core.persistence.persisted import persisted

NONE: Final = type(None)


@persisted("type-information/1")
class TypeInformation:
    """The type of a stream's values.

    `fit` gives a value as the type holds it, and raises a TypeError that says what was expected and what came, if it
    does not fit. It never gives a value that is wrong: what would have to be cut or wrapped is refused. Only what a
    type says of itself is lost: FLOAT rounds to 32 bits, SQL_TIME and SQL_TIMESTAMP are in whole milliseconds.
    """

    def fit(self, value: Any) -> Any:
        """The value as this type holds it."""
        raise NotImplementedError

    def fit_all(self, values: list[Any]) -> list[Any]:
        """`fit` over a block; the block itself if all values are already as the type holds them."""
        return list(map(self.fit, values))

    def need_conversion(self) -> bool:
        """Whether the type holds some values in another form than they may come in."""
        return False

    def to_internal_type(self, obj: Any) -> Any:
        """The value in the form that is stored; the same as `fit` where there is no other form."""
        return None if obj is None else self.fit(obj)

    def from_internal_type(self, obj: Any) -> Any:
        """The value that a stored form stands for."""
        return obj

    def _arguments(self) -> tuple[Any, ...]:
        """What the type was made with: it is equal, hashed and pickled by that."""
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
    """Whether all values are of exactly these types: one pass in C."""
    return set(map(type, values)).issubset(kinds)


def inside(where: str, error: TypeError) -> TypeError:
    """The error of a part, with the place of the part before it."""
    return TypeError(f"{where}: {error}")


def fit_column(kind: TypeInformation, values: list[Any]) -> list[Any]:
    """`fit_all`, but None stays None."""
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
