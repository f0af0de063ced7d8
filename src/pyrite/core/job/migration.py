"""Migration: the replacement of a class whose instances are in state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

Migration = Union[type, Callable[[dict[str, Any]], Any]]
"""The new class of a value, or a function that creates the value from its fields."""
