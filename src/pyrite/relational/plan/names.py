"""The names under which compiled plans refer to classes of nodes, expressions and other values.

A name follows from that of the class: GroupAggregate is `group-aggregate`. It is in people's files: a class that is
renamed says its former name by `plan_name`, in its own body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Optional


@cache
def kebab_case(name: str) -> str:
    """`GroupAggregate` as `group-aggregate`."""
    dashed = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return dashed.lower().replace(" ", "-")


def plan_name(kind: type[Any]) -> str:
    """What a class is called in compiled plans."""
    return str(vars(kind).get("plan_name") or kebab_case(kind.__name__))


def classes_below(kind: type[Any]) -> Iterator[type[Any]]:
    """The class and all its subclasses that are dataclasses."""
    if is_dataclass(kind):
        yield kind
    for below in kind.__subclasses__():
        yield from classes_below(below)


def named_class(name: str, kind: type[Any]) -> Optional[type[Any]]:
    """The class of that name among a class and its subclasses."""
    return next((each for each in classes_below(kind) if plan_name(each) == name), None)
