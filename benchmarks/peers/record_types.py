"""Record Flink's rules for pairs of types, for tests/core/types/answers: common types, casts, decimal results.

Run inside an environment that holds apache-flink; its own Java classes answer:

    python record_types.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pyflink.java_gateway import get_gateway

TYPES = """
BOOLEAN; TINYINT; SMALLINT; INT; INT NOT NULL; BIGINT; DECIMAL(5, 2); DECIMAL(10, 0); DECIMAL(38, 0); DECIMAL(38, 18)
FLOAT; DOUBLE; CHAR(3); CHAR(5) NOT NULL; VARCHAR(4); STRING; BINARY(3); BINARY(5); VARBINARY(4); BYTES; DATE; TIME(0)
TIME(3); TIMESTAMP(3); TIMESTAMP(9) NOT NULL; TIMESTAMP_LTZ(3); TIMESTAMP_LTZ(9); TIMESTAMP(3) WITH TIME ZONE
INTERVAL YEAR; INTERVAL MONTH; INTERVAL YEAR(3) TO MONTH; INTERVAL DAY; INTERVAL SECOND(3); INTERVAL HOUR TO MINUTE
INTERVAL DAY(4) TO SECOND(6); ARRAY<INT>; ARRAY<BIGINT NOT NULL>; ARRAY<STRING>; MULTISET<INT>; MAP<STRING, INT>
MAP<CHAR(3), DOUBLE>; ROW<a INT, b STRING>; ROW<x BIGINT, y CHAR(3)>; ROW<a INT>; NULL
"""
DECIMALS = [(1, 0), (5, 2), (5, 5), (10, 0), (10, 2), (18, 6), (19, 0), (20, 10), (38, 0), (38, 6), (38, 18), (38, 38)]


def record_pairs(path: Path) -> None:
    """Each type with each, in both orders: the common type, and whether a cast is implicit, explicit or not allowed."""
    jvm = get_gateway().jvm
    utils = jvm.org.apache.flink.table.types.logical.utils
    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    texts = [text.strip() for line in TYPES.strip().split("\n") for text in line.split(";")]
    types = [utils.LogicalTypeParser.parse(text, loader) for text in texts]
    lines = ["# left | right | common type | cast from left to right. Written by benchmarks/peers/record_types.py."]
    for left in types:
        for right in types:
            pair = jvm.java.util.ArrayList()
            pair.add(left)
            pair.add(right)
            common = utils.LogicalTypeMerging.findCommonType(pair)
            lines.append(" | ".join([shown(left), shown(right), shown(common), cast(utils, left, right)]))
    path.write_text("\n".join(lines) + "\n")


def shown(kind: Any) -> str:
    if kind.getClass().getName() == "java.util.Optional":
        return shown(kind.get()) if kind.isPresent() else "-"
    return str(kind.asSerializableString()) if kind.getTypeRoot().toString() != "NULL" else "NULL"


def cast(utils: Any, left: Any, right: Any) -> str:
    if utils.LogicalTypeCasts.supportsImplicitCast(left, right):
        return "implicit"
    return "explicit" if utils.LogicalTypeCasts.supportsExplicitCast(left, right) else "none"


def record_decimals(path: Path) -> None:
    """The types of decimal results."""
    rules = get_gateway().jvm.org.apache.flink.table.types.logical.utils.LogicalTypeMerging
    lines = ["# left | right | + | * | / | %. Written by benchmarks/peers/record_types.py."]
    for left in DECIMALS:
        for right in DECIMALS:
            results = [
                rules.findAdditionDecimalType(*left, *right),
                rules.findMultiplicationDecimalType(*left, *right),
                rules.findDivisionDecimalType(*left, *right),
                rules.findModuloDecimalType(*left, *right),
            ]
            lines.append(
                " | ".join([f"{left}", f"{right}", *(f"({r.getPrecision()}, {r.getScale()})" for r in results)])
            )
    lines.append("# number | digits | rounded")
    for precision, scale in DECIMALS:
        for digits in (-3, 0, 1, 5, 20):
            result = rules.findRoundDecimalType(precision, scale, digits)
            lines.append(f"({precision}, {scale}) | {digits} | ({result.getPrecision()}, {result.getScale()})")
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    record_pairs(folder / "pairs.txt")
    record_decimals(folder / "decimals.txt")
