"""CURRENT_DATABASE. The binder passes the session's database as a hidden constant argument."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from pyrite.core.types import string_type
from pyrite.expressions.function import Argument, Function, Resolution


def _types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1 or not isinstance(arguments[0].value, str):
        return None
    return Resolution((arguments[0].type,), string_type().not_null())


FUNCTIONS: Final = (
    Function(
        "CURRENT_DATABASE",
        _types,
        row=lambda call, arguments, scope: arguments[0],
        kernel=lambda call: lambda columns: columns[0],
        forms=("'CURRENT_DATABASE()'",),
        group="catalog",
        documented_as=("CURRENT_DATABASE()",),
    ),
)
