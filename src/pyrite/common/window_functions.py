"""Functions for windows, as classes with PyFlink's names."""

from pyrite.core.windows.window_functions import (
    IN,
    KEY,
    OUT,
    AllWindowContext,
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowContext,
    WindowFunction,
)

__all__ = [
    "IN",
    "KEY",
    "OUT",
    "AllWindowContext",
    "AllWindowFunction",
    "ProcessAllWindowFunction",
    "ProcessWindowFunction",
    "WindowContext",
    "WindowFunction",
]
