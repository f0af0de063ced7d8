"""Names of calls with a special syntax."""

from __future__ import annotations

from typing import Final

_OPERATORS = """
    AND ARRAY BETWEEN CASE CEIL CONTAINS DATETIME_DIFF DATETIME_TRUNC DATE_DIFF DATE_TRUNC DESCRIPTOR DOT EQUALS
    EXTRACT FINAL FLOOR ILIKE IN INTERVAL ITEM JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT JSON_OBJECTAGG
    JSON_QUERY JSON_VALUE LIKE MAP MINUS_DATE MULTISET NEGATE NOT OR OVERLAPS OVERLAY POSITION POSITIVE PRECEDES
    RLIKE ROW RUNNING SEPARATOR SUBSTRING SUCCEEDS TIMESTAMPADD TIMESTAMPDIFF TIMESTAMP_DIFF TIMESTAMP_TRUNC
    TIME_DIFF TIME_TRUNC TRIM
"""
OPERATORS: Final = frozenset(_OPERATORS.split())


def is_operator(function: str) -> bool:
    """Returns whether calls of this function have a special syntax rather than `name(arguments)`."""
    return function in OPERATORS or " " in function or not (function[0].isalpha() or function[0] in "_$")
