"""Migration: what became of a class that state was written with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

Migration = Union[type, Callable[[dict[str, Any]], Any]]
"""The class that a value has now, or a function that makes the value of its fields."""
