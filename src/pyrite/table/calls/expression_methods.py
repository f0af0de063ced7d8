"""Descriptors for members of Expression: each builds a call of a SQL function."""

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
"""Builds a tree from the expression's tree and the arguments' trees. Omitted arguments are not passed."""


class Derived:
    """A property of an expression, as a call of a function: `col("a").abs`."""

    def __init__(self, function: str | Build) -> None:
        self._build = calls(function)
        self.__doc__ = _text(function)

    def __get__(self, instance: Optional[Expression[Any]], owner: type[Expression[Any]]) -> Expression[Any]:
        if instance is None:
            return self  # type: ignore[return-value]
        return owner(self._build(instance.tree))


class Method:
    """A method of an expression, as a call of a function with arguments: `col("a").round(2)`.

    `required` has the names of parameters; a name with a star collects all further arguments. `optional` has the names
    of optional parameters with their defaults. A parameter with the value None is omitted from the call.
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

        def call(*arguments: Any, **options: Any) -> Expression[Any]:
            return owner(self._build(instance.tree, *self._trees(arguments, options)))

        call.__doc__ = self.__doc__
        call.__signature__ = self._signature  # type: ignore[attr-defined]
        return call

    def _trees(self, arguments: tuple[Any, ...], options: dict[str, Any]) -> list[expression_tree.Expression]:
        bound = self._signature.bind(*arguments, **options)
        bound.apply_defaults()
        values = [value for value in (*bound.args, *bound.kwargs.values()) if value is not None]
        return [to_tree(value) for value in values]

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Called on the class: `Expression.round(col("a"), 2)`."""
        return self.__get__(arguments[0], type(arguments[0]))(*arguments[1:], **options)


def calls(function: str | Build) -> Build:
    """Returns a function that builds a call with the expression as the first argument."""
    if not isinstance(function, str):
        return function
    return lambda *arguments: expression_tree.Call(function, arguments)


def to_tree(value: Any) -> expression_tree.Expression:
    """Returns the tree of an expression, a keyword for a member of an enum, or a literal for any other value."""
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
