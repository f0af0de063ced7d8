"""Names of the classes of nodes, expressions and other values in compiled plans.

A name follows from the class: GroupAggregate is `group-aggregate`. Names are stored in users' files: a class that is
renamed keeps its former name by `plan_name` in its body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Optional


@cache
def kebab_case(name: str) -> str:
    """Converts `GroupAggregate` to `group-aggregate`."""
    dashed = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return dashed.lower().replace(" ", "-")


def plan_name(kind: type[Any]) -> str:
    """Returns the name of a class in compiled plans."""
    return str(vars(kind).get("plan_name") or kebab_case(kind.__name__))


def classes_below(kind: type[Any]) -> Iterator[type[Any]]:
    """Iterates over a class and its subclasses that are dataclasses."""
    if is_dataclass(kind):
        yield kind
    for below in kind.__subclasses__():
        yield from classes_below(below)


def named_class(name: str, kind: type[Any]) -> Optional[type[Any]]:
    """Returns the class with this name among a class and its subclasses."""
    return next((each for each in classes_below(kind) if plan_name(each) == name), None)
