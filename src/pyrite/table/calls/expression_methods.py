"""How the members of Expression are made: each builds a call of the function that SQL has for it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Optional

from pyrite.expressions import expression_tree
from pyrite.table.calls.literals import literal

if TYPE_CHECKING:
    from pyrite.table.expression import Expression

Build = Callable[..., expression_tree.Expression]
"""Makes a tree of the expression's own and those of the arguments; arguments that were left out are not passed."""


class Derived:
    """A property of an expression that is a call of it: `col("a").abs`."""

    def __init__(self, function: str | Build) -> None:
        self._build = calls(function)
        self.__doc__ = _text(function)

    def __get__(self, instance: Optional[Expression[Any]], owner: type[Expression[Any]]) -> Expression[Any]:
        if instance is None:
            return self  # type: ignore[return-value]
        return owner(self._build(instance.tree))


class Method:
    """A method of an expression that is a call of it and of the arguments: `col("a").round(2)`.

    Parameters are names; those that may be left out follow by keyword with their defaults, and one with a star takes
    all that is left. An argument whose default is None is left out of the call where it is None.
    """

    def __init__(self, function: str | Build, *required: str, **optional: Any) -> None:
        self._build = calls(function)
        self._signature = _signature([*required], optional)
        self.__doc__ = _text(function)

    @property
    def __signature__(self) -> inspect.Signature:
        return self._signature

    def __get__(
        self, instance: Optional[Expression[Any]], owner: type[Expression[Any]]
    ) -> Callable[..., Expression[Any]]:
        if instance is None:
            return self

        def call(*arguments: Any, **named: Any) -> Expression[Any]:
            return owner(self._build(instance.tree, *self._trees(arguments, named)))

        call.__doc__ = self.__doc__
        call.__signature__ = self._signature  # type: ignore[attr-defined]
        return call

    def _trees(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[expression_tree.Expression]:
        bound = self._signature.bind(*arguments, **named)
        bound.apply_defaults()
        values = [value for value in (*bound.args, *bound.kwargs.values()) if value is not None]
        return [to_tree(value) for value in values]

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """From the class: `Expression.round(col("a"), 2)`."""
        return self.__get__(arguments[0], type(arguments[0]))(*arguments[1:], **named)


def calls(function: str | Build) -> Build:
    """Builds a call of the function with the expression first and the arguments after it."""
    if not isinstance(function, str):
        return function
    return lambda *arguments: expression_tree.Call(function, arguments)


def to_tree(value: Any) -> expression_tree.Expression:
    """An expression's tree, or the literal for a value; a member of an enum is a keyword."""
    if isinstance(value, Enum):
        return expression_tree.Symbol(value.name)
    own = getattr(value, "tree", None)
    if isinstance(own, expression_tree.Expression):
        return own
    return value if isinstance(value, expression_tree.Expression) else literal(value)


def _signature(required: list[str], optional: dict[str, Any]) -> inspect.Signature:
    parameters = [
        inspect.Parameter(
            name.lstrip("*"),
            inspect.Parameter.VAR_POSITIONAL if name.startswith("*") else inspect.Parameter.POSITIONAL_OR_KEYWORD,
        )
        for name in required
    ]
    for name, default in optional.items():
        parameters.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default))
    return inspect.Signature(parameters)


def _text(function: str | Build) -> str:
    return f"{function} of SQL." if isinstance(function, str) else (function.__doc__ or "")
