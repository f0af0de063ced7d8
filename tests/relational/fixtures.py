"""Text fixtures: statements, each with the text that is expected of it.

A case is `-- name`, the statement, a line `==>` and the expected text, up to the next case. PYRITE_RECORD=1 writes what
comes out into the file instead of comparing; read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    name: str
    statement: str
    expected: str


def cases(path: Path) -> list[Case]:
    parts = re.split(r"^-- (.+)\n", path.read_text(), flags=re.MULTILINE)[1:]
    return [_case(name, body) for name, body in zip(parts[::2], parts[1::2], strict=True)]


def _case(name: str, body: str) -> Case:
    statement, _, expected = body.partition("==>\n")
    return Case(name, statement.strip(), expected.strip())


def check(path: Path, result_of: Callable[[str], str]) -> None:
    """Compares every case of a file, or records it."""
    read = cases(path)
    results = [(case, result_of(case.statement).strip()) for case in read]
    if os.environ.get("PYRITE_RECORD"):
        texts = [f"-- {case.name}\n{case.statement}\n==>\n{result}\n" for case, result in results]
        path.write_text("\n".join(texts))
        return
    assert read, f"{path} has no cases"
    wrong = [f"-- {case.name}\n{result}" for case, result in results if result != case.expected]
    assert not wrong, f"{path.name}: PYRITE_RECORD=1 writes these:\n" + "\n\n".join(wrong)
