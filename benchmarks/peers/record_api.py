"""Record what PyFlink's own classes answer, for tests/api/calls.

    .peers/pyflink/bin/python benchmarks/peers/record_api.py FILE...

A FILE is question and answer in one. A line `> expression` is evaluated, in order, in the scope of the section that a
line with `#` begins; below it the script writes `= ` and the value as Python prints it, or `! ` and the error: its
class, or `java` with Java's class. Names in the expressions: `env`, `t_env` and all that the packages of MODULES
export. `(x := ...) and None` keeps a value for the lines below. A line `% reason` before a question is for the tests:
Pyrite's answer differs, and why.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

MODULES = (
    "common",
    "datastream",
    "datastream.functions",
    "datastream.state",
    "datastream.formats.csv",
    "table",
    "table.catalog",
    "table.expressions",
    "table.udf",
)
_WITHOUT_JAVA = re.compile(r"object has no attribute '(_\w+|get_java_\w+|to_internal_type)'")
"""The error of an argument that has no object of Java's."""


def scope(package: str) -> dict[str, Any]:
    """The names of a section: those of PyFlink, or those of Pyrite."""
    names: dict[str, Any] = {}
    for module in [importlib.import_module(f"{package}.{name}") for name in MODULES]:
        public = getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
        names.update({name: getattr(module, name) for name in public if name not in names})
    env = names["StreamExecutionEnvironment"].get_execution_environment()
    env.set_parallelism(1)
    return {**names, "env": env, "t_env": names["StreamTableEnvironment"].create(env)}


def answer(expression: str, names: dict[str, Any]) -> str:
    try:
        return value_line(eval(expression, names))
    except Exception as error:
        java = getattr(error, "java_exception", None)
        if java is not None:
            return f"! java {java.toString()}".split("\n")[0]
        if type(error).__name__ == "Py4JError" or _WITHOUT_JAVA.search(str(error)):
            return "! java: no method takes these arguments"
        return f"! {type(error).__name__}: {error}".split("\n")[0].rstrip(" :")


def value_line(value: Any) -> str:
    """A value as the file has it, in one line."""
    return "= " + repr(value).replace("\n", "\\n")


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        names: dict[str, Any] = {}
        lines = []
        for line in path.read_text().splitlines():
            if line.startswith("#"):
                names = scope("pyflink")
            if not line.startswith(("= ", "! ")):
                lines.append(line)
            if line.startswith("> "):
                lines.append(answer(line[2:], names))
        path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
