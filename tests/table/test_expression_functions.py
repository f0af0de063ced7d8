"""Every member of Expression builds a call that the binder knows, or one of those that are listed here as missing."""

from __future__ import annotations

from typing import Final

import pytest

from pyrite.expressions import expression_tree
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.functions import FUNCTIONS
from pyrite.relational.bind.expressions import FOR_LATER, function_name
from pyrite.table import Expression
from pyrite.table.calls.expression_methods import Derived, Method
from pyrite.table.expressions import col, lit

MEMBERS: Final = {name: member for name, member in vars(Expression).items() if isinstance(member, (Derived, Method))}
OF_THE_BINDER: Final = {"FLATTEN"}
"""Not functions: the Table API's binder replaces them."""
MISSING: Final = {"INTERVAL", "OBJECT_UPDATE"}
"""Later, as are those of bitmaps. INTERVAL is that of an expression which is no constant."""


def tree_of(name: str) -> expression_tree.Expression:
    operand = col("a").sum if name == "distinct" else col("a")
    member = MEMBERS[name]
    if isinstance(member, Derived):
        return member.__get__(operand, Expression).tree
    return member.__get__(operand, Expression)(*[lit(1) for _ in member.__signature__.parameters]).tree


@pytest.mark.parametrize("name", MEMBERS)
def test_member_is_a_function_that_is_known_or_listed_as_missing(name: str) -> None:
    node = tree_of(name)
    while isinstance(node, expression_tree.Call) and node.function == "NOT":
        node = node.arguments[0]
    if not isinstance(node, expression_tree.Call):
        return
    function = function_name(node)
    known = {*FUNCTIONS.names(), *AGGREGATES.names(), *FOR_LATER, *OF_THE_BINDER}
    is_known = function in known
    assert is_known is not (function in MISSING or function.startswith("BITMAP_")), function
