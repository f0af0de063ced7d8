"""Where our answers differ from those recorded from Flink, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Difference:
    """A reason, and the rows that it is about; none: all of them, and the type."""

    reason: str
    rows: tuple[int, ...] = ()


_UTF16: Final = Difference(
    "Flink compares strings by UTF-16 until they are sent to another task, then by bytes; we always do by code points, "
    "which is the order of the bytes",
    (4,),
)
_BEFORE_1970: Final = Difference(
    "Flink gives negative times of day before 1970, which it cannot show; ours are right", (3,)
)
_JAVA_17: Final = Difference("Java 17 does not give the shortest text of 1E23; from Java 19 on it is ours", (19,))
_LEAST_MONTHS: Final = Difference("Flink's text of the least interval is broken", (6,))
_TRY_CAST: Final = Difference("TRY_CAST of NaN and Infinity to DECIMAL fails the job in Flink; ours is NULL")

_NO_ELEMENT: Final = Difference(
    "Flink gives an empty string for an element that is not there where elements are NOT NULL; ours is NULL", (2, 4)
)

_FIRST_FIELD: Final = "Flink compares the first fields alone, and finds NULL in none distinct: a bug"
_EQUAL_TO_ITSELF: Final = Difference("Flink casts all values, we none where one is the operand itself", (3, 4))

DIFFERENCES: Final = {
    ("collection", "e[1]"): _NO_ELEMENT,
    ("comparison", "a < b"): _UTF16,
    ("comparison", "a <= b"): _UTF16,
    ("comparison", "a > b"): _UTF16,
    ("comparison", "a >= b"): _UTF16,
    ("comparison", "a BETWEEN 'a' AND b"): _UTF16,
    ("comparison", "r IS DISTINCT FROM s"): Difference("Flink finds rows distinct only if one is NULL: a bug", (2, 4)),
    ("sql_operands", "ROW(i, k) IS DISTINCT FROM ROW(3, 'x')"): Difference(_FIRST_FIELD, (1,)),
    ("sql_operands", "ROW(i, k) IS DISTINCT FROM ROW(b, 'x')"): Difference(_FIRST_FIELD, (1, 2, 3, 5, 6, 7)),
    ("sql_operands", "ROW(f) <> ROW(d)"): Difference(
        "Flink compares the bytes of rows that it has cast, zeros and NaN as well", (2, 3)
    ),
    ("sql_operands", "i / (i - 1) = i / (i - 1)"): Difference(
        "Flink does not compute what is equal to itself", (2, 3, 6, 7)
    ),
    ("sql_operands", "l IS DISTINCT FROM k"): Difference("Flink tells NULL from a text that is no date", (4,)),
    **{("number_pairs", f"{x} NOT IN ({y}, {x})"): _EQUAL_TO_ITSELF for x in "gh" for y in "fd"},
    ("conditional", "COALESCE(i, 1 / i)"): Difference("Flink computes all arguments, we only those needed", (1,)),
    ("conversion", "CAST(d AS STRING)"): _JAVA_17,
    ("conversion", "CAST(d AS VARCHAR(3))"): _JAVA_17,
    ("conversion", "CAST(d AS CHAR(30))"): _JAVA_17,
    ("conversion", "TRY_CAST(d AS DECIMAL(10, 2))"): _TRY_CAST,
    **{("conversion", f"CAST({column} AS TIME({digits}))"): _BEFORE_1970 for column in "sno" for digits in (0, 3)},
    **{
        ("conversion", f"CAST({column} AS {kind})"): _LEAST_MONTHS for column in "wg" for kind in ("STRING", "CHAR(30)")
    },
}
"""By group and expression."""

TRANSCENDENTAL: Final = (
    *("POWER", "SQRT", "LN", "LOG", "LOG2", "LOG10", "EXP"),
    *("SIN", "COS", "TAN", "COT", "ASIN", "ACOS", "ATAN", "ATAN2", "SINH", "COSH", "TANH"),
)
"""Java computes these by its own library: the last bit may differ."""
